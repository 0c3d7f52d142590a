/**
 * Which mark is under the pointer, and where a packet's mark is.
 */
import { TCP, VERDICT } from '../../../../lib/shared/packet-enums.js';
import { visibleRange } from '../../../plot/level-of-detail.js';
import { bisectLeft, bisectRight } from '../../../vendor/d3.js';
import { sequenceLength } from '../data/packet-columns.js';
import { hasAllOf } from '../data/partial-packets.js';

/** @typedef {import('../../timeline/grid.js').Scene} Scene */
/** @typedef {import('../../../plot/value-scale.js').ValueScale} ValueScale */

/** Packets examined on each side of the pointer; among more, only marks can be hit. */
const LOOKED_AT = 2000;
/** A mark wins over a plain segment that is this much closer. */
const MARK_BONUS_PX = 4;

/**
 * @param {Scene} scene
 * @param {ValueScale} scale of the time–sequence pane
 * @param {number} px
 * @param {number} py
 * @param {number} reach px
 * @returns {number} row; −1 for none
 */
export function packetAt(scene, scale, px, py, reach) {
  const {
    x,
    model: { columns },
  } = scene;
  const range = { startNs: x.time(px - reach), endNs: x.time(px + reach) };
  if (!hasAllOf(columns, { startNs: x.time(px), endNs: x.time(px) })) return -1;
  const middle = bisectLeft(columns.time, x.time(px), 0, columns.rows);
  const from = Math.max(bisectLeft(columns.time, range.startNs, 0, columns.rows), middle - LOOKED_AT);
  const to = Math.min(bisectRight(columns.time, range.endNs, 0, columns.rows), middle + LOOKED_AT);
  let best = -1;
  let least = reach;
  const consider = (/** @type {number} */ row, /** @type {number} */ bonus) => {
    const distance = distanceTo(scene, scale, row, px, py);
    if (distance > reach || distance - bonus >= least) return;
    least = distance - bonus;
    best = row;
  };
  for (const series of [
    scene.series.retransmissions,
    scene.series.lateArrivals,
    scene.series.captureDuplicates,
    scene.series.handshakes,
  ]) {
    const visible = visibleRange(series, range);
    for (let i = visible.from; i < Math.min(visible.to, visible.from + LOOKED_AT); i++) {
      consider(series.row.values[i], MARK_BONUS_PX);
    }
  }
  for (let row = from; row < to; row++) consider(row, 0);
  return best;
}

/**
 * @param {Scene} scene
 * @param {ValueScale} scale
 * @param {number} row
 * @param {number} px
 * @param {number} py
 * @returns {number} px; Infinity when the row is not drawn here
 */
function distanceTo({ x, direction, model: { columns } }, scale, row, px, py) {
  const dx = Math.abs(x.x(columns.time[row]) - px);
  if (columns.direction[row] !== direction) {
    return columns.ack[row] < 0 ? Infinity : Math.hypot(dx, scale.y(columns.ack[row]) - py);
  }
  const length = sequenceLength(columns, row);
  if (length === 0 && (columns.flags[row] & TCP.RST) === 0) return Infinity;
  const low = scale.y(columns.seq[row]);
  const high = scale.y(columns.seq[row] + length);
  // The letter above the bar of a retransmission belongs to it.
  const top = columns.verdict[row] === VERDICT.RETRANSMISSION ? high - 14 : high;
  return Math.hypot(dx, Math.max(top - py, py - low, 0));
}

/**
 * @param {Scene} scene
 * @param {ValueScale} scale
 * @param {number} row
 * @returns {[number, number]} where the ring goes: the last byte of a segment, the ACK line for an acknowledgement
 */
export function anchorOf({ x, direction, model: { columns } }, scale, row) {
  const at = x.x(columns.time[row]);
  if (columns.direction[row] !== direction && columns.ack[row] >= 0) return [at, scale.y(columns.ack[row])];
  return [at, scale.y(columns.seq[row] + sequenceLength(columns, row))];
}

/**
 * The last packet at or before a time, for the table that follows the cursor.
 * @param {Scene} scene
 * @param {number} timeNs
 * @returns {number} row; −1 without packets
 */
export function rowAtTime({ model: { columns } }, timeNs) {
  if (columns.rows === 0) return -1;
  return Math.max(0, bisectRight(columns.time, timeNs, 0, columns.rows) - 1);
}
