/**
 * Rows for messages that share a connection: streams of HTTP/2, sessions of MUX, pipelined requests. Each exchange
 * takes the first row that is free from its request to the delivery of its response, so that none overlaps another.
 */

/** Rows of the lane; what needs more shares the last. */
const MAX_STREAM_ROWS = 12;

/** @typedef {import('./messages.js').PlacedMessage} PlacedMessage */

/**
 * Sets `row` of each message.
 * @param {PlacedMessage[]} placed by start
 * @returns {number} rows in use; 0 where no two streams share the connection and nothing is pipelined
 */
export function streamRows(placed) {
  const streams = new Set(placed.map(({ message }) => message.stream ?? null).filter((stream) => stream !== null));
  if (streams.size < 2 && !placed.some(({ message }) => message.pipelined)) return 0;
  /** @type {number[]} when each row is free again */
  const freeAt = [];
  for (const exchange of exchangesOf(placed)) {
    const free = freeAt.findIndex((timeNs) => timeNs <= exchange.startNs);
    const row = free >= 0 ? free : Math.min(freeAt.length, MAX_STREAM_ROWS - 1);
    freeAt[row] = Math.max(freeAt[row] ?? 0, exchange.endNs);
    for (const part of exchange.parts) part.row = row;
  }
  return freeAt.length;
}

/**
 * Requests with their answers.
 * @param {PlacedMessage[]} placed
 * @returns {{ startNs: number, endNs: number, parts: PlacedMessage[] }[]} by start
 */
function exchangesOf(placed) {
  /** @type {Map<object, { startNs: number, endNs: number, parts: PlacedMessage[] }>} */
  const exchanges = new Map();
  for (const part of placed) {
    const key = part.request ?? part.message;
    const known = exchanges.get(key) ?? { startNs: part.startNs, endNs: part.endNs, parts: [] };
    known.startNs = Math.min(known.startNs, part.startNs);
    known.endNs = Math.max(known.endNs, part.deliveredNs ?? part.endNs);
    known.parts.push(part);
    exchanges.set(key, known);
  }
  return [...exchanges.values()].sort((a, b) => a.startNs - b.startNs);
}
