/**
 * Where things lie:
 *
 *     axis │  a ─────── b ─────── c  │ delay → │ queue → │ delay ← │ queue ←
 */
import { headsPx } from '../timeline/axis.js';

/** Heads above the plot: names of the points, titles and figures of the panes. */
export const HEAD_HIGH = 44;
const AXIS_WIDE = { wide: 76, narrow: 50 };
/** Free above the first packet and below the last. */
const AIR = 6;
const PANE = { wide: 150, narrow: 66 };
/** Beside the first column and the last, for half of a name. */
const BESIDE = { wide: 56, narrow: 22 };
const LEAST_LADDER = 120;
/** From this width on there are panes of both measures. */
const ALL_PANES_PX = 900;

/** @typedef {{ way: 'there'|'back', measure: 'delay'|'queue', left: number, width: number }} Pane */
/**
 * @typedef {object} PathLayout
 * @property {number} axisRight
 * @property {number} ladderRight
 * @property {number} top of the plot
 * @property {number} height of the plot
 * @property {number[]} columns x of each capture, in the order of files
 * @property {Pane[]} panes
 */

/**
 * @param {{ width: number, height: number }} size @param {readonly number[]} order place along the path of each capture
 * @param {boolean} hasPanes
 * @returns {PathLayout}
 */
export function layoutOf({ width, height }, order, hasPanes) {
  const axisRight = headsPx(width, AXIS_WIDE);
  /** @type {Pick<Pane, 'way'|'measure'>[]} */
  const shown = !hasPanes ? [] : PANES.filter(({ measure }) => width >= ALL_PANES_PX || measure === 'delay');
  const room = Math.max(0, width - axisRight - LEAST_LADDER) / Math.max(1, shown.length);
  const paneWidth = Math.min(headsPx(width, PANE), room);
  const ladderRight = width - paneWidth * shown.length;
  const beside = headsPx(width, BESIDE);
  const wide = ladderRight - axisRight - 2 * beside;
  return {
    axisRight,
    ladderRight,
    top: HEAD_HIGH + AIR,
    height: Math.max(40, height - HEAD_HIGH - 2 * AIR),
    columns: order.map((place) => axisRight + beside + (wide * place) / Math.max(1, order.length - 1)),
    panes: shown.map((pane, i) => ({ ...pane, left: ladderRight + i * paneWidth, width: paneWidth })),
  };
}

/** @type {readonly Pick<Pane, 'way'|'measure'>[]} */
const PANES = [
  { way: 'there', measure: 'delay' },
  { way: 'there', measure: 'queue' },
  { way: 'back', measure: 'delay' },
  { way: 'back', measure: 'queue' },
];
