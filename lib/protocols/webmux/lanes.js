/** The fragments of a WebMUX connection as lanes. */
import { KIND, kindName } from './format.js';
import { muxBooks } from './ledger.js';
import { MAX_MUX_FRAGMENTS_PER_CONNECTION, MAX_MUX_STALLS_LISTED } from './limits.js';

/** @typedef {import('../model/multiplexed-frame.js').LaneRows} LaneRows */

const LAST_KIND = KIND.CONTROL + 15;

/**
 * Each use of a session id is a lane of its own; lane 0 is the connection.
 * @param {import('./mux-table.js').MuxTable} table
 * @param {import('./mux-table.js').MuxRecord} record
 * @param {number} [initialCredit] instead of the assumed one
 * @returns {LaneRows}
 */
export function muxLanes(table, record, initialCredit) {
  const order = Int32Array.from(table.rowsOf(record));
  const { sessions, balances } = muxBooks(table, record, initialCredit);
  const part = (/** @type {import('../model/message-table.js').Growing} */ column) =>
    Float64Array.from(order, (row) => column[row]);
  const stalls = sessions.flatMap(({ directions }, use) =>
    directions.flatMap(({ stalls: listed }, endpoint) =>
      listed.slice(0, MAX_MUX_STALLS_LISTED).map(({ startNs, endNs }) => ({ lane: use + 1, startNs, endNs, endpoint })),
    ),
  );
  return {
    rows: order.length,
    protocol: 'webmux',
    types: Array.from({ length: LAST_KIND + 1 }, (_, kind) => (isKind(kind) ? kindName(record.format, kind) : null)),
    isCut: record.fragments > MAX_MUX_FRAGMENTS_PER_CONNECTION || record.fragments > order.length,
    startNs: part(table.timeNs),
    endNs: part(table.endNs),
    frame: part(table.frame),
    lastFrame: part(table.lastFrame),
    endpoint: part(table.endpoint),
    offset: part(table.streamOffset),
    type: part(table.kind),
    flags: part(table.flags),
    value: part(table.value),
    lane: Uint32Array.from(order, (row) => table.use[row] + 1),
    bytes: Float64Array.from(order, (row) => table.headerBytes[row] + table.length[row] + table.padding[row]),
    content: part(table.length),
    window: Float64Array.from(balances),
    connectionWindow: new Float64Array(order.length).fill(NaN),
    laneStream: [0, ...record.uses.map(({ id }) => id)],
    laneUse: [1, ...usesOf(record)],
    stalls,
  };
}

/** @param {number} kind */
const isKind = (kind) => kind <= KIND.FILLER || kind >= KIND.CONTROL;

/** The first session with an id is 1, the next 2 … @param {import('./mux-table.js').MuxRecord} record */
function usesOf({ uses }) {
  const seen = new Uint32Array(256);
  return uses.map(({ id }) => ++seen[id]);
}
