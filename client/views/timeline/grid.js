/**
 * Shared by all panes: grid lines, figures at the left, direction marks.
 */
import { CoordinateBuffer } from '../../plot/level-of-detail.js';

/**
 * What a pane needs to draw itself.
 * @typedef {object} Scene
 * @property {import('../connection/data/model.js').Model} model
 * @property {import('../connection/data/direction-series.js').DirectionSeries} series of the direction shown
 * @property {number} direction
 * @property {import('../../plot/time-scale.js').TimeScale} x
 * @property {import('../../plot/time-ticks.js').TimeTicks} ticks
 * @property {import('../../base/theme.js').Colours} colours
 * @property {string} dataColour of the direction shown
 * @property {boolean} light
 * @property {boolean} narrow
 * @property {ReadonlySet<import('../connection/data/mark-classes.js').MarkClass>} hidden classes of marks that are
 *   switched off
 * @property {DrawnAs} as
 */

/**
 * How the user wants things drawn.
 * @typedef {Pick<import('../connection/view-state.js').ViewState, 'absolute'|'inSegments'|'style'|'rateWindowNs'>}
 *   DrawnAs
 */

/** @typedef {import('../../plot/renderer.js').Renderer} Renderer */
/** @typedef {import('../connection/panes/layout.js').Pane} Pane */

const FIGURE_GAP = 6;
const lines = new CoordinateBuffer();

/** Half-pixel centre of a hairline. @param {number} px */
export const crisp = (px) => Math.round(px - 0.5) + 0.5;

/**
 * @param {Renderer} renderer
 * @param {Pick<Scene, 'x'|'ticks'|'colours'>} scene
 * @param {Pane} pane
 * @param {import('../../plot/value-scale.js').ValueScale} [scale]
 * @param {{ inside?: boolean }} [options] `inside`: figures too long for the head are in the plot
 */
export function drawGrid(renderer, { x, ticks, colours }, { id, top, height }, scale, { inside = false } = {}) {
  lines.clear();
  for (const { timeNs } of ticks.ticks) lines.line(crisp(x.x(timeNs)), top, crisp(x.x(timeNs)), top + height);
  for (const { y } of scale?.ticks ?? []) lines.line(x.leftPx, crisp(y), x.leftPx + x.widthPx, crisp(y));
  renderer.lines(lines, { colour: colours.line1 });
  // The pane's title reaches into the figures' column.
  const highest = top + (id === 'sequence' ? 24 : 7);
  for (const { y, label } of scale?.ticks ?? []) {
    if (y <= highest || y >= top + height - 5) continue;
    if (inside) renderer.text(label, x.leftPx + FIGURE_GAP, y, { colour: colours.ink3, plate: colours.bg1 });
    else renderer.text(label, x.leftPx - FIGURE_GAP, y, { colour: colours.ink3, align: 'right' });
  }
}

const AXIS_TEXT = { colour: '', size: 11 };

/**
 * Position of a label of the time axis: at its tick, or at the plot's edge.
 * @param {Renderer} renderer
 * @param {import('../../plot/time-scale.js').TimeScale} x
 * @param {{ timeNs: number, label: string }} tick
 * @returns {{ px: number, half: number }} its middle, and half of its width
 */
export function axisLabel(renderer, x, { timeNs, label }) {
  const half = renderer.textWidth(label, AXIS_TEXT) / 2;
  return { px: Math.min(Math.max(x.x(timeNs), x.leftPx + half - 4), x.leftPx + x.widthPx - half + 4), half };
}

/**
 * A stretch of the axis, and all of the labels of which it covers a part: half a figure reads as another one.
 * @param {Renderer} renderer @param {Pick<Scene, 'x'|'ticks'>} scene @param {number} left @param {number} right
 * @returns {[from: number, to: number]}
 */
export function wholeLabels(renderer, { x, ticks }, left, right) {
  let [from, to] = [left, right];
  for (const tick of ticks.ticks) {
    const { px, half } = axisLabel(renderer, x, tick);
    if (px + half <= left || px - half >= right) continue;
    from = Math.min(from, px - half - 1);
    to = Math.max(to, px + half + 1);
  }
  return [from, to];
}

/**
 * The box of a pane in which data may be drawn.
 * @param {Pick<Scene, 'x'>} scene
 * @param {Pane} pane
 * @returns {import('../../plot/renderer.js').Box}
 */
export function plotBox({ x }, { top, height }) {
  return { x: x.leftPx, y: top + 1, width: x.widthPx, height: height - 1 };
}
