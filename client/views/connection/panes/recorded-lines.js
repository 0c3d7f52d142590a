/**
 * What a sender's own end recorded (its kernel, its qlog), beside what is inferred: a step with a dot for each sample
 * where there is room, a dashed step, or dots alone.
 */
import { CoordinateBuffer, DENSE, drawStepLine, visibleRange } from '../../../plot/level-of-detail.js';

/** @typedef {import('../../timeline/grid.js').Renderer} Renderer */
/** @typedef {Pick<import('../../timeline/grid.js').Scene, 'x'|'colours'>} RecordedScene */
/** @typedef {import('../../../plot/series-columns.js').LineSeries} LineSeries */
/** @typedef {Pick<import('../../../plot/value-scale.js').ValueScale, 'y'>} Scale */

const RADIUS = 2;
const SMALL_RADIUS = 1.4;
const DASH = [5, 3];
/** px between the dots of a step: closer ones would hide what is inferred. */
const LEAST_APART = 6;

const points = new CoordinateBuffer();

/**
 * @param {import('../../timeline/grid.js').Scene} scene
 * @returns {import('../data/kernel-data.js').KernelData|null} null: its host recorded nothing of it
 */
export const kernelShown = ({ model: { sender }, direction }) => sender?.kernels[direction] ?? null;

/** @param {Renderer} renderer @param {LineSeries|undefined} series @param {RecordedScene} scene @param {Scale} scale */
export function drawRecordedSteps(renderer, series, scene, scale) {
  if (series === undefined || series.count === 0) return;
  drawStepLine(renderer, series, scene.x, scale.y, { colour: scene.colours.ooo, width: 1.25 });
  const { from, to } = visibleRange(series, scene.x.range);
  if ((to - from) * LEAST_APART <= scene.x.widthPx) drawRecordedDots(renderer, series, scene, scale, RADIUS);
}

/** @param {Renderer} renderer @param {LineSeries|undefined} series @param {RecordedScene} scene @param {Scale} scale */
export function drawRecordedDashes(renderer, series, scene, scale) {
  if (series === undefined || series.count === 0) return;
  drawStepLine(renderer, series, scene.x, scale.y, { colour: scene.colours.ooo, width: 1, dash: DASH });
}

/**
 * @param {Renderer} renderer @param {LineSeries|undefined} series @param {RecordedScene} scene @param {Scale} scale
 * @param {number} [radius]
 */
export function drawRecordedDots(renderer, series, { x, colours }, scale, radius = SMALL_RADIUS) {
  if (series === undefined) return;
  const { from, to } = visibleRange(series, x.range);
  if (to - from > DENSE * x.widthPx) return;
  points.clear();
  for (let i = from; i < to; i++) points.point(x.x(series.times[i]), scale.y(series.low[i]));
  renderer.dots(points, radius, { colour: colours.ooo });
}
