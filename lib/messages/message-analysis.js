/** The messages of all connections: looks at each connection's first bytes, picks a protocol, hands the bytes to its parser. */
import { describeMessage, requestName } from './describe.js';
import { requestTimings } from './exchanges.js';
import { describeHttp2 } from './http2/describe.js';
import { FrameBudget } from './http2/frame-log.js';
import { Http1Connection } from './http1/connection.js';
import { PAUSED } from './http1/half.js';
import { REQUEST, VERSION_PREFIX } from './http1/start-line.js';
import { MESSAGE_FLAG, MessageTable, grown } from './message-table.js';
import { WARNING, describeWarnings } from './notes.js';
import { openConversation } from './protocols.js';
import { SIGNATURE_NAMES, signatureOf } from './signatures.js';
import { PROTOCOL, sniff } from './sniff.js';
import { describeFragment } from './webmux/describe.js';
import { MuxTable } from './webmux/mux-table.js';
import { WaitingBudget } from './tls/connection.js';

/** @typedef {import('../tcpflow/reassembly/stream-sink.js').Place} Place */
/** @typedef {import('../tcpflow/reassembly/stream-sink.js').StreamSink} StreamSink */

/**
 * What is asked of the flow table.
 * @typedef {object} FlowRoles
 * @property {(flow: number) => boolean} wasRoleGuessed whether no handshake had said who is the client by the segment that is being handed on
 * @property {(flow: number) => 0|1} clientEndpoint
 * @property {(flow: number, endpoint: 0|1) => void} setClient
 * @property {(flow: number, endpoint: 0|1) => void} wake has the stream's next bytes handed on again, after a wanted offset far ahead
 * @property {(flow: number, endpoint: 0|1, on: boolean) => void} skim whether segments that are cut, and hold no start line's version, are not to be handed on
 * @property {(flow: number) => number} [number] the flow's number as users see it, where that is not `flow`
 */

/** Stages of one direction. */
const FRESH = 0;
/** HTTP/1.x, as nearly all that is not opaque: straight to its parser. */
const HTTP1 = 1;
/** Another protocol, or not known yet: to the flow's conversation. */
const OTHER = 2;
const OVER = 3;

/** Columns of `#counts`, a row per flow. */
const REQUESTS = 0;
const RESPONSES = 1;
const PIPELINED = 2;
const DEPTH = 3;
const COUNTS = 4;

/** Codes of `#protocols`. */
const PROTOCOLS = /** @type {const} */ ([null, 'http/1.0', 'http/1.1', 'http/2', 'websocket', 'tls', 'webmux']);
/** A connection that speaks one of these goes by it, whatever HTTP/1 its sessions or tunnels carry. */
const CARRYING = new Set([PROTOCOLS.indexOf('webmux'), PROTOCOLS.indexOf('http/2')]);

/** @typedef {import('./stream-parser.js').StreamParser} StreamParser */

const FIRST_FLOWS = 64;
/** Parsers of ended connections that are kept for the next ones. */
const MAX_SPARE_PARSERS = 256;

/** @implements {StreamSink} */
export class MessageAnalysis {
  #flows;
  #stages = new Uint8Array(FIRST_FLOWS * 2);
  #protocols = new Uint8Array(FIRST_FLOWS);
  /** What flows speak that is only named: places in `SIGNATURE_NAMES`. */
  #signatures = new Uint8Array(FIRST_FLOWS);
  #versionIsAnswered = new Uint8Array(FIRST_FLOWS);
  #warnings = new Uint8Array(FIRST_FLOWS);
  #counts = new Int32Array(FIRST_FLOWS * COUNTS);
  /** The parsers; those of `#spare` wait for a connection. @type {(Http1Connection|null)[]} */
  #parsers = [];
  /** A flow's place in `#parsers` plus one; 0: the flow has none. */
  #places = new Int32Array(FIRST_FLOWS);
  /** Places in `#parsers` that no connection uses. @type {number[]} */
  #spare = [];
  /** Of the flows that carry something else than plain HTTP/1.x. @type {Map<number, StreamParser>} */
  #conversations = new Map();
  /** What is known of TLS connections. @type {Map<number, import('./tls/connection.js').TlsInfo>} */
  #tls = new Map();
  /** What is known of HTTP/2: one for a connection, but for what tunnels may hold. @type {Map<number, import('./http2/side-facts.js').Http2Facts[]>} */
  #http2 = new Map();
  #table;
  /** The capture's WebMUX fragments. */
  mux = new MuxTable();
  /** Requests of all connections. */
  requestCount = 0;
  /** See `StreamSink`. */
  needle = VERSION_PREFIX;

  /**
   * @param {object} options
   * @param {boolean} options.keep whether messages are kept, not only counted
   * @param {FlowRoles} options.flows
   * @param {import('./tls/ciphers.js').Ciphers|null} [options.ciphers] null: TLS is not decrypted
   * @param {import('./tls/key-log.js').KeyLog|null} [options.keyLog]
   * @param {import('./bodies/collector.js').BodyCollector|null} [options.body] who wants a body: only that connection is looked at
   * @param {Partial<Pick<import('./protocols.js').MessageHost, 'onDns'|'onServerName'>>} [options.names] who wants the names of addresses
   */
  constructor({ keep, flows, ciphers = null, keyLog = null, body = null, names = {} }) {
    Object.assign(this.#host, names);
    this.#host.body = body;
    this.#flows = flows;
    this.#host.tls.ciphers = ciphers;
    this.#host.tls.keyLog = keyLog;
    this.#table = keep ? new MessageTable() : null;
  }

  /** All messages; null when they are only counted. */
  get table() {
    return this.#table;
  }

  /** @type {StreamSink['onData']} */
  onData(flow, endpoint, streamOffset, bytes, start, end, at) {
    if (flow >= this.#protocols.length) this.#grow(flow);
    const stage = this.#stages[flow * 2 + endpoint];
    if (stage === OVER) return Infinity;
    if (stage === HTTP1) return this.#feed(flow, endpoint, streamOffset, bytes, start, end, at);
    if (this.#host.body !== null && this.#host.body.flow !== flow) return Infinity;
    if (start >= end) return streamOffset;
    if (streamOffset === 0 && stage === FRESH) this.#signatures[flow] ||= signatureOf(bytes, start, end);
    if (stage === FRESH && this.#isHttp1(flow, endpoint, bytes, start, end)) {
      this.#stages[flow * 2 + endpoint] = HTTP1;
      return this.#feed(flow, endpoint, streamOffset, bytes, start, end, at);
    }
    const wanted = this.#conversationOf(flow, at)?.push(endpoint, streamOffset, bytes, start, end, at) ?? Infinity;
    return this.#afterOther(flow, endpoint, wanted === PAUSED ? streamOffset + end - start : wanted);
  }

  /** @type {StreamSink['onGap']} */
  onGap(flow, endpoint, streamOffset, length, at) {
    if (flow >= this.#protocols.length) this.#grow(flow);
    const place = flow * 2 + endpoint;
    if (this.#stages[place] === OVER) return Infinity;
    const isUntold = this.#stages[place] === FRESH && !this.#openParser(flow)?.isConfirmed;
    if (isUntold || this.#conversations.has(flow)) return this.#afterOther(flow, endpoint, this.#conversationOf(flow, at)?.gap(endpoint, streamOffset, length, at) ?? Infinity);
    this.#stages[place] = HTTP1;
    const parser = this.#parserOf(flow);
    parser.halves[endpoint].gap(streamOffset, length, at);
    return this.#after(parser, flow, endpoint);
  }

  /** @type {StreamSink['onEnd']} */
  onEnd(flow, endpoint, how, at) {
    if (flow >= this.#protocols.length) this.#grow(flow);
    if (this.#stages[flow * 2 + endpoint] === OTHER) this.#conversations.get(flow)?.end(endpoint, how, at);
    this.#stages[flow * 2 + endpoint] = OVER;
    if (this.#stages[flow * 2 + 1 - endpoint] === OVER) this.#conversations.delete(flow);
    const parser = this.#openParser(flow);
    if (parser === null) return;
    parser.halves[endpoint].end(how, at);
    if (parser.isOver) this.#release(parser, flow);
  }

  /**
   * @param {number} flow
   * @returns {{ requests: number, responses: number, pipelinedRequests: number, maxPipelineDepth: number }} responses are final ones:
   *   not 1xx but 101. The depth counts the requests without an answer at once, the newest included.
   */
  counts(flow) {
    const row = flow * COUNTS;
    const counts = this.#counts;
    return {
      requests: counts[row + REQUESTS] ?? 0, responses: counts[row + RESPONSES] ?? 0,
      pipelinedRequests: counts[row + PIPELINED] ?? 0, maxPipelineDepth: counts[row + DEPTH] ?? 0,
    };
  }

  /**
   * @param {number} flow
   * @returns {typeof PROTOCOLS[number]|typeof SIGNATURE_NAMES[number]} for HTTP/1 the version of the first response, before that of the first request; what
   *   is not dissected by its first bytes
   */
  protocolOf(flow) {
    return PROTOCOLS[this.#protocols[flow] ?? 0] ?? SIGNATURE_NAMES[this.#signatures[flow] ?? 0];
  }

  /** @param {number} flow @returns {{ code: string, message: string }[]} what went wrong with the connection's messages */
  warningsOf(flow) {
    return describeWarnings(this.#warnings[flow] ?? 0);
  }

  /** Connections that speak TLS, and those whose content could be read. @returns {{ tls: number, decrypted: number }} */
  get encryption() {
    let decrypted = 0;
    for (const info of this.#tls.values()) decrypted += Number(info.decrypted);
    return { tls: this.#tls.size, decrypted };
  }

  /** @param {number} flow @returns {import('./tls/connection.js').TlsInfo|null} null: no TLS */
  tlsOf(flow) {
    return this.#tls.get(flow) ?? null;
  }

  /** @param {number} flow as `analyze --json` has it under `http2`; null: no HTTP/2 */
  describeHttp2(flow) {
    const [facts] = this.http2Of(flow);
    return facts === undefined ? null : describeHttp2(facts, this.#flows.clientEndpoint(flow));
  }

  /** @param {number} flow @returns {import('./http2/side-facts.js').Http2Facts[]} */
  http2Of(flow) {
    return this.#http2.get(flow) ?? [];
  }

  /** @param {number} flow @returns {number[]} indexes into the table, in the order in which the heads were complete */
  messagesOf(flow) {
    return this.#table?.rowsOf(flow) ?? [];
  }

  /** @returns {number[]} indexes of all messages, ordered by the frame of their first byte */
  inOrder() {
    const table = this.#table;
    if (table === null) return [];
    return Array.from({ length: table.count }, (_, index) => index)
      .sort((a, b) => table.firstFrame[a] - table.firstFrame[b] || a - b);
  }

  /** @param {number} flow @returns {{ target: string|null, host: string|null }|null} the flow's first request; null without one */
  firstRequest(flow) {
    const table = this.#table;
    if (table === null) return null;
    let row = table.firstOf(flow);
    while (row >= 0 && table.kind[row] !== REQUEST) row = table.nextOfFlow[row];
    return row < 0 ? null : requestName(table, row);
  }

  /** @param {number} flow @returns {string[]} hosts and targets of the flow's requests, for a search */
  searchTexts(flow) {
    const table = this.#table;
    if (table === null) return [];
    return table.rowsOf(flow).filter((row) => table.kind[row] === REQUEST).map((row) => {
      const { target, host } = requestName(table, row);
      return `${host ?? ''} ${target ?? ''}`;
    });
  }

  /** @param {number} index into the table @returns {number} the message's flow, −1: there is no such message */
  flowOf(index) {
    return this.#table !== null && index < this.#table.count ? this.#table.flow[index] : -1;
  }

  /** @param {number} flow @param {number|null} rttSeconds its handshake's @returns {ReturnType<typeof requestTimings>} by the index of each request */
  timingsOf(flow, rttSeconds) {
    return this.#table === null ? new Map() : requestTimings(this.#table, this.#table.rowsOf(flow), rttSeconds);
  }

  /**
   * @param {number} index into the table
   * @param {import('./describe.js').Message['timings']} [timings] of a request
   * @returns {import('./describe.js').Message} as `analyze --messages` prints it
   */
  describe(index, timings) {
    if (this.#table === null) throw new Error('messages were only counted, not kept');
    const flow = this.#table.flow[index];
    const message = describeMessage(this.#table, index, this.#flows.clientEndpoint(flow), this.#flows.number?.(flow) ?? flow);
    return timings === undefined ? message : { ...message, timings };
  }

  /** @param {number} row of `mux` @returns {import('./webmux/describe.js').MuxFragment} as `analyze --mux` prints it */
  describeFragment(row) {
    const { flow } = this.mux.connections[this.mux.connection[row]];
    return describeFragment(this.mux, row, this.#flows.clientEndpoint(flow), this.#flows.number?.(flow) ?? flow);
  }

  /** Connections whose parser is held in memory. */
  get openConnections() {
    return this.#parsers.length - this.#spare.length;
  }

  /**
   * @param {number} flow
   * @param {0|1} endpoint
   * @param {number} streamOffset
   * @param {Uint8Array} bytes
   * @param {number} start
   * @param {number} end
   * @param {Place} at
   */
  #feed(flow, endpoint, streamOffset, bytes, start, end, at) {
    const parser = this.#parserOf(flow);
    parser.halves[endpoint].push(streamOffset, bytes, start, end, at);
    return this.#after(parser, flow, endpoint);
  }

  /**
   * Lets go of a direction that is no HTTP (any more), and of the parser when neither is.
   * @param {Http1Connection} parser
   * @param {number} flow
   * @param {0|1} endpoint
   */
  #after(parser, flow, endpoint) {
    const half = parser.halves[endpoint], other = parser.halves[1 - endpoint], wanted = half.wanted;
    half.isPaused = wanted === PAUSED;
    if (other.isPaused) {
      other.isPaused = false;
      this.#flows.wake(flow, /** @type {0|1} */ (1 - endpoint));
    }
    this.#skim(parser, flow);
    if (wanted !== Infinity) return wanted;
    this.#stages[flow * 2 + endpoint] = OVER;
    if (other.isOver || (!parser.isConfirmed && !other.sawBytes)) this.#release(parser, flow);
    return Infinity;
  }

  /**
   * A direction that looks for a start line need not see cut segments without one; but once the connection is known to be HTTP, one of them
   * gives the warning that bytes are missing; while the other direction is paused, each of them wakes it; and one that was woken itself pauses
   * again at the first.
   * @param {Http1Connection} parser
   * @param {number} flow
   */
  #skim(parser, flow) {
    for (const half of parser.halves) {
      const isQuiet = !parser.isConfirmed || (this.#warnings[flow] & WARNING.BYTES_MISSING) !== 0;
      const on = half.isLost && half.wanted !== PAUSED && isQuiet && !parser.halves[1 - half.endpoint].isPaused;
      if (on === half.isSkimmed) continue;
      half.isSkimmed = on;
      this.#flows.skim(flow, half.endpoint, on);
    }
  }

  /** @param {number} flow */
  #parserOf(flow) {
    const open = this.#openParser(flow);
    if (open !== null) return open;
    const place = this.#spare.pop() ?? this.#parsers.length;
    const parser = this.#parsers[place] ?? new Http1Connection(this.#host, this.#table);
    this.#parsers[place] = parser;
    this.#places[flow] = place + 1;
    parser.open(flow, this.#flows.wasRoleGuessed(flow));
    if (this.#stages[flow * 2] === OVER) parser.halves[0].tunnel();
    if (this.#stages[flow * 2 + 1] === OVER) parser.halves[1].tunnel();
    return parser;
  }

  /** @param {number} flow */
  #openParser(flow) {
    const place = this.#places[flow];
    return place === 0 ? null : this.#parsers[place - 1];
  }

  /**
   * @param {Http1Connection} parser
   * @param {number} flow
   */
  #release(parser, flow) {
    if (parser.halves[0].isOver) this.#stages[flow * 2] = OVER;
    if (parser.halves[1].isOver) this.#stages[flow * 2 + 1] = OVER;
    for (const half of parser.halves) if (half.isSkimmed) this.#flows.skim(flow, half.endpoint, false);
    parser.close();
    const place = this.#places[flow] - 1;
    this.#places[flow] = 0;
    if (this.#spare.length >= MAX_SPARE_PARSERS) this.#parsers[place] = null;
    this.#spare.push(place);
  }

  /**
   * Whether a direction's first bytes are for the HTTP/1 parser, which then judges them by itself; so do those of a connection whose other
   * direction has messages.
   * @param {number} flow
   * @param {0|1} endpoint
   * @param {Uint8Array} bytes
   * @param {number} start
   * @param {number} end
   */
  #isHttp1(flow, endpoint, bytes, start, end) {
    if (this.#stages[flow * 2 + 1 - endpoint] === OTHER) return false;
    return this.#openParser(flow)?.isConfirmed || sniff(bytes, start, end, this.#flows.wasRoleGuessed(flow)) === PROTOCOL.HTTP1;
  }

  /**
   * The flow's conversation; where the other direction's bytes went to the HTTP/1 parser in vain, they are missing in it.
   * @param {number} flow
   * @param {Place} at
   */
  #conversationOf(flow, at) {
    const open = this.#conversations.get(flow);
    if (open !== undefined) return open;
    const conversation = openConversation(this.#host, this.#table, { flow, carrier: 'tcp', stream: null, depth: 0 }, this.#flows.wasRoleGuessed(flow));
    const parser = this.#openParser(flow);
    for (const endpoint of /** @type {const} */ ([0, 1])) {
      const place = flow * 2 + endpoint, position = parser?.halves[endpoint].position ?? 0;
      if (this.#stages[place] === HTTP1 && position > 0) conversation?.gap(endpoint, 0, position, at);
      if (this.#stages[place] !== OVER) this.#stages[place] = OTHER;
    }
    if (parser !== null) this.#release(parser, flow);
    if (conversation !== null) this.#conversations.set(flow, conversation);
    return conversation;
  }

  /**
   * @param {number} flow
   * @param {0|1} endpoint
   * @param {number} wanted
   */
  #afterOther(flow, endpoint, wanted) {
    if (wanted !== Infinity) return wanted;
    this.#stages[flow * 2 + endpoint] = OVER;
    if (this.#stages[flow * 2 + 1 - endpoint] === OVER) this.#conversations.delete(flow);
    return Infinity;
  }

  /** @type {import('./protocols.js').MessageHost} */
  #host = {
    warn: (flow, warning) => {
      this.#warnings[flow] |= warning;
    },
    countRequest: (flow, depth, pipelined) => {
      const row = flow * COUNTS;
      this.#counts[row + REQUESTS]++;
      this.requestCount++;
      if (pipelined) this.#counts[row + PIPELINED]++;
      if (depth > this.#counts[row + DEPTH]) this.#counts[row + DEPTH] = depth;
    },
    countResponse: (flow) => {
      this.#counts[flow * COUNTS + RESPONSES]++;
    },
    setVersion: (flow, minorVersion, isResponse) => {
      if (CARRYING.has(this.#protocols[flow])) return;
      if (this.#protocols[flow] !== 0 && (!isResponse || this.#versionIsAnswered[flow] === 1)) return;
      this.#protocols[flow] = minorVersion + 1;
      this.#versionIsAnswered[flow] = isResponse ? 1 : 0;
    },
    mux: this.mux,
    body: null,
    onDns: null,
    onServerName: () => {},
    setProtocol: (flow, name) => {
      this.#protocols[flow] = PROTOCOLS.indexOf(name);
    },
    addHttp2: (flow, facts) => {
      const known = this.#http2.get(flow);
      if (known === undefined) this.#http2.set(flow, [facts]);
      else known.push(facts);
    },
    http2Frames: new FrameBudget(),
    setTls: (flow, info) => {
      this.#tls.set(flow, info);
    },
    tls: { ciphers: null, keyLog: null, waiting: new WaitingBudget() },
    openStream: (inside) => openConversation(this.#host, this.#table, inside),
    forgetPipelining: (flow) => this.#forgetPipelining(flow),
    setClient: (flow, client) => {
      if (this.#flows.wasRoleGuessed(flow) && this.#flows.clientEndpoint(flow) !== client) this.#flows.setClient(flow, client);
    },
  };

  /**
   * Without the other direction nobody can tell what was answered when.
   * @param {number} flow
   */
  #forgetPipelining(flow) {
    const row = flow * COUNTS;
    if (this.#counts[row + PIPELINED] === 0) return;
    this.#counts[row + PIPELINED] = 0;
    this.#counts[row + DEPTH] = 1;
    if (this.#table === null) return;
    for (const index of this.#table.rowsOf(flow)) this.#table.flags[index] &= ~MESSAGE_FLAG.PIPELINED;
  }

  /** @param {number} flow */
  #grow(flow) {
    const length = Math.max(flow + 1, this.#protocols.length * 2);
    this.#stages = grown(this.#stages, length * 2);
    this.#protocols = grown(this.#protocols, length);
    this.#signatures = grown(this.#signatures, length);
    this.#places = grown(this.#places, length);
    this.#versionIsAnswered = grown(this.#versionIsAnswered, length);
    this.#warnings = grown(this.#warnings, length);
    this.#counts = grown(this.#counts, length * COUNTS);
  }
}
