/**
 * Layout of the panes of a comparison.
 *
 *   overlaid   axis | held back by (A) | held back by (B) | time–sequence of all | in flight of all
 *   stacked    axis | time–sequence, held back by, packets (of A) | time–sequence, held back by, packets (of B) | …
 */

/**
 * @typedef {{ kind: 'axis' | 'ribbon' | 'sequence' | 'flight' | 'packets', top: number, height: number, members:
 *   number[] }} Pane members:
 *   indexes of those drawn in it
 */
/** @typedef {{ panes: Pane[], leftPx: number, widthPx: number, height: number, narrow: boolean }} Layout */

const AXIS = 30;
const RIBBON = 22;
const FLIGHT = 130;
const PACKETS = 52;
const MIN_SEQUENCE = 150;
const MIN_OVERLAID = 260;

/**
 * @param {{ width: number, height: number, members: number, arrangement: import('./state.js').Arrangement }} given
 * @returns {Layout}
 */
export function layoutOf({ width, height, members, arrangement }) {
  const narrow = width < 600;
  const all = Array.from({ length: members }, (_, i) => i);
  /** @type {Pane[]} */
  const panes = [];
  let top = 0;
  const add = (/** @type {Pane['kind']} */ kind, /** @type {number} */ high, /** @type {number[]} */ shown) => {
    panes.push({ kind, top, height: high, members: shown });
    top += high;
  };
  add('axis', AXIS, []);
  if (arrangement === 'overlaid') {
    for (const i of all) add('ribbon', RIBBON, [i]);
    add('sequence', Math.max(MIN_OVERLAID, Math.floor(height - AXIS - RIBBON * members - FLIGHT)), all);
    add('flight', FLIGHT, all);
  } else {
    const sequence = Math.max(MIN_SEQUENCE, Math.floor((height - AXIS) / Math.max(1, members)) - RIBBON - PACKETS);
    for (const i of all) {
      add('sequence', sequence, [i]);
      add('ribbon', RIBBON, [i]);
      add('packets', PACKETS, [i]);
    }
  }
  const leftPx = narrow ? 44 : 92;
  return { panes, leftPx, widthPx: Math.max(60, width - leftPx - 16), height: top, narrow };
}
