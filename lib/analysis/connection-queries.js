import { verdictRank } from '../insight/findings/rank/weight.js';
import { flowActivity } from '../overview/activity.js';
import { captureFigures } from '../overview/capture-figures.js';
import { seconds } from '../transport/conversation.js';
import { describeContent } from './describe-connection.js';
import { FilterValues, sentBy } from './filter-values.js';
import { FlowNamer } from './flow-names.js';

/**
 * Answers about connections: each as JSON, its row in the table of connections, and the values by which that is sorted,
 * searched and filtered. Connections are given by index; users see numbers.
 */
export class ConnectionQueries {
  #ingest;
  #flows;
  #messages;
  #findings;
  #transfers;
  #namer;
  /** The source of a filter (lib/shared/filter/) over connections; words are searched in `searchText`. */
  filtered;

  /**
   * @param {import('./ingest.js').Ingest} ingest @param {import('./finding-queries.js').FindingQueries} findings
   * @param {import('./messages/ftp-transfers.js').FtpTransfers} transfers
   */
  constructor(ingest, findings, transfers) {
    this.#ingest = ingest;
    this.#flows = ingest.tcp.flows;
    this.#messages = ingest.messages;
    this.#findings = findings;
    this.#transfers = transfers;
    this.#namer = new FlowNamer(ingest);
    this.filtered = new FilterValues(ingest, this, findings);
  }

  get count() {
    return this.#flows.count;
  }

  /** @param {number} index */
  numberOf(index) {
    return this.#flows.number(index);
  }

  /** @param {number} number @returns {number} index, or −1 */
  indexOf(number) {
    return this.#flows.indexOf(number);
  }

  /** `figures` of `analyze --json`: loss, round trips, handshakes and more of the whole capture. */
  figures() {
    return captureFigures(this.#ingest);
  }

  /** Names of a connection's ends, where the capture has them. @param {number} index */
  namesOf(index) {
    return this.#namer.of(index);
  }

  /** `flows` of `analyze --json`. @param {number} index */
  describe(index) {
    this.#ingest.verdicts.refresh(index);
    return Object.assign(this.#ingest.tcp.describe(index), this.#content(index));
  }

  /**
   * Writes the same as JSON: by the engine, which takes a fifth of the time, unless there is a number that only
   * JSON.stringify prints right.
   * @param {{ address: number, write(text: string): void }} json over the flow table's `jsonBuffer`
   * @param {number} index
   */
  write(json, index) {
    this.#ingest.verdicts.refresh(index);
    const end = this.#flows.writeJson(json.address, index);
    if (end > 0) json.address = end;
    else json.write(JSON.stringify(this.#ingest.tcp.describe(index)).slice(0, -1));
    json.write(`,${JSON.stringify(this.#content(index)).slice(1)}`);
  }

  /** @param {number} index */
  #content(index) {
    const ftp = this.#transfers.describe(index) ?? undefined;
    return Object.assign(describeContent(this.#ingest, index, this.namesOf(index), this.#findings), { ftp });
  }

  /**
   * Payload over the capture's time.
   * @param {number} index @param {number} bins
   */
  activity(index, bins) {
    return flowActivity(this.#ingest.tcp, index, bins, this.#ingest.durationNs);
  }

  /** A row of the connections table (docs/protocol.md: Row), without activity. @param {number} index */
  row(index) {
    return { ...this.rowFacts(index), verdict: this.#findings.verdict(index) };
  }

  /** The same without its verdict, which takes by far the longest. @param {number} index */
  rowFacts(index) {
    this.#ingest.verdicts.refresh(index);
    const flows = this.#flows;
    const client = flows.clientEndpoint(index);
    const server = 1 - client;
    const { stream, startNs, endNs } = flows.at(index);
    const [asked, answered] = [flows.direction(index, client), flows.direction(index, server)];
    const first = this.#messages.firstRequest(index);
    const names = this.namesOf(index);
    return {
      flow: flows.number(index),
      transport: 'tcp',
      stream,
      vlans: this.vlans(index),
      client: flows.endpoint(index, client),
      server: flows.endpoint(index, server),
      roleGuessed: flows.isRoleGuessed(index),
      state: flows.state(index),
      start: seconds(startNs),
      end: seconds(endNs),
      packets: [asked.packets, answered.packets],
      dataPackets: [asked.dataPackets, answered.dataPackets],
      bytes: [asked.bytes, answered.bytes],
      retransmissions: [asked.retransmittedPackets, answered.retransmittedPackets],
      ...this.rttRange(index),
      requests: this.#messages.counts(index).requests,
      protocol: this.#messages.protocolOf(index),
      isLocked: this.#messages.tlsOf(index)?.decrypted === false,
      clientName: names?.client?.name ?? null,
      serverName: names?.server?.name ?? null,
      firstMethod: first?.method ?? null,
      firstTarget: first?.target ?? null,
      firstHost: first?.host ?? null,
    };
  }

  /**
   * Sort keys of the table of connections.
   * @param {number} index @param {string} key one of docs/protocol.md's sort keys @returns {number|string}
   */
  sortValue(index, key) {
    const flows = this.#flows;
    switch (key) {
      case 'verdict':
        return verdictRank(this.#findings.verdict(index));
      case 'client':
        return endpointText(flows.endpoint(index, flows.clientEndpoint(index)));
      case 'server':
        return endpointText(flows.endpoint(index, 1 - flows.clientEndpoint(index)));
      case 'state':
        return flows.state(index);
      case 'start':
        return flows.at(index).startNs;
      case 'duration':
        return flows.durationNs(index);
      case 'packets':
        return flows.at(index).packets;
      case 'bytes':
        return this.#sum(index, 'bytes');
      case 'retransmissions':
        return this.#sum(index, 'retransmissions');
      case 'rtt':
        return this.rttRange(index).rttMin ?? -1;
      case 'requests':
        return this.#messages.counts(index).requests;
      default:
        return this.#furtherSortValue(index, key);
    }
  }

  /** Values of optional columns. @param {number} index @param {string} key @returns {number|string} */
  #furtherSortValue(index, key) {
    const flows = this.#flows;
    switch (key) {
      case 'end':
        return flows.at(index).endNs;
      case 'rate':
        return this.rate(index) ?? NaN;
      case 'retransmittedShare':
        return this.#sum(index, 'retransmissions') / this.#sum(index, 'dataPackets');
      case 'transport':
        return 'tcp';
      case 'protocol':
        return this.#messages.protocolOf(index) ?? '';
      case 'host':
        return this.#messages.firstRequest(index)?.host ?? this.namesOf(index)?.server?.name ?? '';
      case 'vlan':
        return this.vlans(index)[0] ?? NaN;
      default:
        return flows.number(index);
    }
  }

  /** The VLANs in which either end's packets were seen. @param {number} index @returns {number[]} */
  vlans(index) {
    const scopes = [0, 1].map((endpoint) => this.#flows.direction(index, endpoint).scope);
    return [...new Set(scopes.filter((scope) => scope > 0).flatMap((scope) => this.#ingest.vlansOf(scope)))];
  }

  /** Bits of payload a second, of both directions. @param {number} index */
  rate(index) {
    const ns = this.#flows.durationNs(index);
    return ns > 0 ? (8e9 * this.#sum(index, 'bytes')) / ns : null;
  }

  /** Lower-case text to search in. @param {number} index */
  searchText(index) {
    const flows = this.#flows;
    const parts = [
      endpointText(flows.endpoint(index, 0)),
      endpointText(flows.endpoint(index, 1)),
      flows.state(index),
      this.#messages.protocolOf(index) ?? '',
      ...this.names(index),
      ...this.#messages.searchTexts(index),
    ];
    return parts.join('\n').toLowerCase();
  }

  /** Names of the ends. @param {number} index @returns {string[]} */
  names(index) {
    const names = this.namesOf(index);
    return [names?.client?.name, names?.server?.name].filter((name) => name !== undefined);
  }

  /**
   * Smallest and largest sample of either direction, seconds: at an end of the path one of them sees almost no delay,
   * so the wider one is shown.
   * @param {number} index
   */
  rttRange(index) {
    const flows = this.#flows;
    let rttMin = null;
    let rttMax = null;
    for (let endpoint = 0; endpoint < 2; endpoint++) {
      const { shortestRttNs, rttMaxNs } = flows.direction(index, endpoint);
      if (shortestRttNs === null || (rttMin !== null && seconds(shortestRttNs) <= rttMin)) continue;
      rttMin = seconds(shortestRttNs);
      rttMax = seconds(rttMaxNs);
    }
    return { rttMin, rttMax };
  }

  /** Of both directions. @param {number} index @param {import('./filter-values.js').Figure} figure */
  #sum(index, figure) {
    return sentBy(this.#flows, index, 0, figure) + sentBy(this.#flows, index, 1, figure);
  }
}

/** @param {{ address: string, port: number }} endpoint */
const endpointText = ({ address, port }) => (address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`);
