import { protocolOf, requestedServer, requestName } from '../protocols/describe-message.js';
import { REQUEST, RESPONSE } from '../protocols/http1/start-line.js';
import { KnownTexts } from '../protocols/model/text-cache.js';
import { hasFailed } from '../shared/captures/has-failed.js';
import { ANALYSIS_FLAGS } from '../transport/tcp/analysis-flags.js';
import { synLooksLike } from '../transport/tcp/stack/fingerprint.js';

/** @typedef {import('../shared/filter/compile.js').Known} Known */
/** @typedef {(index: number) => Known} Reader */
/** @typedef {import('../transport/tcp/tcp-transport.js').Connections} Connections */
/** @typedef {'packets'|'dataPackets'|'retransmissions'|'reordered'|'bytes'} Figure */

/** Prefixes of field names for an endpoint. */
const CLIENT = 'client.';
const SERVER = 'server.';
const ANALYSIS = 'tcp.analysis.';

/**
 * Flags that Wireshark sets in addition to another, so that a field means more than one.
 * @type {Record<string, string[]>}
 */
const WITH = { retransmission: ['fast_retransmission', 'spurious_retransmission'], flags: [...ANALYSIS_FLAGS] };

/**
 * Values of what an end sent.
 * @param {Connections} flows @param {number} index @param {number} endpoint @param {Figure} figure
 */
export function sentBy(flows, index, endpoint, figure) {
  switch (figure) {
    case 'packets':
      return flows.direction(index, endpoint).packets;
    case 'dataPackets':
      return flows.direction(index, endpoint).dataPackets;
    case 'retransmissions':
      return flows.direction(index, endpoint).retransmittedPackets;
    case 'reordered':
      return flows.direction(index, endpoint).reorderedPackets;
    default:
      return flows.direction(index, endpoint).bytes;
  }
}

/** The values of a filter (lib/shared/filter/) over connections, by index: a reader for each field, chosen once. */
export class FilterValues {
  #flows;
  #packets;
  #messages;
  #queries;
  #findings;
  /** @type {Record<string, Reader>} */
  #readers;

  /**
   * @param {import('./ingest.js').Ingest} ingest @param {import('./connection-queries.js').ConnectionQueries} queries
   * @param {import('./finding-queries.js').FindingQueries} findings
   */
  constructor({ tcp, messages }, queries, findings) {
    this.#flows = tcp.flows;
    this.#packets = tcp.packets;
    this.#messages = messages;
    this.#queries = queries;
    this.#findings = findings;
    this.#readers = { ...this.#ofFlow(), ...this.#ofEnds(), ...this.#ofContent(), ...this.#ofFindings() };
  }

  /** @param {string} name one of lib/shared/filter/fields.js @returns {Reader} */
  reader(name) {
    return this.#readers[name] ?? (name.startsWith(ANALYSIS) ? this.#analysis(name) : this.#figure(name));
  }

  /** The total of a share in per cent. @param {string} name @returns {(index: number) => number} */
  whole(name) {
    return name === 'limit.share' ? () => 1 : this.#ofDirections(name, 'dataPackets');
  }

  /**
   * Whether a frame in this range of numbers belongs to the connection.
   * @param {number} index @param {number} from @param {number} to included
   */
  hasFrame(index, from, to) {
    const packets = this.#packets;
    const { firstRow, lastRow } = this.#flows.at(index);
    const last = packets.frame(lastRow);
    let row = firstRow;
    if (last < from || packets.frame(row) > to) return false;
    if (last <= to) return true;
    while (packets.frame(row) < from) row = packets.next(row);
    return packets.frame(row) <= to;
  }

  /** @returns {Record<string, Reader>} */
  #ofFlow() {
    const flows = this.#flows;
    return {
      transport: () => 'tcp',
      flow: (index) => flows.number(index),
      stream: (index) => flows.at(index).stream,
      state: (index) => flows.state(index),
      handshake: (index) => flows.handshake(index),
      guessed: (index) => flows.isRoleGuessed(index),
      vlan: (index) => this.#queries.vlans(index),
      'ip.version': (index) => flows.at(index).ipVersion,
      rtt: (index) => this.#queries.rttRange(index).rttMin,
      'rtt.max': (index) => this.#queries.rttRange(index).rttMax,
      'rtt.handshake': (index) => {
        const ns = flows.at(index).handshakeNs;
        return ns > 0 ? ns / 1e9 : null;
      },
      start: (index) => flows.at(index).startNs / 1e9,
      end: (index) => flows.at(index).endNs / 1e9,
      duration: (index) => flows.durationNs(index) / 1e9,
      rate: (index) => this.#queries.rate(index),
      'tcp.flags.syn': (index) => this.#isAny(index, 'syns'),
      'tcp.flags.fin': (index) => this.#isAny(index, 'fins'),
      'tcp.flags.reset': (index) => this.#isAny(index, 'resets'),
    };
  }

  /** @returns {Record<string, Reader>} */
  #ofEnds() {
    const flows = this.#flows;
    const address = (/** @type {number} */ index, /** @type {number} */ end) => flows.endpoint(index, end).address;
    const port = (/** @type {number} */ index, /** @type {number} */ end) => flows.port(index, end);
    const client = (/** @type {number} */ index) => flows.clientEndpoint(index);
    const server = (/** @type {number} */ index) => 1 - flows.clientEndpoint(index);
    return {
      client: (index) => address(index, client(index)),
      server: (index) => address(index, server(index)),
      address: (index) => [address(index, 0), address(index, 1)],
      'client.port': (index) => port(index, client(index)),
      'server.port': (index) => port(index, server(index)),
      port: (index) => [port(index, 0), port(index, 1)],
      stack: (index) => [...this.#stack(index, client(index)), ...this.#stack(index, server(index))],
      'client.stack': (index) => this.#stack(index, client(index)),
      'server.stack': (index) => this.#stack(index, server(index)),
    };
  }

  /** @returns {Record<string, Reader>} */
  #ofContent() {
    const messages = this.#messages;
    const hosts = new KnownTexts();
    return {
      protocol: (index) => {
        const own = messages.protocolOf(index);
        const inside = own === 'tls' ? this.#ofRows(index, REQUEST, (table, row) => table.protocolOf(row)) : [];
        return withFamily(own === null ? inside : [own, ...inside]);
      },
      host: (index) => [
        ...this.#queries.names(index),
        ...this.#ofRows(
          index,
          REQUEST,
          (table, row) => requestedServer(table, row, hosts) ?? requestName(table, row).host,
        ),
      ],
      target: (index) => this.#ofRows(index, REQUEST, (table, row) => requestName(table, row).target),
      method: (index) => this.#ofRows(index, REQUEST, (table, row) => requestName(table, row).method),
      status: (index) =>
        this.#ofRows(index, RESPONSE, (table, row) => (protocolOf(table, row)?.isHttp ? table.status[row] : null)),
      requests: (index) => messages.counts(index).requests,
      'proxy.src': (index) => messages.proxiedOf(index)?.client.ip ?? null,
      'tls.sni': (index) => messages.tlsOf(index)?.sni ?? null,
      'tls.version': (index) => messages.tlsOf(index)?.version ?? null,
      'tls.handshake.ja4': (index) => messages.tlsOf(index)?.ja4 ?? null,
    };
  }

  /**
   * Of a connection's requests, or responses.
   * @template T
   * @param {number} index @param {number} kind
   * @param {(table: import('../protocols/model/message-table.js').MessageTable, row: number) => T|null} read
   * @returns {T[]} what is known of them, without duplicates
   */
  #ofRows(index, kind, read) {
    const { table } = this.#messages;
    if (table === null) return [];
    /** @type {T[]} */
    const found = [];
    for (let row = table.firstOf(index); row >= 0; row = table.nextOfFlow[row]) {
      const value = table.kind[row] === kind ? read(table, row) : null;
      if (value !== null && found.at(-1) !== value) found.push(value);
    }
    return found;
  }

  /** @returns {Record<string, Reader>} */
  #ofFindings() {
    const verdict = (/** @type {number} */ index) => this.#findings.verdict(index);
    return {
      finding: (index) => this.#findings.findingsOrVerdict(index).flatMap(({ code, title }) => [code, title]),
      severity: (index) => verdict(index).severity,
      failed: (index) => hasFailed(verdict(index).severity, this.#flows.handshake(index)),
      cost: (index) => verdict(index).costSeconds,
      limit: (index) => verdict(index).limit?.cause ?? null,
      'limit.share': (index) => verdict(index).limit?.share ?? null,
    };
  }

  /** @param {number} index @param {'syns' | 'fins' | 'resets'} counter */
  #isAny(index, counter) {
    return this.#flows.direction(index, 0)[counter] > 0 || this.#flows.direction(index, 1)[counter] > 0;
  }

  /** Whether a packet has a flag of Wireshark's analysis. @param {string} name @returns {Reader} */
  #analysis(name) {
    const flag = name.slice(ANALYSIS.length);
    const places = ANALYSIS_FLAGS.flatMap((one, place) => (one === flag || WITH[flag]?.includes(one) ? [place] : []));
    return (index) =>
      places.some((place) => this.#flows.flagCount(index, 0, place) + this.#flows.flagCount(index, 1, place) > 0);
  }

  /** Stacks that an end's SYN resembles. @param {number} index @param {number} endpoint */
  #stack(index, endpoint) {
    return synLooksLike(this.#flows, index, endpoint)?.names ?? [];
  }

  /** @param {string} name a figure, perhaps with a prefix for the direction @returns {Reader} */
  #figure(name) {
    return this.#ofDirections(name, /** @type {Figure} */ (name.replace(/^(client|server)\./, '')));
  }

  /** @param {string} name @param {Figure} figure @returns {(index: number) => number} */
  #ofDirections(name, figure) {
    const flows = this.#flows;
    if (name.startsWith(CLIENT)) return (index) => sentBy(flows, index, flows.clientEndpoint(index), figure);
    if (name.startsWith(SERVER)) return (index) => sentBy(flows, index, 1 - flows.clientEndpoint(index), figure);
    return (index) => sentBy(flows, index, 0, figure) + sentBy(flows, index, 1, figure);
  }
}

/** HTTP of any version is `http` too. @param {string[]} protocols */
const withFamily = (protocols) =>
  protocols.some((one) => one.startsWith('http/')) ? [...protocols, 'http'] : protocols;
