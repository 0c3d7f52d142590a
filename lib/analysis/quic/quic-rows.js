import { verdictRank } from '../../insight/findings/rank/weight.js';
import { isHostName } from '../../name-resolution/host-name.js';
import { requestedServer, requestName } from '../../protocols/describe-message.js';
import { REQUEST, RESPONSE } from '../../protocols/http1/start-line.js';
import { KnownTexts } from '../../protocols/model/text-cache.js';
import { stateOf, wiresharkNumbered } from '../../quicflow/describe/describe-connection.js';
import { closedWords, whyClosed } from '../../quicflow/describe/missing-keys.js';
import { PACKET } from '../../quicflow/wire/versions.js';
import { hasFailed } from '../../shared/captures/has-failed.js';
import { explainBoth, explainQuic, overallOfBoth } from './findings-of-both.js';
import { QuicConnections } from './quic-connections.js';
import { quicCost } from './quic-cost.js';
import { quicVerdict } from './quic-verdict.js';
import { longer, rttRange } from './round-trips.js';

/** @typedef {import('../../shared/filter/compile.js').Known} Known */
/** @typedef {ReturnType<QuicConnections['examine']>} Examination */
/** @typedef {import('./round-trips.js').RoundTrips} RoundTrips */
/** @typedef {import('../../insight/verdict/verdict.js').Verdict} Verdict */
/** @typedef {import('../../insight/findings/finding.js').Finding} Finding */
/** @typedef {import('../../shared/filter/wireshark.js').Endpoint} Endpoint */

/** Connections whose examination is kept. */
export const MAX_KEPT_QUIC_CONNECTIONS = 20_000;

/** ALPN's names of HTTP/3 (RFC 9114 section 3.1, and the drafts before). */
const HTTP3 = /^h3(?:-\d+)?$/;

/**
 * What an examination of a connection leaves.
 * @typedef {object} Kept
 * @property {string} stamp of what was known of it
 * @property {Finding[]} findings worst first
 * @property {import('../../insight/findings/unobservable.js').Unobservable[]} unobservable
 * @property {Verdict} verdict
 * @property {(number|null)[]} lost packets, by direction; null: not known
 * @property {(number|null)[]} ackEliciting packets, by direction
 * @property {[number[], number[]]} lostNs when they were declared so, by direction
 * @property {RoundTrips} trips of the direction that sees more of the path
 * @property {number|null} rttMin seconds
 * @property {number|null} rttMax
 * @property {number|null} handshakeRtt
 */

/** QUIC's connections as rows of the table of connections, beside TCP's; each by its index. */
export class QuicRows {
  #ingest;
  /** @type {Map<number, Kept>} */
  #kept = new Map();
  #hosts = new KnownTexts();

  /** @param {import('../ingest.js').Ingest} ingest with QUIC */
  constructor(ingest) {
    this.#ingest = ingest;
  }

  get #quic() {
    return /** @type {import('../../quicflow/quic-tracker.js').QuicTracker} */ (this.#ingest.quic);
  }

  get #messages() {
    return /** @type {import('../../protocols/message-analysis.js').MessageAnalysis} */ (this.#ingest.quicMessages);
  }

  get count() {
    return this.#quic.connections.length;
  }

  /** @param {number} index */
  numberOf(index) {
    return this.#quic.numbers.of(index);
  }

  /** @param {number} number @returns {number} index; −1: there is no such connection */
  indexOf(number) {
    return this.#quic.numbers.indexOf(number);
  }

  /** All answers of `analyze` about them. */
  get connections() {
    return /** @type {QuicConnections} */ (QuicConnections.of(this.#ingest));
  }

  /**
   * `flows` of `analyze --json`.
   * @param {number} index
   * @param {import('../../insight/describe/time-queries.js').TimeQueries|null} [times] says whose its time was, too
   */
  describe(index, times = null) {
    const examined = this.connections.examine(index);
    this.#keep(index, examined);
    const { packets } = this.#quic.connections[index];
    const time = times === null ? undefined : times.describeQuic(packets, examined.ledger);
    return { ...examined.described, ...(time === undefined ? {} : { time }) };
  }

  /** @param {number} index @returns {Finding[]} worst first */
  findings(index) {
    return this.examined(index).findings;
  }

  /** The verdict of a connection, and all that was found. @param {number} index */
  found(index) {
    const { findings, unobservable, verdict } = this.examined(index);
    return { summary: `${verdict.sentence}.`, findings, unobservable, verdict };
  }

  /**
   * `summary`, `verdict` and `findings` of the capture, TCP's connections included.
   * @param {import('../finding-queries.js').FindingQueries} ofTcp
   */
  overall(ofTcp) {
    return overallOfBoth({ ingest: this.#ingest, findings: ofTcp }, this);
  }

  /** Why the capture's sentence leads. @param {import('../finding-queries.js').FindingQueries} ofTcp */
  explainCapture(ofTcp) {
    return explainBoth({ ingest: this.#ingest, findings: ofTcp }, this);
  }

  /** Why a connection's sentence leads. @param {number} index */
  explain(index) {
    return explainQuic(this, index);
  }

  /** Connections whose TLS handshake was seen, and those of which some data was opened. */
  get encryption() {
    const { connections } = this.#quic;
    const isOpen = (/** @type {number} */ index) => closedWords(connections[index]) === null;
    return { tls: connections.length, decrypted: connections.filter(({ index }) => isOpen(index)).length };
  }

  /** Why all its content stays closed, a sentence; null: some was opened, or there is none. @param {number} index */
  whyClosed(index) {
    const connection = this.#quic.connections[index];
    return closedWords(connection) === null ? null : whyClosed(connection);
  }

  /** What a connection cost, for comparison. @param {number} index */
  cost(index) {
    const { requests } = this.#messages.counts(index);
    return quicCost(this.#quic, this.connections, { index, requests });
  }

  /** @param {number} index */
  messageCount(index) {
    return this.#messages.messagesOf(index).length;
  }

  /** @param {number} index @returns {Verdict} */
  verdict(index) {
    return this.examined(index).verdict;
  }

  /** @param {number} index */
  durationNs(index) {
    const { startNs, endNs } = this.#quic.connections[index];
    return endNs - startNs;
  }

  /** A row of the connections table (docs/protocol.md: Row), without activity. @param {number} index */
  row(index) {
    return { ...this.rowFacts(index), verdict: this.verdict(index) };
  }

  /** @param {number} index */
  rowFacts(index) {
    const connection = this.#quic.connections[index];
    const { lost, ackEliciting, rttMin, rttMax } = this.examined(index);
    const [asked, answered] = connection.sent;
    const first = this.#messages.firstRequest(index);
    const names = this.#namesOf(index);
    return {
      flow: this.numberOf(index),
      transport: 'quic',
      stream: null,
      vlans: [],
      client: connection.endpoint(0),
      server: connection.endpoint(1),
      roleGuessed: connection.isRoleGuessed,
      state: this.#state(index),
      start: connection.startNs / 1e9,
      end: connection.endNs / 1e9,
      packets: [asked.packets, answered.packets],
      dataPackets: ackEliciting,
      bytes: [asked.bytes, answered.bytes],
      retransmissions: lost,
      rttMin,
      rttMax,
      requests: this.#messages.counts(index).requests,
      protocol: this.protocolOf(index),
      clientName: names.client,
      serverName: names.server,
      isLocked: closedWords(connection) !== null,
      firstMethod: first?.method ?? null,
      firstTarget: first?.target ?? null,
      firstHost: first?.host ?? null,
    };
  }

  /** What TCP's table calls it, else as ALPN names it. @param {number} index @returns {string|null} */
  protocolOf(index) {
    const alpn = this.#alpnOf(index);
    return this.#messages.protocolOf(index) ?? (alpn !== null && HTTP3.test(alpn) ? 'http/3' : alpn);
  }

  /**
   * How Wireshark's display filter finds connections: by the ends of each path, as its own number is lost once an end
   * uses another connection ID; by that number where connections share their ends.
   * @param {number[]} indexes ascending
   */
  wiresharkTerms(indexes) {
    const { connections } = this.#quic;
    const numbered = wiresharkNumbered(this.#quic);
    /** @type {Map<string, number>} */
    const uses = new Map();
    for (const key of connections.flatMap(endsKeys)) uses.set(key, (uses.get(key) ?? 0) + 1);
    const isOwn = (/** @type {number} */ index) => endsKeys(connections[index]).every((key) => uses.get(key) === 1);
    const byNumber = indexes.filter((index) => index < numbered && !isOwn(index));
    const others = indexes.filter((index) => index >= numbered || isOwn(index));
    return { quic: byNumber, pairs: others.flatMap((index) => endsOf(connections[index])) };
  }

  /** Bits of UDP payload a second, of both directions. @param {number} index */
  rate(index) {
    const ns = this.durationNs(index);
    return ns > 0 ? (8e9 * this.#sum(index, 'bytes')) / ns : null;
  }

  /**
   * UDP payload over the capture's time, and packets declared lost.
   * @param {number} index @param {number} bins @returns {[number[], number[], number[]]}
   */
  activity(index, bins) {
    const { packets, connections } = this.#quic;
    const { firstRow, packets: count } = connections[index];
    const binNs = Math.max(1, this.#ingest.durationNs) / bins;
    const binOf = (/** @type {number} */ ns) => Math.min(bins - 1, Math.max(0, Math.floor(ns / binNs)));
    /** @type {[number[], number[], number[]]} */
    const columns = [new Array(bins).fill(0), new Array(bins).fill(0), new Array(bins).fill(0)];
    for (let i = 0, row = firstRow; i < count; i++, row = packets.next[row]) {
      columns[packets.direction[row]][binOf(packets.timeNs[row])] += packets.length[row];
    }
    for (const ns of this.examined(index).lostNs.flat()) columns[2][binOf(ns)]++;
    return columns;
  }

  /** Sort keys of the table of connections. @param {number} index @param {string} key @returns {number|string} */
  sortValue(index, key) {
    const connection = this.#quic.connections[index];
    const lost = () => this.#lostOf(index);
    switch (key) {
      case 'flow':
        return this.numberOf(index);
      case 'transport':
        return 'quic';
      case 'verdict':
        return verdictRank(this.verdict(index));
      case 'client':
        return endpointText(connection.endpoint(0));
      case 'server':
        return endpointText(connection.endpoint(1));
      case 'start':
        return connection.startNs;
      case 'end':
        return connection.endNs;
      case 'duration':
        return this.durationNs(index);
      case 'packets':
        return connection.packets;
      case 'bytes':
        return this.#sum(index, 'bytes');
      case 'retransmissions':
        return lost() ?? NaN;
      case 'retransmittedShare':
        return (lost() ?? NaN) / this.whole('retransmissions')(index);
      case 'rtt':
        return this.examined(index).rttMin ?? -1;
      case 'rate':
        return this.rate(index) ?? NaN;
      default:
        return this.#furtherSortValue(index, key);
    }
  }

  /** @param {number} index @param {string} key @returns {number|string} */
  #furtherSortValue(index, key) {
    switch (key) {
      case 'state':
        return this.#state(index);
      case 'requests':
        return this.#messages.counts(index).requests;
      case 'protocol':
        return this.protocolOf(index) ?? '';
      case 'host':
        return this.#messages.firstRequest(index)?.host ?? this.#namesOf(index).server ?? '';
      default:
        return NaN;
    }
  }

  /** Lower-case text to search in. @param {number} index */
  searchText(index) {
    const connection = this.#quic.connections[index];
    const names = this.#namesOf(index);
    const parts = [
      endpointText(connection.endpoint(0)),
      endpointText(connection.endpoint(1)),
      this.#state(index),
      this.protocolOf(index) ?? '',
      this.#alpnOf(index) ?? '',
      'quic',
      names.client ?? '',
      names.server ?? '',
      ...this.#messages.searchTexts(index),
    ];
    return parts.join('\n').toLowerCase();
  }

  /**
   * A reader of a filter's field; what QUIC does not have is not known.
   * @param {string} name one of lib/shared/filter/fields.js @returns {(index: number) => Known}
   */
  reader(name) {
    return this.#readers[name] ?? (() => null);
  }

  /** The total of a share in per cent. @param {string} name @returns {(index: number) => number} */
  whole(name) {
    if (name === 'limit.share') return () => 1;
    const directions = directionsOf(name);
    return (index) =>
      directions.reduce((sum, direction) => sum + (this.examined(index).ackEliciting[direction] ?? 0), 0);
  }

  /** @param {number} index @param {number} from @param {number} to included */
  hasFrame(index, from, to) {
    const { packets, connections } = this.#quic;
    const { firstRow, packets: count } = connections[index];
    for (let i = 0, row = firstRow; i < count; i++, row = packets.next[row]) {
      if (packets.frame[row] >= from) return packets.frame[row] <= to;
    }
    return false;
  }

  /** @type {Record<string, (index: number) => Known>} */
  #readers = {
    ...this.#ofConnection(),
    ...this.#ofContent(),
    ...this.#ofVerdict(),
    ...this.#ofDirections('packets', (index, direction) => this.#quic.connections[index].sent[direction].packets),
    ...this.#ofDirections('bytes', (index, direction) => this.#quic.connections[index].sent[direction].bytes),
    ...this.#ofDirections('retransmissions', (index, direction) => this.examined(index).lost[direction]),
  };

  /** @returns {Record<string, (index: number) => Known>} */
  #ofConnection() {
    const of = (/** @type {number} */ index) => this.#quic.connections[index];
    const ends = (/** @type {number} */ index) => [of(index).endpoint(0), of(index).endpoint(1)];
    return {
      transport: () => 'quic',
      flow: (index) => this.numberOf(index),
      state: (index) => this.#state(index),
      handshake: (index) => this.#handshake(index),
      guessed: (index) => of(index).isRoleGuessed,
      'ip.version': (index) => of(index).paths[0].ipVersion,
      rtt: (index) => this.examined(index).rttMin,
      'rtt.max': (index) => this.examined(index).rttMax,
      'rtt.handshake': (index) => this.examined(index).handshakeRtt,
      start: (index) => of(index).startNs / 1e9,
      end: (index) => of(index).endNs / 1e9,
      duration: (index) => this.durationNs(index) / 1e9,
      rate: (index) => this.rate(index),
      client: (index) => of(index).endpoint(0).address,
      server: (index) => of(index).endpoint(1).address,
      address: (index) => ends(index).map(({ address }) => address),
      'client.port': (index) => of(index).endpoint(0).port,
      'server.port': (index) => of(index).endpoint(1).port,
      port: (index) => ends(index).map(({ port }) => port),
    };
  }

  /** @returns {Record<string, (index: number) => Known>} */
  #ofContent() {
    const rows = (/** @type {number} */ index, /** @type {number} */ kind) => {
      const { table } = this.#messages;
      return table === null ? [] : table.rowsOf(index).filter((row) => table.kind[row] === kind);
    };
    const table = () =>
      /** @type {import('../../protocols/model/message-table.js').MessageTable} */ (this.#messages.table);
    const requests = (/** @type {number} */ index) => rows(index, REQUEST).map((row) => requestName(table(), row));
    return {
      protocol: (index) => known([this.protocolOf(index), this.#alpnOf(index)]),
      host: (index) => {
        const { client, server } = this.#namesOf(index);
        const asked = rows(index, REQUEST).map((row) => requestedServer(table(), row, this.#hosts));
        return known([client, server, ...asked, ...requests(index).map(({ host }) => host)]);
      },
      target: (index) => known(requests(index).map(({ target }) => target)),
      method: (index) => known(requests(index).map(({ method }) => method)),
      status: (index) => known(rows(index, RESPONSE).map((row) => table().status[row])),
      requests: (index) => this.#messages.counts(index).requests,
      'tls.sni': (index) => this.#quic.connections[index].handshake.sni,
      'tls.version': () => 'TLS 1.3', // the only one (RFC 9001 section 4.2)
    };
  }

  /** @returns {Record<string, (index: number) => Known>} */
  #ofVerdict() {
    return {
      finding: (index) => {
        const findings = this.findings(index);
        return (findings.length > 0 ? findings : [this.verdict(index)]).flatMap(({ code, title }) => [code, title]);
      },
      severity: (index) => this.verdict(index).severity,
      failed: (index) => hasFailed(this.verdict(index).severity, this.#handshake(index)),
      cost: (index) => this.verdict(index).costSeconds,
      limit: (index) => this.verdict(index).limit?.cause ?? null,
      'limit.share': (index) => this.verdict(index).limit?.share ?? null,
    };
  }

  /**
   * A figure of both directions, and of each.
   * @param {string} name @param {(index: number, direction: number) => number|null} read
   * @returns {Record<string, (index: number) => Known>}
   */
  #ofDirections(name, read) {
    return {
      [name]: (index) => sumOf([read(index, 0), read(index, 1)]),
      [`client.${name}`]: (index) => read(index, 0),
      [`server.${name}`]: (index) => read(index, 1),
    };
  }

  /** @param {number} index */
  #state(index) {
    return stateOf(this.#quic.connections[index], this.#ingest.durationNs);
  }

  /** How the handshake ended, as of TCP's connections. @param {number} index */
  #handshake(index) {
    const { odcid, sent, hasHandshakeDone } = this.#quic.connections[index];
    if (odcid < 0) return 'not_captured';
    if (sent[1].packets === 0) return 'unanswered';
    return hasHandshakeDone || sent[1].packetsOf[PACKET.ONE_RTT] > 0 ? 'complete' : 'unfinished';
  }

  /** @param {number} index @returns {string|null} */
  #alpnOf(index) {
    const { alpn, offeredAlpn } = this.#quic.connections[index].handshake;
    return alpn ?? offeredAlpn[0] ?? null;
  }

  /** Names of the ends: the server's as the client asked for it. @param {number} index */
  #namesOf(index) {
    const connection = this.#quic.connections[index];
    const { names } = this.#ingest;
    const { sni } = connection.handshake;
    const nameOf = (/** @type {number} */ end) =>
      names.at(connection.endpoint(end).address, connection.startNs)?.name ?? null;
    return { client: nameOf(0), server: sni !== null && isHostName(sni) ? sni : nameOf(1) };
  }

  /** @param {number} index */
  #lostOf(index) {
    const [asked, answered] = this.examined(index).lost;
    return sumOf([asked, answered]);
  }

  /** @param {number} index @param {'bytes'|'packets'} figure */
  #sum(index, figure) {
    const { sent } = this.#quic.connections[index];
    return sent[0][figure] + sent[1][figure];
  }

  /** What was found out about its packets; kept. @param {number} index @returns {Kept} */
  examined(index) {
    const kept = this.#kept.get(index);
    if (kept !== undefined && kept.stamp === this.#stampOf(index)) return kept;
    return this.#keep(index, this.connections.examine(index));
  }

  /** @param {number} index @param {Examination} examined @returns {Kept} */
  #keep(index, examined) {
    if (this.#kept.size >= MAX_KEPT_QUIC_CONNECTIONS) this.#kept.clear();
    const found = { stamp: this.#stampOf(index), ...this.#leftOf(index, examined) };
    this.#kept.set(index, found);
    return found;
  }

  /**
   * What is known of a connection changes as packets come, as they are opened, and as time passes.
   * @param {number} index
   */
  #stampOf(index) {
    const { packets, sent } = this.#quic.connections[index];
    const opened = sent.reduce((sum, { openedOf }) => sum + openedOf.reduce((all, one) => all + one, 0), 0);
    return `${packets} ${opened} ${this.#state(index)}`;
  }

  /** @param {number} index @param {Examination} examined @returns {Omit<Kept, 'stamp'>} */
  #leftOf(index, { described, losses, limits, roundTrips }) {
    const ways = [described.clientToServer, described.serverToClient];
    const { findings, unobservable, handshakeRtt } = described;
    return {
      findings,
      unobservable,
      verdict: quicVerdict(this.#quic.connections[index], findings, limits),
      lost: ways.map(({ lostPackets }) => lostPackets ?? null),
      ackEliciting: ways.map(({ ackElicitingPackets }) => ackElicitingPackets),
      lostNs: [lostNs(losses[0]), lostNs(losses[1])],
      trips: longer(roundTrips),
      ...rttRange(ways, handshakeRtt),
      handshakeRtt,
    };
  }
}

/** @param {readonly import('../../transport/quic/sent.js').QuicLoss[]} losses */
const lostNs = (losses) => losses.flatMap(({ isEliciting, timeNs }) => (isEliciting ? [timeNs] : []));

/** The ends of each path. @param {import('../../quicflow/connections/connection.js').Connection} connection */
const endsOf = (connection) =>
  connection.paths.map(
    (path) => /** @type {[Endpoint, Endpoint]} */ ([0, 1].map((end) => connection.endpoint(end, path))),
  );

/** The same as texts. @param {import('../../quicflow/connections/connection.js').Connection} connection */
const endsKeys = (connection) => endsOf(connection).map((ends) => ends.map(endpointText).join(' '));

/** @param {string} name of a field @returns {number[]} */
function directionsOf(name) {
  if (name.startsWith('client.')) return [0];
  return name.startsWith('server.') ? [1] : [0, 1];
}

/** @param {(number|null)[]} values @returns {number|null} null: none is known */
function sumOf(values) {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

/**
 * @template T
 * @param {(T|null)[]} values @returns {T[]} those that are known, without duplicates
 */
const known = (values) => [...new Set(values.filter((value) => value !== null))];

/** @param {{ address: string, port: number }} endpoint */
const endpointText = ({ address, port }) => (address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`);
