/** Requests with their final responses, and the phases of each. */
import { REQUEST } from '../http1/start-line.js';
import { protocolNamed } from '../registry.js';
import { MESSAGE_FLAG } from './message-table.js';

/** @typedef {import('../describe-message.js').Message} Message */
/**
 * @typedef {Pick<Message, 'index'|'kind'|'protocol'|'stream'|'pair'|'oneWay'|'start'|'end'|'firstFrame'|'lastFrame'>}
 *   Span the fields of a message that timings need
 */

/**
 * Times in seconds, as seen at the capture point. `null`: the capture does not show it.
 * @typedef {object} ExchangeTimings
 * @property {number} send from the request's first byte to its last
 * @property {number|null} wait from there to the response's first byte: a round trip plus the server's time
 * @property {number|null} think `wait` without the round trip and the wait for earlier responses: an upper bound of the
 *   server's time
 * @property {number|null} receive from the response's first byte to its last
 * @property {number} headOfLine the part of `wait` during responses to earlier requests of the same HTTP/1 connection
 * @property {boolean} headOfLineShown whether the response began in the frame that ended an earlier one: it was ready,
 *   and waited
 * @property {number} depth requests of the connection without a final response when this one began, itself included
 * @property {number} idle how long the HTTP/1 connection, or MUX session, had been idle before the request; 0 for the
 *   first
 */

/**
 * @template {Span} T
 * @typedef {{ request: T, response: T|null, timings: ExchangeTimings }} ExchangeOf `response`: the final one; 101 ends
 *   an HTTP/1.1 exchange
 */

/** @typedef {ExchangeOf<Message>} Exchange */

/** Responses of an HTTP/1 byte stream: when the last one ended, and in which frame. */
class Stream {
  until = 0;
  lastFrame = 0;
  isUsed = false;

  /** @param {Span} request @param {Span|null} response */
  add(request, response) {
    this.until = Math.max(this.until, request.end, response?.end ?? 0);
    this.lastFrame = response?.lastFrame ?? this.lastFrame;
    this.isUsed = true;
  }
}

/**
 * @template {Span} T
 * @param {T[]} messages of one connection
 * @param {number|null} [pathSeconds] shortest round trip between the capture point and the server; null: not known
 * @returns {ExchangeOf<T>[]} in the order in which the requests began
 */
export function exchangesOf(messages, pathSeconds = null) {
  const withIndex = finderOf(messages);
  const requests = messages.filter(isRequest);
  if (requests.length > 1) requests.sort((a, b) => a.start - b.start || a.index - b.index);
  /** @type {Map<number|null, Stream>} */
  const streams = new Map();
  /** @type {ExchangeOf<T>[]} */
  const exchanges = [];
  for (const request of requests) {
    const response = request.pair === null ? null : withIndex(request.pair);
    const stream = protocolNamed(request.protocol)?.isMultiplexed
      ? null
      : (streams.get(request.stream) ?? new Stream());
    exchanges.push({ request, response, timings: timingsOf(request, response, stream, pathSeconds) });
    stream?.add(request, response);
    if (stream !== null) streams.set(request.stream, stream);
  }
  setDepths(exchanges);
  return exchanges;
}

/** @param {Span} message */
const isRequest = ({ kind, oneWay }) => kind === 'request' && !oneWay;

/**
 * The phases of each request of a connection, and its round trips: the time from its first byte to the response's last,
 * in round trips of the handshake; null without either.
 * @param {import('./message-table.js').MessageTable} table
 * @param {number[]} rows of the connection
 * @param {RoundTrips} rtt
 * @returns {Map<number, ExchangeTimings & { roundTrips: number|null }>} by the request's row
 */
export function requestTimings(table, rows, { handshake, path }) {
  return new Map(
    exchangesOf(spansOf(table, rows), path).map(({ request, response, timings }) => {
      const roundTrips =
        response === null || !handshake || response.end < request.start
          ? null
          : (response.end - request.start) / handshake;
      return [
        request.index,
        { ...roundedTimings(timings), roundTrips: roundTrips === null ? null : Math.round(roundTrips * 100) / 100 },
      ];
    }),
  );
}

/**
 * A connection's round trips, seconds; null: not known.
 * @typedef {object} RoundTrips
 * @property {number|null} handshake over the whole path
 * @property {number|null} path the shortest between the capture point and the server
 */

/**
 * Times in seconds since the capture's first packet.
 * @param {import('./message-table.js').MessageTable} table
 * @param {number[]} rows
 * @returns {Span[]}
 */
export function spansOf(table, rows) {
  return rows.map((row) => ({
    index: row,
    kind: table.kind[row] === REQUEST ? 'request' : 'response',
    protocol: table.protocolOf(row),
    stream: table.stream[row] < 0 ? null : table.stream[row],
    pair: table.pair[row] < 0 ? null : table.pair[row],
    oneWay: (table.flags[row] & MESSAGE_FLAG.ONE_WAY) !== 0,
    start: table.startNs[row] / 1e9,
    end: table.endNs[row] / 1e9,
    firstFrame: table.firstFrame[row],
    lastFrame: table.lastFrame[row],
  }));
}

/** By the start of the request. @param {Exchange} one @param {Exchange} other */
export const byStart = (one, other) =>
  one.request.start - other.request.start || one.request.index - other.request.index;

/** Rounds times to nanoseconds. @param {ExchangeTimings} timings @returns {ExchangeTimings} */
const roundedTimings = ({ send, wait, think, receive, headOfLine, headOfLineShown, depth, idle }) => ({
  send: rounded(send),
  wait: wait === null ? null : rounded(wait),
  think: think === null ? null : rounded(think),
  receive: receive === null ? null : rounded(receive),
  headOfLine: rounded(headOfLine),
  headOfLineShown,
  depth,
  idle: rounded(idle),
});

/** @param {number} seconds */
const rounded = (seconds) => Math.round(seconds * 1e9) / 1e9;

/** So few messages are searched linearly: creating a map takes longer. */
const FEW_MESSAGES = 16;

/** @template {Span} T @param {T[]} messages @returns {(index: number) => T|null} */
function finderOf(messages) {
  if (messages.length <= FEW_MESSAGES) {
    return (index) => messages.findLast((message) => message.index === index) ?? null;
  }
  const byIndex = new Map();
  for (const message of messages) byIndex.set(message.index, message);
  return (index) => byIndex.get(index) ?? null;
}

/** When the responses ended, in order. @param {{ response: Span|null }[]} pairs */
export function endsOf(pairs) {
  const ends = [];
  let isSorted = true;
  for (const { response } of pairs) {
    if (response === null) continue;
    isSorted &&= ends.length === 0 || ends[ends.length - 1] <= response.end;
    ends.push(response.end);
  }
  return isSorted ? ends : ends.sort((a, b) => a - b);
}

/**
 * How many requests had no final response when each began; one that is never answered counts forever.
 * @param {ExchangeOf<Span>[]} exchanges in the order in which the requests began
 */
function setDepths(exchanges) {
  const ends = endsOf(exchanges);
  for (let i = 0, answered = 0; i < exchanges.length; i++) {
    const { request, timings } = exchanges[i];
    while (answered < ends.length && ends[answered] <= request.start) answered++;
    timings.depth = Math.max(1, i + 1 - answered);
  }
}

/** A message during which the capture's clock was set back takes no time. @param {Span} message */
const lengthOf = ({ start, end }) => Math.max(0, end - start);

/**
 * @param {Span} request
 * @param {Span|null} response
 * @param {Stream|null} stream null: responses do not wait for each other
 * @param {number|null} pathSeconds
 * @returns {ExchangeTimings} `depth` is computed once all exchanges are known
 */
function timingsOf(request, response, stream, pathSeconds) {
  const wait = response === null ? null : Math.max(0, response.start - request.end);
  const before = stream?.isUsed ? stream.until : null;
  const headOfLine = before === null || wait === null ? 0 : Math.min(wait, Math.max(0, before - request.end));
  return {
    send: lengthOf(request),
    wait,
    think:
      wait === null || pathSeconds === null
        ? null
        : Math.max(0, wait - headOfLine - (headOfLine > 0 ? 0 : pathSeconds)),
    receive: response === null ? null : lengthOf(response),
    headOfLine,
    headOfLineShown: headOfLine > 0 && response !== null && response.firstFrame === stream?.lastFrame,
    depth: 1,
    idle: before === null ? 0 : Math.max(0, request.start - before),
  };
}
