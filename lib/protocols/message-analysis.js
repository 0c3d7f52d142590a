/** The messages of all connections: parses the bytes of every stream, and answers queries about the results. */
import { streamMessages, webSocketGaps } from './contents/stream-messages.js';
import { describeMessage, firstRequestedServer, requestName } from './describe-message.js';
import { endsWithClose } from './http1/ends-with-close.js';
import { REQUEST, VERSION_PREFIX } from './http1/start-line.js';
import { describeHttp2 } from './http2/describe.js';
import { Http2Facts } from './http2/side-facts.js';
import { describeHttp3 } from './http3/describe.js';
import { exchangesOf, requestTimings, spansOf } from './model/exchanges.js';
import { FlowFacts } from './model/flow-facts.js';
import { messageHost } from './model/message-host.js';
import { MESSAGE_FLAG, MessageTable } from './model/message-table.js';
import { pipeliningOf } from './model/pipelining.js';
import { KnownTexts } from './model/text-cache.js';
import {
  firstRequestNs,
  hasFailedRequest,
  hasUnfinished,
  hasWait,
  lastAnswered,
  markProblemFlows,
} from './model/unfinished.js';
import { openInner } from './open-stream.js';
import { StreamRouter } from './stream-router.js';
import { hasFailedHandshake } from './tls/connection.js';
import { describeFragment } from './webmux/describe.js';
import { MuxTable } from './webmux/mux-table.js';

/** @typedef {import('../transport/streams.js').StreamSink} StreamSink */

/** @typedef {import('./stream-router.js').FlowRoles} FlowRoles */
/** @typedef {import('./http1/parser.js').Http1Parser} Http1Parser */

/** A person notices what windows of HTTP/2 held back for so long (Miller 1968). */
const LONG_STALLED_NS = 100e6;

/** @implements {StreamSink} */
export class MessageAnalysis {
  #flows;
  #facts;
  /** @type {import('./host.js').MessageHost} */
  #host;
  /** Facts about TLS connections. @type {Map<number, import('./tls/connection.js').TlsInfo>} */
  #tls = new Map();
  /**
   * Whose connections proxies pass on.
   * @type {Map<number, import('./tunnels/proxy-protocol/proxy-header.js').Proxied>}
   */
  #proxied = new Map();
  /**
   * Facts about HTTP/2: one per connection, except inside tunnels.
   * @type {Map<number, import('./http2/side-facts.js').Http2Facts[]>}
   */
  #http2 = new Map();
  /** Facts about HTTP/3. @type {Map<number, import('./http3/facts.js').Http3Facts>} */
  #http3 = new Map();
  #table;
  #router;
  #hosts = new KnownTexts();
  /** The capture's WebMUX fragments. */
  mux = new MuxTable();
  /** See `StreamSink`. */
  needle = VERSION_PREFIX;

  /**
   * @param {object} options
   * @param {boolean} options.keep whether messages are kept, not only counted
   * @param {FlowRoles} options.flows
   * @param {Http1Parser} options.http1 the engine's parser of HTTP/1
   * @param {boolean} [options.isInStreams] whether it belongs to the engine that delivers the streams, and reads them
   *   by itself
   * @param {import('./tls/ciphers.js').Ciphers|null} [options.ciphers] null: TLS is not decrypted
   * @param {import('./tls/key-log.js').KeyLog|null} [options.keyLog]
   * @param {import('./bodies/collector.js').BodyTaker|null} [options.body] consumer of a body: only that connection is
   *   parsed
   * @param {import('./decode-as.js').DecodeAs|null} [options.decodeAs] the user's choice of connections' protocols
   * @param {Partial<import('./host.js').MessageHost>} [options.names] consumer of names of addresses
   * @param {(flow: number) => import('../name-resolution/look-ups.js').LookUp | null} [options.lookUpOf]
   */
  constructor({
    keep,
    flows,
    http1,
    isInStreams = false,
    ciphers = null,
    keyLog = null,
    body = null,
    decodeAs = null,
    names = {},
    lookUpOf = () => null,
  }) {
    this.lookUpOf = lookUpOf;
    this.#facts = new FlowFacts();
    this.#flows = flows;
    this.#host = messageHost({
      http1,
      flows,
      facts: this.#facts,
      mux: this.mux,
      tls: this.#tls,
      proxied: this.#proxied,
      http2: this.#http2,
      http3: this.#http3,
      openStream: (inside) => openInner(this.#host, this.#table, inside),
      forgetPipelining: (flow) => this.#forgetPipelining(flow),
    });
    Object.assign(this.#host, names);
    this.#host.body = body;
    this.#host.tls.ciphers = ciphers;
    this.#host.tls.keyLog = keyLog;
    this.#table = keep ? new MessageTable() : null;
    this.#router = new StreamRouter(this.#host, this.#table, flows, this.#facts, {
      isInStreams: isInStreams && body === null && decodeAs === null,
      decodeAs,
    });
  }

  /** All messages; null when they are only counted. */
  get table() {
    return this.#table;
  }

  /** All of its state, for a report. */
  get kept() {
    this.#router.refresh();
    return {
      table: this.#table?.kept ?? null,
      facts: this.#facts.kept,
      tls: this.#tls,
      proxied: this.#proxied,
      http2: new Map(Array.from(this.#http2, ([flow, all]) => [flow, all.map((facts) => facts.kept)])),
      http2Frames: this.#host.http2Frames.kept,
      http3: this.#http3,
      mux: this.mux.kept,
    };
  }

  /** @param {MessageAnalysis['kept']} kept */
  restore({ table, facts, tls, proxied, http2, http2Frames, http3, mux }) {
    if (table !== null) this.#table?.restore(table);
    this.#facts.restore(facts);
    for (const [flow, info] of tls) this.#tls.set(flow, info);
    for (const [flow, found] of proxied) this.#proxied.set(flow, found);
    this.#host.http2Frames.restore(http2Frames);
    for (const [flow, all] of http2) {
      this.#http2.set(
        flow,
        all.map((one) => Http2Facts.restored(one, this.#host.http2Frames)),
      );
    }
    for (const [flow, found] of http3) this.#http3.set(flow, found);
    this.mux.restore(mux);
  }

  /** @type {StreamSink['onBatch']} */
  onBatch = () => this.#host.http1.takeHeads();

  /** @type {StreamSink['onData']} */
  onData(flow, endpoint, streamOffset, bytes, start, end, at) {
    return this.#router.onData(flow, endpoint, streamOffset, bytes, start, end, at);
  }

  /** @type {StreamSink['onGap']} */
  onGap(flow, endpoint, streamOffset, length, at) {
    return this.#router.onGap(flow, endpoint, streamOffset, length, at);
  }

  /** @type {StreamSink['onEnd']} */
  onEnd(flow, endpoint, how, at) {
    this.#router.onEnd(flow, endpoint, how, at);
  }

  /**
   * A reader of QUIC's streams, whose messages are among the others.
   * @param {typeof import('./http3/quic-streams.js').QuicStreams} Reader loaded only where there is QUIC
   */
  readQuic(Reader) {
    return new Reader(this.#host, this.#table);
  }

  /**
   * @param {number} flow
   * @returns {{ requests: number, responses: number, pipelinedRequests: number, maxPipelineDepth: number }} responses
   *   are final ones: not 1xx except 101. The depth is the most unanswered requests at a time, including the newest.
   */
  counts(flow) {
    return this.#facts.counts(flow);
  }

  /** Requests of all connections. */
  get requestCount() {
    return this.#facts.requestCount;
  }

  /** @param {number} flow @returns {ReturnType<FlowFacts['protocolOf']>} */
  protocolOf(flow) {
    return this.#facts.protocolOf(flow) ?? this.#router.nameOf(flow);
  }

  /** How sure a protocol is that its framing alone shows, from mid-connection; null: others. @param {number} flow */
  protocolConfidenceOf(flow) {
    return this.#facts.confidenceOf(flow);
  }

  /**
   * Whether a connection has a request without a response, or an incomplete response.
   * @param {number} flow
   * @param {boolean} [mayLack] bytes that were not captured, but may have been lost before the capture point
   * @returns {boolean} false where messages are not kept, or some were lost to the capture or to a limit
   */
  hasUnfinished(flow, mayLack = false) {
    const isRead = mayLack ? this.#facts.lacksBytesAtMost(flow) : !this.#facts.hasWarnings(flow);
    return this.#table !== null && isRead && hasUnfinished(this.#table, flow);
  }

  /**
   * Whether a response of a connection came so long after its request; false where messages are not kept.
   * @param {number} flow
   * @param {number} leastNs
   */
  hasWait(flow, leastNs) {
    return this.#table !== null && hasWait(this.#table, flow, leastNs);
  }

  /** The request whose answer is a connection's last message; −1: none. @param {number} flow */
  lastAnswered(flow) {
    return this.#table === null ? -1 : lastAnswered(this.#table, flow);
  }

  /**
   * Whether a response came that ends only with its connection, so long before that.
   * @param {number} row of its request @param {number} closedNs @param {number} leastNs
   */
  isHeldOpen(row, closedNs, leastNs) {
    const table = this.#table;
    if (table === null || row < 0 || closedNs - table.endNs[table.pair[row]] < leastNs) return false;
    return endsWithClose(table, row);
  }

  /** When a connection's first request began; null where none is known. @param {number} flow */
  firstRequestNs(flow) {
    return this.#table === null ? null : firstRequestNs(this.#table, flow);
  }

  /**
   * Whether a connection's TLS handshake failed, a request of it failed or many were turned away, an end closed its
   * HTTP/2 with an error, or held data back for long.
   * @param {number} flow
   */
  hasFailed(flow) {
    return (
      this.#hasFailedTls(flow) ||
      this.#isHttp2InTrouble(flow) ||
      (this.#table !== null && hasFailedRequest(this.#table, flow))
    );
  }

  /** @param {number} flow */
  #hasFailedTls(flow) {
    const tls = this.#tls.get(flow);
    return tls !== undefined && hasFailedHandshake(tls);
  }

  /** @param {number} flow */
  #isHttp2InTrouble(flow) {
    return (this.#http2.get(flow) ?? []).some(({ sides }) =>
      sides.some(
        ({ goAway, flow: { stalledNs, blocked } }) =>
          (goAway?.error ?? 0) !== 0 || stalledNs >= LONG_STALLED_NS || blocked.length > 0,
      ),
    );
  }

  /**
   * Reports for all connections what `hasUnfinished`, `hasWait` and `hasFailed` return for one, at each occurrence.
   * @param {Uint8Array} isKnown by connection: not of interest @param {number} leastNs
   * @param {import('./model/unfinished.js').ProblemSink} problems
   */
  markProblemFlows(isKnown, leastNs, problems) {
    if (this.#table === null) return;
    markProblemFlows(this.#table, isKnown, leastNs, {
      unfinished: (flow) => {
        if (this.#facts.lacksBytesAtMost(flow)) problems.unfinished(flow);
      },
      waiting: problems.waiting,
      begun: problems.begun,
      failed: problems.failed,
      answered: problems.answered,
    });
    for (const flow of this.#tls.keys()) if (this.#hasFailedTls(flow)) problems.failed(flow);
    for (const flow of this.#http2.keys()) if (this.#isHttp2InTrouble(flow)) problems.failed(flow);
  }

  /**
   * @param {number} flow
   * @returns {{ code: string, message: string }[]} what went wrong with the connection's messages
   */
  warningsOf(flow) {
    return this.#facts.warningsOf(flow);
  }

  /**
   * Connections that speak TLS, and those whose content could be read.
   * @returns {{ tls: number, decrypted: number }}
   */
  get encryption() {
    let decrypted = 0;
    for (const info of this.#tls.values()) decrypted += Number(info.decrypted);
    return { tls: this.#tls.size, decrypted };
  }

  /** Whether the key log has grown since keys were first missing: another reading may decrypt more. */
  get hasLateSecrets() {
    const { keyLog, waiting } = this.#host.tls;
    return keyLog !== null && keyLog.version > waiting.missedAtVersion;
  }

  /** @param {number} flow @returns {import('./tunnels/proxy-protocol/proxy-header.js').Proxied|null} */
  proxiedOf(flow) {
    return this.#proxied.get(flow) ?? null;
  }

  /** @param {number} flow @returns {import('./tls/connection.js').TlsInfo|null} null: no TLS */
  tlsOf(flow) {
    return this.#tls.get(flow) ?? null;
  }

  /** @param {number} flow as `http2` of `analyze --json`; null: no HTTP/2 */
  describeHttp2(flow) {
    const facts = this.#http2.get(flow);
    return facts === undefined ? null : describeHttp2(facts[0], this.#flows.clientEndpoint(flow));
  }

  /** @param {number} flow a connection of QUIC, as `http` and `http3` of `analyze --json` */
  describeQuic(flow) {
    const { requests, responses } = this.counts(flow);
    const facts = this.#http3.get(flow);
    const client = this.#flows.clientEndpoint(flow);
    return { http: { requests, responses }, http3: facts === undefined ? undefined : describeHttp3(facts, client) };
  }

  /** @param {number} flow @returns {import('./http2/side-facts.js').Http2Facts[]} */
  http2Of(flow) {
    return this.#http2.get(flow) ?? [];
  }

  /** @param {number} flow @returns {number[]} indexes into the table, in the order in which the heads were complete */
  messagesOf(flow) {
    this.#router.refresh(flow);
    return this.#table?.rowsOf(flow) ?? [];
  }

  /** @returns {number[]} indexes of all messages, ordered by the frame of their first byte */
  inOrder() {
    const table = this.#table;
    if (table === null) return [];
    this.#router.refresh();
    return Array.from({ length: table.count }, (_, index) => index).sort(
      (a, b) => table.firstFrame[a] - table.firstFrame[b] || a - b,
    );
  }

  /**
   * @param {number} flow
   * @returns {ReturnType<typeof requestName>|null} the flow's first request; null without one
   */
  firstRequest(flow) {
    const row = this.#table?.firstRequestOf(flow) ?? -1;
    return this.#table === null || row < 0 ? null : requestName(this.#table, row);
  }

  /** The server's name in the flow's first request; null without one. @param {number} flow */
  requestedServer(flow) {
    return this.#table === null ? null : firstRequestedServer(this.#table, flow, this.#hosts);
  }

  /** @param {number} flow @returns {string[]} hosts and targets of the flow's requests, for a search */
  searchTexts(flow) {
    const table = this.#table;
    if (table === null) return [];
    return table
      .rowsOf(flow)
      .filter((row) => table.kind[row] === REQUEST)
      .map((row) => {
        const { target, host } = requestName(table, row);
        return `${host ?? ''} ${target ?? ''}`;
      });
  }

  /** @param {number} index into the table @returns {number} the message's flow, −1: there is no such message */
  flowOf(index) {
    return this.#table !== null && index < this.#table.count ? this.#table.flow[index] : -1;
  }

  /**
   * @param {number} flow
   * @param {import('./model/exchanges.js').RoundTrips} rtt
   * @returns {ReturnType<typeof requestTimings>} by the index of each request
   */
  timingsOf(flow, rtt) {
    return this.#table === null ? new Map() : requestTimings(this.#table, this.messagesOf(flow), rtt);
  }

  /**
   * The gap before each message of the connection's WebSockets.
   * @param {number} flow
   * @returns {ReturnType<typeof webSocketGaps>} by row
   */
  webSocketGaps(flow) {
    return this.#table === null ? new Map() : webSocketGaps(this.#table, this.messagesOf(flow));
  }

  /**
   * The messages of the stream that a request opened.
   * @param {number} flow @param {number} request its row
   * @returns {ReturnType<typeof streamMessages>} null: none
   */
  streamMessages(flow, request) {
    if (this.#table === null) return null;
    return streamMessages(this.#table, request, this.messagesOf(flow), this.#flows.clientEndpoint(flow));
  }

  /**
   * Totals of a connection's exchanges.
   * @param {number} flow @param {import('./model/exchanges.js').RoundTrips} rtt
   * @returns {import('./model/pipelining.js').Pipelining|null} null: messages are only counted
   */
  pipeliningOf(flow, { path }) {
    return this.#table === null ? null : pipeliningOf(exchangesOf(spansOf(this.#table, this.messagesOf(flow)), path));
  }

  /**
   * The exchanges of all connections, for their pages.
   * @param {(flow: number) => import('./model/exchanges.js').RoundTrips} rttOf of a connection
   * @param {(row: number) => import('./describe-message.js').Message} [describe] a message
   * @returns {import('./model/pages.js').PagedExchange[]}
   */
  exchanges(rttOf, describe = (row) => this.describe(row)) {
    if (this.#table === null) return [];
    this.#router.refresh();
    const { flow: flows, count } = this.#table;
    return [...new Set(flows.subarray(0, count))].flatMap((flow) => {
      const { handshake, path } = rttOf(flow);
      return exchangesOf(this.messagesOf(flow).map(describe), path).map((exchange) => ({ exchange, handshake }));
    });
  }

  /**
   * @param {number} index into the table
   * @param {import('./describe-message.js').Message['timings']} [timings] of a request
   * @returns {import('./describe-message.js').Message} as `analyze --messages` prints it
   */
  describe(index, timings) {
    if (this.#table === null) throw new Error('messages were only counted, not kept');
    const flow = this.#table.flow[index];
    const message = describeMessage(
      this.#table,
      index,
      this.#flows.clientEndpoint(flow),
      this.#flows.number?.(flow) ?? flow,
    );
    return timings === undefined ? message : Object.assign(message, { timings });
  }

  /** @param {number} row of `mux` @returns {import('./webmux/describe.js').MuxFragment} as `analyze --mux` prints it */
  describeFragment(row) {
    const { flow } = this.mux.connections[this.mux.connection[row]];
    return describeFragment(this.mux, row, this.#flows.clientEndpoint(flow), this.#flows.number?.(flow) ?? flow);
  }

  /** Connections of which bytes or a parser are held in memory. */
  get openConnections() {
    return this.#router.openConnections;
  }

  /**
   * Without the other direction it is unknown what was answered when.
   * @param {number} flow
   */
  #forgetPipelining(flow) {
    if (!this.#facts.forgetPipelining(flow) || this.#table === null) return;
    for (const index of this.#table.rowsOf(flow)) this.#table.flags[index] &= ~MESSAGE_FLAG.PIPELINED;
  }
}
