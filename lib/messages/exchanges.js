/** Requests with their final answers, and where the time of each went. */
import { REQUEST } from './http1/start-line.js';
import { MESSAGE_PROTOCOLS } from './message-table.js';

/** @typedef {import('./describe.js').Message} Message */
/** @typedef {Pick<Message, 'index'|'kind'|'protocol'|'stream'|'pair'|'start'|'end'>} Span what of a message its timings are made of */

/**
 * Times in seconds, as seen at the capture point. `null`: the capture does not show it.
 * @typedef {object} ExchangeTimings
 * @property {number} send from the request's first byte to its last
 * @property {number|null} wait from there to the answer's first byte: the way there and back, and what the server took
 * @property {number|null} receive from there to the answer's last byte
 * @property {number} headOfLine how much of `wait` the answers to earlier requests of the same HTTP/1 connection took up
 * @property {number} idle how long the HTTP/1 connection, or MUX session, had had nothing to do before the request; 0 for the first
 *
 * @typedef {{ request: Message, response: Message|null, timings: ExchangeTimings }} Exchange
 */

/**
 * @template {Span} T
 * @param {T[]} messages of one connection
 * @returns {{ request: T, response: T|null, timings: ExchangeTimings }[]} in the order in which the requests began; `response`: the final one; 101
 *   ends an HTTP/1.1 exchange
 */
export function exchangesOf(messages) {
  const byIndex = new Map(messages.map((message) => [message.index, message]));
  const requests = messages.filter(({ kind, protocol }) => kind === 'request' && protocol !== 'websocket').sort((a, b) => a.start - b.start || a.index - b.index);
  /** End of the answers before, by HTTP/1 byte stream. @type {Map<number|null, number>} */
  const busyUntil = new Map();
  return requests.map((request) => {
    const response = request.pair === null ? null : byIndex.get(request.pair) ?? null, isMultiplexed = request.protocol === 'http/2';
    const timings = timingsOf(request, response, isMultiplexed ? undefined : busyUntil.get(request.stream));
    if (!isMultiplexed) busyUntil.set(request.stream, Math.max(busyUntil.get(request.stream) ?? 0, request.end, response?.end ?? 0));
    return { request, response, timings };
  });
}

/**
 * Where the time of each request of a connection went, and how many round trips it took: its time from the first byte to the answer's last, in round
 * trips of the handshake; null without either.
 * @param {import('./message-table.js').MessageTable} table
 * @param {number[]} rows of the connection
 * @param {number|null} rttSeconds
 * @returns {Map<number, ExchangeTimings & { roundTrips: number|null }>} by the request's row
 */
export function requestTimings(table, rows, rttSeconds) {
  const spans = rows.map((row) => /** @type {Span} */ ({
    index: row, kind: table.kind[row] === REQUEST ? 'request' : 'response', protocol: MESSAGE_PROTOCOLS[table.protocol[row]],
    stream: table.stream[row] < 0 ? null : table.stream[row], pair: table.pair[row] < 0 ? null : table.pair[row],
    start: table.startNs[row] / 1e9, end: table.endNs[row] / 1e9,
  }));
  return new Map(exchangesOf(spans).map(({ request, response, timings }) => {
    const roundTrips = response === null || !rttSeconds ? null : (response.end - request.start) / rttSeconds;
    return [request.index, { ...roundedTimings(timings), roundTrips: roundTrips === null ? null : Math.round(roundTrips * 100) / 100 }];
  }));
}

/** To nanoseconds. @param {ExchangeTimings} timings @returns {ExchangeTimings} */
function roundedTimings(timings) {
  const entries = Object.entries(timings).map(([name, seconds]) => [name, seconds === null ? null : Math.round(seconds * 1e9) / 1e9]);
  return Object.fromEntries(entries);
}

/**
 * @param {Span} request @param {Span|null} response @param {number|undefined} before when the connection was last busy
 * @returns {ExchangeTimings}
 */
function timingsOf(request, response, before) {
  const wait = response === null ? null : Math.max(0, response.start - request.end);
  return {
    send: request.end - request.start,
    wait,
    receive: response === null ? null : response.end - response.start,
    headOfLine: before === undefined || wait === null ? 0 : Math.min(wait, Math.max(0, before - request.end)),
    idle: before === undefined ? 0 : Math.max(0, request.start - before),
  };
}
