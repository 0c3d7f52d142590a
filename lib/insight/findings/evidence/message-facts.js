import { namesOf } from '../../../protocols/commands/head.js';
import { grpcOf, headersOf, protocolOf, requestName } from '../../../protocols/describe-message.js';
import { endsWithClose } from '../../../protocols/http1/ends-with-close.js';
import { REQUEST, RESPONSE } from '../../../protocols/http1/start-line.js';
import { fieldOf } from '../../../protocols/model/header-fields.js';
import { CARRIERS, MESSAGE_FLAG } from '../../../protocols/model/message-table.js';
import { isUnasked, isWhole, isWholeResponse } from '../../../protocols/model/unfinished.js';
import { redirectKey, urlKey } from '../../../protocols/model/url.js';
import { statementOf } from '../../../protocols/statements/statement.js';
import { sessionLedgers } from '../../../protocols/webmux/ledger.js';
import { creditOnlySegments } from '../../../protocols/webmux/segments.js';
import { FIRST_FAILURE } from '../../../shared/message-outcome.js';
import { FIRST_BYTE } from '../../../shared/tcp-numbers.js';
import { isAskedElsewhere, othersAtWork } from './messages/others-at-work.js';

/** @typedef {import('../../../protocols/message-analysis.js').MessageAnalysis} MessageAnalysis */
/** @typedef {import('../../../transport/tcp/tcp-transport.js').TcpTransport} TcpTransport */
/** @typedef {import('./monotonic-clock.js').SteadyClock} SteadyClock */

/** Messages of a connection that are examined for findings. */
export const MAX_EXAMINED_MESSAGES = 10_000;
/** Messages of a connection whose header fields are read for findings. */
export const MAX_EXAMINED_HEADS = 1000;

/** Of server-sent events (WHATWG HTML). */
const EVENT_STREAM_TYPE = /^text\/event-stream/i;

/**
 * A request and its final response, times in ns. Without a response `answerNs` and `endNs` are −1.
 * @typedef {object} ExchangeFacts
 * @property {number} row of the request in the table of messages
 * @property {number} responseRow −1 without one
 * @property {number} stream HTTP/2 stream or MUX session; −1 neither
 * @property {boolean} isHttp whether it is HTTP's, with a status and header fields
 * @property {boolean} isAround whether its answer may go around a transfer on another connection (FTP)
 * @property {boolean} mayHang whether its answer may wait for an event (long polling)
 * @property {boolean} isMultiplexed whether its answer need not wait for others, as in HTTP/2
 * @property {boolean} isPipelined
 * @property {number} startNs
 * @property {number} sentNs when its last byte was captured
 * @property {number} answerNs the response's first byte
 * @property {number} endNs its last
 * @property {number} endOffset acknowledgement that shows that the server has the request; −1 where its bytes are not
 *   TCP's own
 * @property {number} headEndOffset of TCP's sequence space, behind the request's header fields; −1 as with `endOffset`
 * @property {number} requestFrame
 * @property {number} responseFrame −1 without a response
 * @property {number} headerBytes of the request
 * @property {number} responseBytes body
 * @property {number} status of the response, 0 without one
 * @property {number} resetBy which end reset its HTTP/2 stream: 0 the client, 1 the server, −1 neither
 * @property {number} resetCode
 * @property {boolean} hasFailedCall it is a gRPC call, whose response says that it failed
 * @property {string | null} errorName of the error in the response's content
 * @property {boolean} isSent the whole request was captured
 * @property {boolean} isAnswered the whole final response was captured, or one whose framing cannot be read
 */

/**
 * A response of HTTP/1 that no request had been sent for.
 * @typedef {{ frame: number, startNs: number, endNs: number }} UnaskedAnswer
 */

/**
 * @param {number} flags of a message @param {number} client endpoint
 * @returns {number} as `ExchangeFacts.resetBy`
 */
function resetterOf(flags, client) {
  if ((flags & MESSAGE_FLAG.RESET) === 0) return -1;
  return ((flags & MESSAGE_FLAG.RESET_BY_1) === 0 ? 0 : 1) === client ? 0 : 1;
}

/**
 * @param {NonNullable<MessageAnalysis['table']>} table @param {number} row of a request
 * @param {{ protocol: ReturnType<typeof protocolOf>, client: number, clock: SteadyClock | null }} known
 * @returns {ExchangeFacts}
 */
function exchangeFacts(table, row, { protocol, client, clock }) {
  const at = (/** @type {number} */ captureNs) => (clock === null ? captureNs : clock.afterJumpsNs(captureNs));
  const pair = table.pair[row];
  const isMultiplexed = protocol?.isMultiplexed ?? false;
  const isHttp = protocol?.isHttp ?? false;
  const headBytes = isHttp ? table.headBytes[row] : 0;
  const isOfTcp = CARRIERS[table.carrier[row]] === 'tcp' && !isMultiplexed;
  return {
    row,
    responseRow: pair,
    stream: table.stream[row],
    isHttp,
    isAround: protocol?.answersAround ?? false,
    mayHang: (table.flags[row] & MESSAGE_FLAG.MAY_HANG) !== 0,
    isMultiplexed,
    isPipelined: (table.flags[row] & MESSAGE_FLAG.PIPELINED) !== 0,
    endOffset: isOfTcp ? table.endOffset[row] + FIRST_BYTE : -1,
    headEndOffset: isOfTcp ? table.startOffset[row] + headBytes + FIRST_BYTE : -1,
    startNs: at(table.startNs[row]),
    sentNs: at(table.endNs[row]),
    answerNs: pair < 0 ? -1 : at(table.startNs[pair]),
    endNs: pair < 0 ? -1 : at(table.endNs[pair]),
    requestFrame: table.firstFrame[row],
    responseFrame: pair < 0 ? -1 : table.firstFrame[pair],
    headerBytes: headBytes,
    responseBytes: pair < 0 ? 0 : table.bodyBytes[pair],
    status: pair < 0 ? 0 : table.status[pair],
    resetBy: resetterOf(table.flags[row], client),
    resetCode: table.resetCode[row],
    hasFailedCall: pair >= 0 && (table.flags[pair] & MESSAGE_FLAG.CALL_FAILED) !== 0,
    errorName: table.serviceErrors.get(pair)?.code ?? null,
    isSent: isWhole(table, row),
    isAnswered: pair >= 0 && isWholeResponse(table, pair),
  };
}

/** Facts about a connection's messages and protocols, read when a detector asks. */
export class MessageFacts {
  #messages;
  #table;
  #tcp;
  #flow;
  #muxCredit;
  /** @type {SteadyClock | null} */
  #clock = null;
  /** @type {{ exchanges: ExchangeFacts[], hasUnpaired: boolean, unasked: UnaskedAnswer[] } | null} */
  #read = null;
  /** By row: each header section is read several times. @type {Map<number, ReturnType<typeof headersOf>>} */
  #headers = new Map();

  /**
   * @param {MessageAnalysis} messages
   * @param {TcpTransport} tcp
   * @param {number} flow index
   * @param {number} [muxCredit]
   */
  constructor(messages, tcp, flow, muxCredit) {
    this.#messages = messages;
    this.#table = messages.table;
    this.#tcp = tcp;
    this.#flow = flow;
    this.#muxCredit = muxCredit;
  }

  /**
   * Other connections of the client, or of its program, that were in use while this one was idle.
   * @param {{ openNs: number, askedNs: number }} wait
   */
  othersAtWork(wait) {
    return othersAtWork(this.#tcp.flows, this.#messages, this.#flow, wait);
  }

  /** Whether the client asked the same server elsewhere. @param {number} silentBytes as of `isAskedElsewhere` */
  isAskedElsewhere(silentBytes) {
    return isAskedElsewhere(this.#tcp.flows, this.#messages, this.#flow, silentBytes);
  }

  /**
   * Streams that wait for events by design: server-sent events, gRPC's of several messages, a WebSocket. As far as
   * heads are read. `eventsNs`: when the server began each; null: not all are known.
   */
  get streams() {
    const list = this.answeredHttp.flatMap((exchange) => {
      const kind = this.#streamKind(exchange);
      const { answerNs: startNs, endNs, responseFrame: frame } = exchange;
      return kind === null ? [] : [{ kind, startNs, endNs, frame, eventsNs: this.#eventsNs(exchange) }];
    });
    if (this.protocol !== 'websocket') return list;
    const { startNs, endNs } = this.#tcp.flows.at(this.#flow);
    const frame = this.exchanges[0]?.responseFrame ?? -1;
    return [...list, { kind: 'WebSocket', startNs, endNs, frame, eventsNs: null }];
  }

  /** @param {ExchangeFacts} exchange @returns {number[]|null} */
  #eventsNs({ responseRow }) {
    const events = this.#table?.grpc.get(responseRow) ?? this.#table?.events.get(responseRow);
    if (!events?.count || events.isLost || events.count !== events.listed.length) return null;
    return events.listed.map(({ start }) => {
      const captureNs = Math.round(start * 1e9);
      return this.#clock === null ? captureNs : this.#clock.afterJumpsNs(captureNs);
    });
  }

  /** @param {ExchangeFacts} exchange @returns {string | null} null: its answer comes as fast as it can */
  #streamKind({ responseRow }) {
    if ((this.#table?.grpc.get(responseRow)?.count ?? 0) > 1) return 'gRPC';
    const type = this.field(responseRow, 'content-type') ?? '';
    return EVENT_STREAM_TYPE.test(type) ? 'server-sent events' : null;
  }

  /** The client's endpoint. */
  get client() {
    return this.#tcp.flows.clientEndpoint(this.#flow);
  }

  /** Times of exchanges are by this clock. @param {SteadyClock | null} clock null: the capture's */
  useClock(clock) {
    this.#clock = clock;
  }

  /** Requests and their final responses, by when they began. */
  get exchanges() {
    return (this.#read ??= this.#readExchanges()).exchanges;
  }

  #readExchanges() {
    const table = this.#table;
    if (table === null) return { exchanges: [], hasUnpaired: false, unasked: [] };
    /** @type {ExchangeFacts[]} */
    const list = [];
    const { client } = this;
    let looked = 0;
    let hasUnpaired = false;
    /** @type {UnaskedAnswer[]} */
    const unasked = [];
    for (
      let row = table.firstOf(this.#flow);
      row >= 0 && looked < MAX_EXAMINED_MESSAGES;
      row = table.nextOfFlow[row], looked++
    ) {
      if ((table.flags[row] & MESSAGE_FLAG.ONE_WAY) !== 0) continue;
      const protocol = protocolOf(table, row);
      if (protocol?.hasTurnsOnly) continue;
      const pair = table.pair[row];
      hasUnpaired ||= table.kind[row] === RESPONSE && pair < 0;
      if (protocol?.isHttp && !protocol.isMultiplexed && isUnasked(table, row)) unasked.push(this.#unasked(table, row));
      if (table.kind[row] !== REQUEST) continue;
      const exchange = exchangeFacts(table, row, { protocol, client, clock: this.#clock });
      exchange.isAnswered ||= this.#isRefusal(exchange);
      list.push(exchange);
    }
    list.sort((a, b) => a.startNs - b.startNs || a.row - b.row);
    return { exchanges: list, hasUnpaired, unasked };
  }

  /**
   * Whether the status says all: an error without content, whose end only the close marks.
   * @param {ExchangeFacts} exchange
   */
  #isRefusal(exchange) {
    return exchange.status >= FIRST_FAILURE && exchange.responseBytes === 0 && this.endsWithClose(exchange);
  }

  /** Whether a response ends where its connection does. @param {Pick<ExchangeFacts, 'row'>} exchange */
  endsWithClose({ row }) {
    return this.#table !== null && endsWithClose(this.#table, row);
  }

  /** @param {NonNullable<MessageAnalysis['table']>} table @param {number} row of a response without a request */
  #unasked(table, row) {
    const at = (/** @type {number} */ ns) => this.#clock?.afterJumpsNs(ns) ?? ns;
    return { frame: table.firstFrame[row], startNs: at(table.startNs[row]), endNs: at(table.endNs[row]) };
  }

  /** Responses of HTTP/1 without a request, by time. */
  get unaskedAnswers() {
    return (this.#read ??= this.#readExchanges()).unasked;
  }

  /** The slow name lookup that the connection waited for; null: none seen. */
  get lookUp() {
    return this.#messages.lookUpOf(this.#flow);
  }

  /** The first exchanges of HTTP that have an answer: as many as heads are read. */
  get answeredHttp() {
    return this.exchanges.filter(({ isHttp, responseRow }) => isHttp && responseRow >= 0).slice(0, MAX_EXAMINED_HEADS);
  }

  /**
   * Where a request went, and where its answer sent it; null: nowhere.
   * @param {ExchangeFacts} exchange
   */
  redirection({ row, responseRow }) {
    const request = this.#messages.describe(row);
    return { url: urlKey(request), location: redirectKey(this.#messages.describe(responseRow), request) };
  }

  /** What a request asks for. @param {ExchangeFacts} exchange */
  target({ row }) {
    return requestName(/** @type {NonNullable<MessageAnalysis['table']>} */ (this.#table), row).target;
  }

  /** As the request says it. @param {ExchangeFacts} exchange */
  asked({ row }) {
    const { method, target } = this.#messages.describe(row);
    return { method: String(method ?? ''), target: String(target ?? '') };
  }

  /** The name of the connection's protocol; null: not known. */
  get protocol() {
    return this.#messages.protocolOf(this.#flow);
  }

  /** What a request asks for, without its constants. @param {ExchangeFacts} exchange */
  statement({ row }) {
    const table = /** @type {NonNullable<MessageAnalysis['table']>} */ (this.#table);
    const protocol = protocolOf(table, row);
    return protocol === null ? '' : statementOf(protocol, requestName(table, row));
  }

  /** The names of a command and its outcome. @param {ExchangeFacts} exchange */
  names({ row, responseRow }) {
    const table = /** @type {NonNullable<MessageAnalysis['table']>} */ (this.#table);
    const command = namesOf(table, row);
    const outcome = responseRow < 0 ? null : namesOf(table, responseRow);
    return {
      command: [command?.name, command?.text].filter(Boolean).join(' '),
      outcome: outcome?.name ?? '',
      answer: outcome?.text ?? '',
    };
  }

  /** A gRPC call's status; null where it is not known. @param {number} row of its response */
  grpc(row) {
    return this.#table === null ? null : grpcOf(this.#table, row);
  }

  /** Whether responses came that answer no request, as where the capture's order is wrong. */
  get hasUnpairedResponses() {
    return (this.#read ??= this.#readExchanges()).hasUnpaired;
  }

  /**
   * Whether no part of the messages was lost, to the capture or to a limit: incomplete ones were then not sent
   * completely.
   */
  get isAllKnown() {
    return this.#messages.warningsOf(this.#flow).length === 0;
  }

  /**
   * The last request, if it is one that its client owes the rest of; null: it is none.
   * @returns {{ bytes: number, ofBytes: number, answerNs: number, status: number } | null} of its content; ofBytes: 0
   *   where no length is declared; answerNs: −1 without an answer
   */
  get cutRequest() {
    const last = this.exchanges.at(-1);
    if (last === undefined || this.#table === null || !this.isOwed(last)) return null;
    const ofBytes = Number(this.field(last.row, 'content-length') ?? 0);
    return { bytes: this.#table.bodyBytes[last.row], ofBytes, answerNs: last.answerNs, status: last.status };
  }

  /**
   * Whether the client did not send all of a request of plain HTTP/1, though no answer spared it the content (RFC 9110
   * section 10.1.1).
   * @param {ExchangeFacts} exchange
   */
  isOwed({ isHttp, isMultiplexed, isSent, responseRow, row }) {
    if (!isHttp || isMultiplexed || isSent || !this.isAllKnown) return false;
    return responseRow < 0 || this.field(row, 'expect') === null;
  }

  /** Whether missing bytes are the only fault of the messages. */
  get lacksBytesAlone() {
    return this.#messages.warningsOf(this.#flow).every(({ code }) => code === 'bytes_missing');
  }

  /** Whether any header fields were kept. */
  get hasHeads() {
    const table = this.#table;
    return table !== null && this.exchanges.some(({ row }) => table.headAt[row] >= 0);
  }

  /** A message's header fields. @param {number} row */
  headers(row) {
    const known =
      this.#headers.get(row) ?? headersOf(/** @type {NonNullable<MessageAnalysis['table']>} */ (this.#table), row);
    this.#headers.set(row, known);
    return known;
  }

  /** A header field of a message; null without it. @param {number} row @param {string} name lower case */
  field(row, name) {
    return fieldOf(this.headers(row), name);
  }

  /** Whether a direction's messages have a compressed body. @param {number} direction 0: the client's */
  isCompressed(direction) {
    if (direction === 0 || !this.hasHeads) return false;
    return this.exchanges
      .slice(0, MAX_EXAMINED_HEADS)
      .some(
        ({ responseRow }) =>
          responseRow >= 0 && /gzip|br|deflate|zstd/i.test(this.field(responseRow, 'content-encoding') ?? ''),
      );
  }

  /** What the ends of an HTTP/2 connection did, the client first; null: none. */
  get http2() {
    return this.#messages.describeHttp2(this.#flow);
  }

  /** @returns {import('../../../protocols/tls/connection.js').TlsInfo | null} */
  get tls() {
    return this.#messages.tlsOf(this.#flow);
  }

  /** Ledgers of a WebMUX connection's sessions, by who sends: 0 the client; null: none. */
  get mux() {
    const [record] = this.#messages.mux.connectionsOf(this.#flow);
    const { client } = this;
    if (record === undefined) return null;
    const alone = creditOnlySegments(this.#tcp, this.#messages.mux, record);
    return {
      sessions: sessionLedgers(this.#messages.mux, record, this.#muxCredit).map(({ id, directions }) => ({
        id,
        directions: [directions[client], directions[1 - client]],
      })),
      creditOnlySegments: alone === null ? null : [alone[client], alone[1 - client]],
    };
  }
}
