/** What is under the pointer in the diagram of a QUIC connection. Pure. */
import { bisectLeft, bisector } from '../../vendor/d3.js';
import { barOf } from './data/sequence.js';

/** @typedef {import('./draw/scene.js').QuicScene} QuicScene */
/** @typedef {import('./data/sequence.js').Loss} Loss */
/** `row` −1: the packet was never captured. @typedef {{ row: number, loss: Loss|null, x: number, y: number }} Hit */

/** px around the pointer. */
const REACH = 12;
/** Bars that are looked at: of more nobody sees which is meant. */
const MAX_LOOKED_AT = 5000;
const { left: firstLostFrom } = bisector((/** @type {Loss} */ { lostNs }) => lostNs);

/**
 * @param {Pick<QuicScene, 'sequence'|'x'>} scene @param {(height: number) => number} y
 * @param {{ x: number, y: number }} pointer
 * @returns {Hit|null} the nearest bar, cross or acknowledgement in reach
 */
export function hitAt({ sequence, x }, y, pointer) {
  if (sequence === null) return null;
  /** @type {Hit|null} */
  let best = null;
  let least = REACH;
  const look = (/** @type {Hit} */ hit, /** @type {number} */ low, /** @type {number} */ high) => {
    const across = Math.abs(hit.x - pointer.x);
    const away = pointer.y > y(low) ? pointer.y - y(low) : Math.max(0, y(high) - pointer.y);
    const distance = Math.hypot(across, away);
    if (distance >= least) return;
    least = distance;
    best = hit;
  };
  const [fromNs, toNs] = [x.time(pointer.x - REACH), x.time(pointer.x + REACH)];
  for (const series of [sequence.acks, sequence.other, sequence.fresh, sequence.again]) {
    const from = bisectLeft(series.times, fromNs, 0, series.count);
    for (let i = from; i < series.count && i - from < MAX_LOOKED_AT && series.times[i] <= toNs; i++) {
      const hit = {
        row: series.row.values[i],
        loss: null,
        x: x.x(series.times[i]),
        y: y((series.low[i] + series.high[i]) / 2),
      };
      look(hit, series.low[i], series.high[i]);
    }
  }
  const { losses } = sequence;
  for (let i = firstLostFrom(losses, fromNs); i < losses.length && losses[i].lostNs <= toNs; i++) {
    const { row, lostNs, low, high } = losses[i];
    const middle = (low + high) / 2;
    look({ row, loss: losses[i], x: x.x(lostNs), y: y(middle) }, middle, middle);
  }
  return best;
}

/**
 * @param {Pick<QuicScene, 'sequence'|'x'>} scene @param {(height: number) => number} y
 * @param {number} row
 * @returns {{ x: number, y: number }|null} null: it is not in the diagram, or not in view
 */
export function placeOf({ sequence, x }, y, row) {
  const bar = row < 0 || sequence === null ? null : barOf(sequence, row);
  if (bar === null) return null;
  const at = x.x(bar.timeNs);
  if (at < x.leftPx || at > x.leftPx + x.widthPx) return null;
  return { x: at, y: y((bar.low + bar.high) / 2) };
}
