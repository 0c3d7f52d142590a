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
  for (let row = table.firstOf(flow); row >= 0; row = table.nextOfFlow[row]) {
    if (table.kind[row] !== REQUEST || table.protocol[row] === MESSAGE_PROTOCOL.WEBSOCKET) continue;
    const response = table.pair[row];
    if (response < 0 ? isWhole(table, row) : !isWholeResponse(table, response)) return true;
  }
  return false;
}
