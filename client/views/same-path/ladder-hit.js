/** The packet under the pointer. */
import { linesOf, LOST_AT } from './ladder-lines.js';

/** @typedef {import('./draw-ladder.js').LadderScene} LadderScene */

/**
 * @param {LadderScene} scene @param {{ x: number, y: number, reach: number }} pointer
 * @returns {number} row of the packet whose lines are nearest; −1: none is within reach
 */
export function packetAt({ ground: { x: scale }, frame: { listed }, layout, along, delayNs }, { x, y, reach }) {
  if (listed === null || x > layout.ladderRight) return -1;
  let nearest = -1;
  let nearestPx = reach;
  for (let row = 0; row < listed.bytes.length; row++) {
    linesOf(listed, row, along, delayNs, (kind, from, fromNs, to, toNs) => {
      const left = layout.columns[from];
      const right = left + (kind === 'lost' ? LOST_AT : 1) * (layout.columns[to] - left);
      const px = distanceTo(x, y, left, scale.x(fromNs), right, scale.x(toNs));
      if (px >= nearestPx) return;
      nearestPx = px;
      nearest = row;
    });
  }
  return nearest;
}

/**
 * Of a point from a line.
 * @param {number} x @param {number} y @param {number} x0 @param {number} y0 @param {number} x1 @param {number} y1
 */
function distanceTo(x, y, x0, y0, x1, y1) {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - x0) * dx + (y - y0) * dy) / length));
  return Math.hypot(x0 + share * dx - x, y0 + share * dy - y);
}
