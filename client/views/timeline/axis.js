/** The time axis of a view and its ground lines. */
import { CoordinateBuffer } from '../../plot/level-of-detail.js';
import { timeScale } from '../../plot/time-scale.js';
import { timeTicks } from '../../plot/time-ticks.js';
import { crisp } from './grid.js';
import { spanWords } from './times.js';

/** @typedef {import('../../plot/renderer.js').Renderer} Renderer */
/** @typedef {import('../../plot/time-scale.js').TimeScale} TimeScale */
/** @typedef {import('../../plot/time-scale.js').TimeRange} TimeRange */
/** @typedef {import('../../base/theme.js').Colours} Colours */
/**
 * @typedef {{ x: TimeScale, ticks: import('../../plot/time-ticks.js').TimeTicks, colours: Colours, width: number,
 *   height: number, narrow:
 *   boolean }} Ground what every part of a drawing needs
 */

export const AXIS_HIGH = 22;
/** A narrower view is a phone's, px. */
const NARROW_PX = 600;
/** Right of the plot, px. */
const RIGHT_MARGIN = { wide: 14, narrow: 10 };
const CAPTION_LEFT = 20;
export const MIN_PLOT_PX = 40;
/** Left free before the first mark and behind the last, as share of the time between. */
const AIR = { before: 0.01, behind: 0.02 };
const lines = new CoordinateBuffer();

/** @param {number} width of the view, px @param {{ wide: number, narrow: number }} heads px left of the plot */
export const headsPx = (width, { wide, narrow }) => (width < NARROW_PX ? narrow : wide);

/** @param {number} width of the view, px @param {number} leftPx of the plot */
export const plotWidth = (width, leftPx) => Math.max(MIN_PLOT_PX, width - leftPx - headsPx(width, RIGHT_MARGIN));

/**
 * What is shown of a range of marks.
 * @param {TimeRange} range @param {number} [firstNs] never before this
 * @returns {TimeRange}
 */
export const withAir = ({ startNs, endNs }, firstNs = -Infinity) => ({
  startNs: Math.max(firstNs, startNs - AIR.before * (endNs - startNs)),
  endNs: endNs + AIR.behind * (endNs - startNs),
});

/**
 * @param {object} given
 * @param {TimeRange} given.range
 * @param {number} given.leftPx
 * @param {number} given.width of the canvas
 * @param {number} given.height
 * @param {Colours} given.colours
 * @param {number} [given.widthPx] of the plot
 * @param {string} [given.originName]
 * @returns {Ground}
 */
export function groundOf({ range, leftPx, width, height, colours, widthPx, originName = 'the first packet' }) {
  const x = timeScale(range, leftPx, widthPx ?? plotWidth(width, leftPx));
  return {
    x,
    ticks: timeTicks(range, x.widthPx, { unit: 's', originNs: 0, originName, rttNs: null, dayNs: null }),
    colours,
    width,
    height,
    narrow: width < NARROW_PX,
  };
}

/** @param {Renderer} renderer @param {Ground} ground @param {number} top @param {number} bottom */
export function drawTimeGrid(renderer, { x, ticks, colours }, top, bottom) {
  lines.clear();
  for (const { timeNs } of ticks.ticks) lines.line(crisp(x.x(timeNs)), top, crisp(x.x(timeNs)), bottom);
  renderer.lines(lines, { colour: colours.line1 });
}

/** @param {Renderer} renderer @param {Ground} ground */
export function drawAxis(renderer, { x, ticks, colours, width, narrow }) {
  renderer.rect({ x: 0, y: 0, width, height: AXIS_HIGH }, { colour: colours.bg0 });
  renderer.rect({ x: 0, y: AXIS_HIGH - 1, width, height: 1 }, { colour: colours.line1 });
  const caption = { colour: colours.ink3 };
  const hasRoom = !narrow && CAPTION_LEFT + renderer.textWidth(ticks.caption, caption) < x.leftPx;
  if (hasRoom) renderer.text(ticks.caption, CAPTION_LEFT, AXIS_HIGH / 2, caption);
  for (const { timeNs, label } of ticks.ticks) {
    const half = renderer.textWidth(label, { colour: '', size: 11 }) / 2;
    const at = Math.min(Math.max(x.x(timeNs), x.leftPx + half - 4), x.leftPx + x.widthPx - half + 4);
    renderer.text(label, at, AXIS_HIGH / 2, { colour: colours.ink2, align: 'center' });
  }
}

/**
 * The selected span, and the cross-hair with its time on the axis.
 * @param {Renderer} renderer
 * @param {Pick<Ground, 'x'|'colours'|'height'>} ground
 * @param {{ span: import('../../plot/time-scale.js').TimeRange|null, pointerNs: number|null, reading: (timeNs:
 *   number) => string }} pointed `reading`: words of a time
 */
export function drawPointer(renderer, { x, colours, height }, { span, pointerNs, reading }) {
  if (span) drawSpan(renderer, x, colours, height, span);
  if (pointerNs === null) return;
  const px = x.x(pointerNs);
  if (px < x.leftPx || px > x.leftPx + x.widthPx) return;
  lines.clear().line(crisp(px), AXIS_HIGH, crisp(px), height);
  renderer.lines(lines, { colour: colours.ink2, dash: [2, 3] });
  plate(renderer, x, colours, px, reading(pointerNs));
}

/**
 * @param {Renderer} renderer
 * @param {TimeScale} x
 * @param {Colours} colours
 * @param {number} height
 * @param {import('../../plot/time-scale.js').TimeRange} span
 */
function drawSpan(renderer, x, colours, height, span) {
  const right = x.leftPx + x.widthPx;
  const [from, to] = [span.startNs, span.endNs].map((ns) => Math.min(right, Math.max(x.leftPx, x.x(ns))));
  if (to <= from) return;
  renderer.rect(
    { x: from, y: AXIS_HIGH, width: to - from, height: height - AXIS_HIGH },
    { colour: colours.ink1, alpha: 0.07 },
  );
  lines.clear().line(crisp(from), AXIS_HIGH, crisp(from), height);
  lines.line(crisp(to), AXIS_HIGH, crisp(to), height);
  renderer.lines(lines, { colour: colours.ink1 });
  plate(renderer, x, colours, (from + to) / 2, spanWords(span.endNs - span.startNs));
}

/** @param {Renderer} renderer @param {TimeScale} x @param {Colours} colours @param {number} px @param {string} words */
function plate(renderer, x, colours, px, words) {
  const style = { colour: colours.ink1, size: 11, weight: 500, align: /** @type {const} */ ('center') };
  const half = renderer.textWidth(words, style) / 2 + 5;
  const at = Math.min(Math.max(px, x.leftPx + half), x.leftPx + x.widthPx - half);
  renderer.rect({ x: at - half, y: 2, width: half * 2, height: AXIS_HIGH - 4 }, { colour: colours.bg3 });
  renderer.text(words, at, AXIS_HIGH / 2, style);
}
