/** The input of a comparison's drawing, shared by its panes. */
import { timeScale } from '../../plot/time-scale.js';

/** @typedef {import('./member.js').Member} Member */

/**
 * @typedef {object} Scene
 * @property {Member[]} members
 * @property {import('./layout.js').Layout} layout
 * @property {import('../../plot/time-scale.js').TimeRange} range ns from the alignment
 * @property {import('./state.js').Align} align
 * @property {boolean} isOverlaid
 * @property {import('../../base/theme.js').Colours} colours
 */

/** The axis in the time of a member's capture. @param {Scene} scene @param {Member} member */
export function scaleOf({ range, layout, align }, { alignNs }) {
  const zero = alignNs[align];
  return timeScale({ startNs: range.startNs + zero, endNs: range.endNs + zero }, layout.leftPx, layout.widthPx);
}

/**
 * The first is the baseline; in a plot of its own a member has its direction's colour.
 * @param {Scene} scene
 * @param {Member} member
 * @param {number} i
 */
export const colourOf = ({ isOverlaid, colours }, member, i) => colours[keyColour(isOverlaid, member, i)];

/**
 * @param {boolean} isOverlaid
 * @param {Member} member
 * @param {number} i
 * @returns {'ink2'|'cwnd'|'win'|'ooo'|'mImg'|'c2s'|'s2c'} the token of its colour
 */
export function keyColour(isOverlaid, { direction }, i) {
  if (isOverlaid && i === 0) return 'ink2';
  if (isOverlaid && i > 1) return /** @type {const} */ (['cwnd', 'win', 'ooo', 'mImg'])[(i - 2) % 4];
  return direction === 0 ? 'c2s' : 's2c';
}
