/**
 * The columns of the connections table, in display order. A column is a file of this folder and a line
 * here; its width is in styles/capture/columns.css.
 */
import { column as activity } from './activity.js';
import { column as bytes } from './bytes.js';
import { column as carries } from './carries.js';
import { column as client } from './client.js';
import { column as duration } from './duration.js';
import { column as firstTime } from './first-time.js';
import { column as flow } from './flow.js';
import { column as host } from './host.js';
import { column as lastTime } from './last-time.js';
import { column as limit } from './limit.js';
import { column as packets } from './packets.js';
import { column as protocol } from './protocol.js';
import { column as rate } from './rate.js';
import { column as repeats } from './repeats.js';
import { column as requests } from './requests.js';
import { column as retransmittedShare } from './retransmitted-share.js';
import { column as rtt } from './rtt.js';
import { column as server } from './server.js';
import { column as start } from './start.js';
import { column as state } from './state.js';
import { column as stream } from './stream.js';
import { column as transport } from './transport.js';
import { column as verdict } from './verdict.js';
import { column as vlan } from './vlan.js';

/** @typedef {import('../../../state/types.js').ConnectionRow} ConnectionRow */
/** @typedef {{ captureId: string, readonly startEpoch: string|null }} CellContext of the capture */
/**
 * Fills a cell once; what it returns is called with each row that it shows, null while the row is fetched.
 * @typedef {(cell: HTMLElement, context: CellContext) => (row: ConnectionRow|null) => void} CreateCell
 */
/**
 * `sort`: the server's key where it can be sorted by, `first` the order of the first press; `figures` on the
 * right.
 * @typedef {{ key: string, head: string, label?: string, sort?: string, first?: 'asc'|'desc', figures?: boolean,
 *   create: CreateCell }} Cell
 */
/**
 * `words` in the chooser, and in docs/metrics.md; `isUsual`: there, as far as the window has room, until the user
 * chooses; `isFixed`: always.
 * @typedef {{ id: string, words: string, isUsual: boolean, isFixed?: boolean, cells: Cell[] }} Column
 */

/** @type {readonly Column[]} */
export const COLUMNS = [
  flow,
  transport,
  stream,
  client,
  server,
  host,
  protocol,
  vlan,
  activity,
  verdict,
  limit,
  carries,
  packets,
  bytes,
  rate,
  rtt,
  repeats,
  retransmittedShare,
  requests,
  start,
  firstTime,
  lastTime,
  duration,
  state,
];

/** Sort keys, whether or not the column is shown. */
export const SORTABLE = COLUMNS.flatMap(({ cells }) => cells).filter(
  (cell, i, all) => cell.sort && all.findIndex(({ sort }) => sort === cell.sort) === i,
);

/** @param {readonly string[]|null} chosen ids; null for the usual ones @returns {(Cell & { words: string })[]} */
export const cellsOf = (chosen) =>
  COLUMNS.filter(({ id, isUsual, isFixed }) => isFixed || (chosen === null ? isUsual : chosen.includes(id))).flatMap(
    ({ cells, words }) => cells.map((cell) => ({ ...cell, words })),
  );
