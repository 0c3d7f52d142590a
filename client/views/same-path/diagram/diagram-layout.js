/**
 * Where the panes of the diagram lie, from top to bottom:
 *
 *     axis │ stream │ delay there │ queue there │ delay back │ queue back
 */
import { AXIS_HIGH, headsPx } from '../../timeline/axis.js';

/** Titles, above the plots, px. */
export const TITLE_HIGH = 20;
export const TITLE_LEFT = 8;
const FIGURES = { wide: 52, narrow: 44 };
/** Of a pane with its title: its share of the height, within bounds. */
const PANE = { share: 0.13, least: 50, most: 92 };

/**
 * `way`: along the path or back. `top` and `height` are the plot's.
 * @typedef {{ way: 'there'|'back', measure: 'delay'|'queue', top: number, height: number }} DelayPane
 * @typedef {{ leftPx: number, stream: { top: number, height: number }, panes: DelayPane[] }} DiagramLayout
 */

/** @param {{ width: number, height: number }} size @returns {DiagramLayout} */
export function diagramLayout({ width, height }) {
  const paneHigh = Math.round(Math.min(PANE.most, Math.max(PANE.least, PANE.share * height)));
  const streamHigh = height - AXIS_HIGH - paneHigh * PANES.length;
  return {
    leftPx: headsPx(width, FIGURES),
    stream: plotOf(AXIS_HIGH, streamHigh),
    panes: PANES.map((pane, place) => ({ ...pane, ...plotOf(AXIS_HIGH + streamHigh + place * paneHigh, paneHigh) })),
  };
}

/** @param {number} top @param {number} high with the title */
const plotOf = (top, high) => ({ top: top + TITLE_HIGH, height: Math.max(20, high - TITLE_HIGH) });

/** @type {readonly Pick<DelayPane, 'way'|'measure'>[]} */
const PANES = [
  { way: 'there', measure: 'delay' },
  { way: 'there', measure: 'queue' },
  { way: 'back', measure: 'delay' },
  { way: 'back', measure: 'queue' },
];
