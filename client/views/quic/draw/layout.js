/** The panes of a QUIC connection, from top to bottom; the diagram takes what the others leave. */
import { AXIS_HIGH } from '../../timeline/axis.js';

/** @typedef {'ribbon'|'sequence'|'window'|'rtt'|'throughput'} PaneId */
/** @typedef {{ id: PaneId, top: number, height: number }} Pane */

export const LEFT = { wide: 164, narrow: 48 };
const LOWEST_SEQUENCE = 170;

/** By width: a desk, a phone. @type {readonly (readonly [PaneId, readonly [number, number]])[]} */
const HEIGHTS = [
  ['ribbon', [24, 40]],
  ['sequence', [0, 0]],
  ['window', [92, 88]],
  ['rtt', [76, 80]],
  ['throughput', [66, 72]],
];

/** What all panes need at least, px. @param {boolean} narrow */
export const leastHeight = (narrow) =>
  HEIGHTS.reduce((sum, [, heights]) => sum + heights[narrow ? 1 : 0], AXIS_HIGH + LOWEST_SEQUENCE);

/** @param {number} height of the stage @param {boolean} narrow @returns {Pane[]} */
export function panesOf(height, narrow) {
  const sequence = Math.max(LOWEST_SEQUENCE, height - leastHeight(narrow) + LOWEST_SEQUENCE);
  let top = AXIS_HIGH;
  return HEIGHTS.map(([id, heights]) => {
    const pane = { id, top, height: id === 'sequence' ? sequence : heights[narrow ? 1 : 0] };
    top += pane.height;
    return pane;
  });
}
