/** A time axis that goes down: at the left of a view, its labels beside their lines. */
import { CoordinateBuffer } from '../../plot/level-of-detail.js';
import { crisp } from './grid.js';
import { spanWords } from './times.js';

/** @typedef {import('../../plot/renderer.js').Renderer} Renderer */
/** @typedef {import('./axis.js').Ground} Ground */

/** Between words and what is beside them. */
const BESIDE_PX = 6;
/** Half of a plate's height, and half of a label's. */
const HALF_PLATE = 8;
const HALF_LABEL = 6;
const lines = new CoordinateBuffer();

/** @param {Renderer} renderer @param {Ground} ground @param {number} left @param {number} right */
export function drawGridDown(renderer, { x, ticks, colours }, left, right) {
  lines.clear();
  for (const { timeNs } of ticks.ticks) lines.line(left, crisp(x.x(timeNs)), right, crisp(x.x(timeNs)));
  renderer.lines(lines, { colour: colours.line1 });
}

/** @param {Renderer} renderer @param {Ground} ground @param {number} right end of the labels' column */
export function drawAxisDown(renderer, { x, ticks, colours }, right) {
  for (const { timeNs, label } of ticks.ticks) {
    const y = Math.max(x.x(timeNs), x.leftPx + HALF_LABEL);
    if (y > x.leftPx + x.widthPx - HALF_LABEL) continue;
    renderer.text(label, right - BESIDE_PX, y, { colour: colours.ink2, align: 'right' });
  }
}

/**
 * The selected span, and the cross-hair with its time beside it: `drawPointer` of an axis that goes down.
 * @param {Renderer} renderer
 * @param {Pick<Ground, 'x'|'colours'|'width'>} ground
 * @param {Parameters<typeof import('./axis.js').drawPointer>[2]} pointed
 */
export function drawPointerDown(renderer, { x, colours, width }, { span, pointerNs, reading }) {
  const bottom = x.leftPx + x.widthPx;
  if (span) {
    const [from, to] = [span.startNs, span.endNs].map((ns) => Math.min(bottom, Math.max(x.leftPx, x.x(ns))));
    if (to > from) {
      renderer.rect({ x: 0, y: from, width, height: to - from }, { colour: colours.ink1, alpha: 0.07 });
      lines.clear().line(0, crisp(from), width, crisp(from));
      lines.line(0, crisp(to), width, crisp(to));
      renderer.lines(lines, { colour: colours.ink1 });
      plate(renderer, { x, colours }, (from + to) / 2, spanWords(span.endNs - span.startNs));
    }
  }
  if (pointerNs === null) return;
  const y = x.x(pointerNs);
  if (y < x.leftPx || y > bottom) return;
  lines.clear().line(0, crisp(y), width, crisp(y));
  renderer.lines(lines, { colour: colours.ink2, dash: [2, 3] });
  plate(renderer, { x, colours }, y, reading(pointerNs));
}

/** @param {Renderer} renderer @param {Pick<Ground, 'x'|'colours'>} ground @param {number} y @param {string} words */
function plate(renderer, { x, colours }, y, words) {
  const style = { colour: colours.ink1, size: 11, weight: 500 };
  const at = Math.min(Math.max(y, x.leftPx + HALF_PLATE), x.leftPx + x.widthPx - HALF_PLATE);
  const wide = renderer.textWidth(words, style) + 2 * BESIDE_PX;
  renderer.rect({ x: 0, y: at - HALF_PLATE, width: wide, height: 2 * HALF_PLATE }, { colour: colours.bg3 });
  renderer.text(words, BESIDE_PX, at, style);
}
