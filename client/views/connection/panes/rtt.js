/**
 * Round trips: a mark for each sample by its method, the smoothed value (RFC 6298) as a step, the smallest as a dotted
 * line. Only the informative half of the path is shown (`halfShown`).
 *
 *     ● sequence and ACK     ● SACK     – timestamps     ◇ handshake
 */
import { diamond } from '../../../plot/glyphs.js';
import {
  CoordinateBuffer,
  DENSE,
  drawStepLine,
  forEachColumn,
  visibleExtent,
  visibleRange,
} from '../../../plot/level-of-detail.js';
import { valueScale } from '../../../plot/value-scale.js';
import { crisp, drawGrid, plotBox } from '../../timeline/grid.js';
import { isPartial } from '../data/partial-packets.js';
import { halfShown, METHODS, RoundTrips } from '../data/path-data.js';
import { drawRecordedSteps, kernelShown } from './recorded-lines.js';

/** @typedef {import('../../timeline/grid.js').Scene} Scene */
/** @typedef {import('../../timeline/grid.js').Renderer} Renderer */
/** @typedef {import('../../../plot/value-scale.js').ValueScale} ValueScale */
/** @typedef {import('../../../plot/series-columns.js').LineSeries} LineSeries */

/** Half the length of a timestamp's dash. */
const DASH_HALF = 2;

const points = new CoordinateBuffer();
const minimum = new CoordinateBuffer();

/**
 * What is drawn: the server's samples; none until they are there.
 * @param {import('../data/model.js').Model} model
 * @param {number} direction
 * @returns {RoundTrips}
 */
export const roundTripsShown = ({ path }, direction) =>
  path ? path.roundTrips[halfShown(path, direction)] : NOT_THERE_YET;

const NOT_THERE_YET = new RoundTrips();

/**
 * @param {Renderer} renderer
 * @param {Scene} scene
 * @param {import('../../timeline/grid.js').Pane} pane
 * @returns {{ scale: ValueScale, unit: string }}
 */
export function drawRttPane(renderer, scene, pane) {
  const { x, colours } = scene;
  const { all, smoothed, minNs, byMethod } = roundTripsShown(scene.model, scene.direction);
  const kernel = kernelShown(scene)?.srtt;
  const measured = visibleExtent(all, x.range) ?? visibleExtent(smoothed, x.range, true);
  const extent = withRecorded(measured, kernel && visibleExtent(kernel, x.range, true));
  if (!extent) return drawWithoutSamples(renderer, scene, pane, all.count);
  const low = Math.min(extent[0], minNs);
  const air = Math.max((extent[1] - low) * 0.14, extent[1] * 0.04);
  const { per, unit } = rttUnit(extent[1]);
  const scale = valueScale({
    extent: [Math.max(0, low - air), extent[1] + air],
    per,
    topPx: pane.top + (scene.narrow ? 24 : 6),
    bottomPx: pane.top + pane.height - 5,
    tickPx: 24,
  });
  drawGrid(renderer, scene, pane, scale);
  renderer.clipped(plotBox(scene, pane), () => {
    const y = crisp(scale.y(minNs));
    minimum.clear().line(x.leftPx, y, x.leftPx + x.widthPx, y);
    renderer.lines(minimum, { colour: colours.ink3, dash: [2, 2] });
    for (const method of METHODS) {
      const samples = byMethod[method];
      if (samples) drawSamples(renderer, scene, scale, samples, method);
    }
    drawStepLine(renderer, smoothed, x, scale.y, { colour: colours.ink1, width: 1.25 });
    drawRecordedSteps(renderer, kernel, scene, scale);
  });
  return { scale, unit };
}

/**
 * @param {[number, number]|null} extent @param {[number, number]|null|undefined} recorded
 * @returns {[number, number]|null}
 */
const withRecorded = (extent, recorded) =>
  extent && recorded ? [Math.min(extent[0], recorded[0]), Math.max(extent[1], recorded[1])] : extent;

/**
 * @param {Renderer} renderer
 * @param {Pick<Scene, 'x'|'colours'>} scene
 * @param {Pick<ValueScale, 'y'>} scale
 * @param {LineSeries} samples
 * @param {import('../data/path-data.js').Method} method
 */
export function drawSamples(renderer, { x, colours }, scale, samples, method) {
  const { from, to } = visibleRange(samples, x.range);
  const colour = { sack: colours.sack, timestamp: colours.ink3, sequence_ack: colours.ink2, handshake: colours.ink1 }[
    method
  ];
  points.clear();
  if (to - from > DENSE * x.widthPx) {
    forEachColumn(samples, x, from, to, (column, first, end) => {
      samples.pyramid.query(samples.low, samples.high, first, end);
      points.line(column, scale.y(samples.pyramid.min) + 0.75, column, scale.y(samples.pyramid.max) - 0.75);
    });
    renderer.lines(points, { colour, alpha: 0.8 });
    return;
  }
  for (let i = from; i < to; i++) {
    const at = x.x(samples.times[i]);
    const y = scale.y(samples.low[i]);
    if (method === 'handshake') diamond(renderer, at, y, 3.5, colour, colours.bg1);
    else if (method === 'timestamp') points.line(at - DASH_HALF, y, at + DASH_HALF, y);
    else points.point(at, y);
  }
  if (method === 'timestamp') renderer.lines(points, { colour, width: 1.25 });
  else if (method !== 'handshake') renderer.dots(points, to - from > x.widthPx ? 1.2 : 1.8, { colour });
}

/**
 * @param {Renderer} renderer
 * @param {Scene} scene
 * @param {import('../../timeline/grid.js').Pane} pane
 * @param {number} samples
 */
function drawWithoutSamples(renderer, scene, pane, samples) {
  drawGrid(renderer, scene, pane);
  const { x, colours } = scene;
  const waiting = isPartial(scene.model.columns) ? 'Not measured: the connection is too long' : 'Measuring';
  const none = scene.model.path ? 'Not observable: no ACK gives a sample' : waiting;
  const words = samples === 0 ? none : 'No sample in this span';
  renderer.text(words, x.leftPx + 10, pane.top + pane.height / 2, { colour: colours.ink3 });
  return { scale: valueScale({ extent: [0, 1], topPx: pane.top, bottomPx: pane.top + pane.height }), unit: 'ms' };
}

/** @param {number} largestNs @returns {{ per: number, unit: string }} */
export function rttUnit(largestNs) {
  if (largestNs >= 10e9) return { per: 1e9, unit: 's' };
  return largestNs >= 1e6 ? { per: 1e6, unit: 'ms' } : { per: 1e3, unit: 'µs' };
}
