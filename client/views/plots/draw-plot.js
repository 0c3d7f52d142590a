/** A plot of connections: axes, points or distributions, what is selected. */
import { CoordinateBuffer } from '../../plot/level-of-detail.js';
import { crisp } from '../timeline/grid.js';
import { isShown, quantileOf, sortedOf } from './points.js';

/** @typedef {import('../../plot/renderer.js').Renderer} Renderer */
/** @typedef {import('../../base/theme.js').Colours} Colours */
/** @typedef {import('./points.js').Points} Points */
/** @typedef {import('./plot-axis.js').Axis} Axis */
/**
 * @typedef {object} PlotScene
 * @property {Points} points
 * @property {'scatter'|'ecdf'} plot
 * @property {import('../../plot/renderer.js').Box} box of the plot within its axes
 * @property {Axis} x
 * @property {Axis} y
 * @property {string} xWords
 * @property {string} yWords
 * @property {Colours} colours
 */

/** Of kinds in the order of their number of connections; those after the last are "others". */
const KIND_COLOURS = /** @type {const} */ (['c2s', 'ooo', 's2c', 'sack', 'win', 'cwnd', 'net']);
const RADIUS = 2.5;
/** With more points than this they are drawn smaller. */
const MANY = 5000;
const marks = new CoordinateBuffer();

/** @param {number} kind @returns {keyof Colours} */
export const colourOfKind = (kind) => KIND_COLOURS[kind] ?? 'ink3';

/** @param {Renderer} renderer @param {PlotScene} scene */
export function drawPlot(renderer, scene) {
  drawAxes(renderer, scene);
  renderer.clipped(scene.box, () => (scene.plot === 'ecdf' ? drawEcdf(renderer, scene) : drawScatter(renderer, scene)));
}

/** @param {Renderer} renderer @param {PlotScene} scene */
function drawAxes(renderer, { box, x, y, xWords, yWords, colours }) {
  const [right, bottom] = [box.x + box.width, box.y + box.height];
  for (const isLabelled of [false, true]) {
    marks.clear();
    for (const { px, label } of x.ticks) {
      if ((label !== '') === isLabelled) marks.line(crisp(px), box.y, crisp(px), bottom);
    }
    for (const { px, label } of y.ticks) {
      if ((label !== '') === isLabelled) marks.line(box.x, crisp(px), right, crisp(px));
    }
    renderer.lines(marks, { colour: isLabelled ? colours.line2 : colours.line1 });
  }
  renderer.frame({ x: crisp(box.x), y: crisp(box.y), width: box.width, height: box.height }, { colour: colours.line2 });
  let taken = -Infinity;
  for (const { px, label } of x.ticks) {
    const half = renderer.textWidth(label, { colour: '' }) / 2;
    if (label === '' || px - half < taken) continue;
    renderer.text(label, Math.min(px, right + 8 - half), bottom + 13, { colour: colours.ink2, align: 'center' });
    taken = px + half + 8;
  }
  for (const { px, label } of y.ticks) {
    renderer.text(label, box.x - 7, px, { colour: colours.ink2, align: 'right' });
  }
  renderer.text(xWords, right, bottom + 30, { colour: colours.ink1, align: 'right', weight: 500 });
  renderer.text(yWords, 12, box.y - 13, { colour: colours.ink1, weight: 500 });
}

/**
 * The commonest kinds first, so that the rare ones are not under them.
 * @param {Renderer} renderer @param {PlotScene} scene
 */
function drawScatter(renderer, { points, x, y, colours }) {
  const radius = points.flow.length > MANY ? RADIUS / 2.5 : RADIUS;
  const kinds = Math.max(1, points.kinds.length);
  for (let kind = 0; kind < kinds; kind++) {
    marks.clear();
    for (let i = 0; i < points.flow.length; i++) {
      if (points.kind[i] !== kind || !isShown(points.x[i], x.isLog) || !isShown(points.y[i], y.isLog)) continue;
      marks.point(x.px(points.x[i]), y.px(points.y[i]));
    }
    renderer.dots(marks, radius, { colour: colours[colourOfKind(kind)] });
  }
}

/**
 * A line of each kind; few pixels show many connections, so a step is drawn where it is a pixel's.
 * @param {Renderer} renderer @param {PlotScene} scene
 */
function drawEcdf(renderer, { points, x, y, box, colours }) {
  const kinds = Math.max(1, points.kinds.length);
  for (let kind = 0; kind < kinds; kind++) {
    const sorted = valuesOfKind(points, kind, x.isLog);
    if (sorted.length === 0) continue;
    marks.clear();
    let level = y.px(0);
    let column = x.px(sorted[0]);
    marks.point(box.x, level);
    marks.point(column, level);
    sorted.forEach((value, i) => {
      const px = x.px(value);
      const next = y.px((100 * (i + 1)) / sorted.length);
      if (px - column >= 1) {
        marks.point(column, level);
        marks.point(px, level);
        column = px;
      }
      level = next;
    });
    marks.point(column, level);
    marks.point(box.x + box.width, level);
    renderer.polyline(marks, { colour: colours[colourOfKind(kind)], width: 1.5 });
  }
}

/** @param {Points} points @param {number} kind @param {boolean} isLog */
const valuesOfKind = (points, kind, isLog) =>
  sortedOf(
    points.x.filter((_, i) => points.kind[i] === kind),
    isLog,
  );

/**
 * @param {Points} points
 * @param {number} kind
 * @returns {{ count: number, median: number, p95: number }} of its values of x
 */
export function figuresOfKind(points, kind) {
  const sorted = valuesOfKind(points, kind, false);
  return { count: sorted.length, median: quantileOf(sorted, 0.5), p95: quantileOf(sorted, 0.95) };
}
