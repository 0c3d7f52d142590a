/** A MUX fragment as the object that `analyze --mux` prints. */
import { CODE, FORMAT, isCredit, KIND, kindName, MUX_FLAG_NAMES } from './format.js';

/** @typedef {import('./mux-table.js').MuxTable} MuxTable */

/**
 * @typedef {object} MuxFragment Times in seconds since the capture's first packet.
 * @property {number} flow
 * @property {'clientToServer'|'serverToClient'} direction
 * @property {number} frame where its header ends
 * @property {number} time of that frame
 * @property {number} lastFrame that brought its last byte
 * @property {number} end of that frame
 * @property {number} streamOffset of the header's first byte
 * @property {number|null} session null where the field means none
 * @property {string} type `data`, a control message's name, `code N` for an undefined one, `filler`
 * @property {string[]} flags
 * @property {number} headerBytes
 * @property {number} length payload bytes, by the header
 * @property {number} padding bytes behind the payload
 * @property {number|null} credit 0 in the 1998 format: without limit from then on
 * @property {number|null} value protocol id of a SYN, largest fragment, default credit, number of a string
 * @property {string|null} text string, endpoint, ids of a stack, reason of a reset
 * @property {boolean} complete whether the whole payload is in the capture
 */

/** Control messages that speak of a session. @param {number} format @param {number} kind */
const hasSession = (format, kind) =>
  kind === KIND.DATA || isCredit(kind) || (format === FORMAT.W96 && kind === KIND.CONTROL + CODE.FRAGMENT_LIMIT);

/**
 * @param {MuxTable} table @param {number} row
 * @param {0|1} client of the flow @param {number} flow as users number it
 * @returns {MuxFragment}
 */
export function describeFragment(table, row, client, flow) {
  const record = table.connections[table.connection[row]];
  const kind = table.kind[row];
  const value = table.value[row];
  return {
    flow,
    direction: table.endpoint[row] === client ? 'clientToServer' : 'serverToClient',
    frame: table.frame[row],
    time: table.timeNs[row] / 1e9,
    lastFrame: table.lastFrame[row],
    end: table.endNs[row] / 1e9,
    streamOffset: table.streamOffset[row],
    session: hasSession(record.format, kind) ? table.session[row] : null,
    type: kindName(record.format, kind),
    flags: MUX_FLAG_NAMES.filter((_, bit) => table.flags[row] & (1 << bit)),
    headerBytes: table.headerBytes[row],
    length: table.length[row],
    padding: table.padding[row],
    credit: isCredit(kind) ? value : null,
    value: isCredit(kind) || value < 0 ? null : value,
    text: record.texts.get(row) ?? null,
    complete: table.received[row] === table.length[row],
  };
}
