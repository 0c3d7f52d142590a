/** Requests with their final answers, and where the time of each went. */

/** @typedef {import('./describe.js').Message} Message */

/**
 * Times in seconds, as seen at the capture point. `null`: the capture does not show it.
 * @typedef {object} ExchangeTimings
 * @property {number} send from the request's first byte to its last
 * @property {number|null} wait from there to the answer's first byte: the way there and back, and what the server took
 * @property {number|null} receive from there to the answer's last byte
 * @property {number} headOfLine how much of `wait` the answers to earlier requests of the same HTTP/1 connection took up
 * @property {number} idle how long the HTTP/1 connection, or MUX session, had had nothing to do before the request; 0 for the first
 *
 * @typedef {object} Exchange
 * @property {Message} request
 * @property {Message|null} response the final one; 101 ends an HTTP/1.1 exchange
 * @property {ExchangeTimings} timings
 */

/**
 * @param {Message[]} messages of one connection
 * @returns {Exchange[]} in the order in which the requests began
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
 * @param {Message} request @param {Message|null} response @param {number|undefined} before when the connection was last busy
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
