import { REQUEST } from './http1/start-line.js';
import { MESSAGE_FLAG, MESSAGE_PROTOCOL } from './message-table.js';
import { NOTE } from './notes.js';

/** @typedef {import('./message-table.js').MessageTable} MessageTable */

/** Whether a whole message came by. @param {MessageTable} table @param {number} row */
export const isWhole = (table, row) => (table.flags[row] & MESSAGE_FLAG.COMPLETE) !== 0;

/** Whether a response is whole, or its framing cannot be read, so that nobody can tell. @param {MessageTable} table @param {number} row */
export const isWholeResponse = (table, row) => isWhole(table, row) || (table.notes[row] & NOTE.INVALID_CHUNK) !== 0;

/**
 * Whether a connection has a whole request without a response, or a response that is not whole, as far as the capture goes.
 * @param {MessageTable} table @param {number} flow
 */
export function hasUnfinished(table, flow) {
  for (let row = table.firstOf(flow); row >= 0; row = table.nextOfFlow[row]) if (isLeft(table, row)) return true;
  return false;
}

/**
 * Connections that `hasUnfinished` or `hasWait` holds for: one loop over all rows, as there may be very many.
 * @param {MessageTable} table @param {number} leastNs
 * @returns {Set<number>}
 */
export function unfinishedOrWaiting(table, leastNs) {
  const found = new Set();
  for (let row = 0; row < table.count; row++) if (isLeft(table, row) || isWait(table, row, leastNs)) found.add(table.flow[row]);
  return found;
}

/** Whether a row is a whole request without a response, or with one that is not whole. @param {MessageTable} table @param {number} row */
function isLeft(table, row) {
  if (table.kind[row] !== REQUEST || table.protocol[row] === MESSAGE_PROTOCOL.WEBSOCKET) return false;
  const response = table.pair[row];
  return response < 0 ? isWhole(table, row) : !isWholeResponse(table, response);
}

/** Whether a response came so long behind its request. @param {MessageTable} table @param {number} flow @param {number} leastNs */
export function hasWait(table, flow, leastNs) {
  for (let row = table.firstOf(flow); row >= 0; row = table.nextOfFlow[row]) if (isWait(table, row, leastNs)) return true;
  return false;
}

/** @param {MessageTable} table @param {number} row @param {number} leastNs */
function isWait({ kind, pair, startNs, endNs }, row, leastNs) {
  return kind[row] === REQUEST && pair[row] >= 0 && startNs[pair[row]] - endNs[row] >= leastNs;
}
