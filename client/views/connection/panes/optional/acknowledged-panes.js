/**
 * The figures of the XUDP study (8.1, 8.2, 8.3), for any flow of acknowledged data, and segment sizes:
 * bytes acknowledged, one point an acknowledgement; the time from a packet to its ACK, by the ACK's arrival in steps of
 * 20 ms; packets in flight.
 */
import {
  CoordinateBuffer,
  DENSE,
  drawStepLine,
  forEachColumn,
  visibleExtent,
  visibleRange,
} from '../../../../plot/level-of-detail.js';
import { byteUnit, padded, valueScale } from '../../../../plot/value-scale.js';
import { drawGrid, plotBox } from '../../../timeline/grid.js';
import { roundTripsShown, rttUnit } from '../rtt.js';
import { drawArea, flightShown } from '../window.js';

/** @typedef {import('../../../timeline/grid.js').Scene} Scene */
/** @typedef {import('../../../timeline/grid.js').Renderer} Renderer */
/** @typedef {import('../../../timeline/grid.js').Pane} Pane */
/** @typedef {{ scale: import('../../../../plot/value-scale.js').ValueScale, unit: string }} Drawn */

/** The study's clock: arrivals are recorded to 20 ms. */
const QUANTUM_NS = 20e6;
/** With more the points would only cover the line. */
const POINTS_APART = 4;

const points = new CoordinateBuffer();

/** @param {Pane} pane @param {boolean} narrow */
const edges = ({ top, height }, narrow) => ({ topPx: top + (narrow ? 24 : 6), bottomPx: top + height - 6 });

/** @param {Renderer} renderer @param {Scene} scene @param {Pane} pane @returns {Drawn} */
export function drawAckedPane(renderer, scene, pane) {
  const {
    series: { acks },
    x,
    colours,
    narrow,
  } = scene;
  const extent = visibleExtent(acks, x.range, true) ?? [0, 10];
  const { per, unit } = byteUnit(extent[1]);
  const scale = valueScale({
    extent: padded([extent[0], Math.max(extent[1], extent[0] + 10)], 0.06),
    per,
    ...edges(pane, narrow),
  });
  drawGrid(renderer, scene, pane, scale);
  renderer.clipped(plotBox(scene, pane), () => {
    if (acks.count > 1) drawEvenPace(renderer, scene, scale);
    drawStepLine(renderer, acks, x, scale.y, { colour: colours.ack, width: 1.5 });
    const { from, to } = visibleRange(acks, x.range);
    if ((to - from) * POINTS_APART > x.widthPx) return;
    points.clear();
    for (let i = from; i < to; i++) points.point(x.x(acks.times[i]), scale.y(acks.low[i]));
    renderer.dots(points, 2, { colour: colours.ack });
  });
  return { scale, unit };
}

/**
 * From the first acknowledgement straight to the last: an even pace.
 * @param {Renderer} renderer
 * @param {Scene} scene
 * @param {import('../../../../plot/value-scale.js').ValueScale} scale
 */
function drawEvenPace(renderer, { series: { acks }, x, colours }, scale) {
  const last = acks.count - 1;
  points.clear().line(x.x(acks.times[0]), scale.y(acks.low[0]), x.x(acks.times[last]), scale.y(acks.low[last]));
  renderer.lines(points, { colour: colours.ink3, dash: [2, 3] });
}

/** @param {Renderer} renderer @param {Scene} scene @param {Pane} pane @returns {Drawn} */
export function drawDelayPane(renderer, scene, pane) {
  const { model, direction, x, colours, narrow } = scene;
  const { all } = roundTripsShown(model, direction);
  const extent = visibleExtent(all, x.range) ?? [0, 1e6];
  const { per, unit } = rttUnit(extent[1]);
  const scale = valueScale({ extent: [0, extent[1] * 1.12], per, ...edges(pane, narrow), tickPx: 24 });
  drawGrid(renderer, scene, pane, scale);
  const quantised = (/** @type {number} */ timeNs) =>
    model.originNs + Math.floor((timeNs - model.originNs) / QUANTUM_NS) * QUANTUM_NS;
  renderer.clipped(plotBox(scene, pane), () => drawPoints(renderer, scene, scale, all, colours.ink2, quantised));
  return { scale, unit };
}

/** @param {Renderer} renderer @param {Scene} scene @param {Pane} pane @returns {Drawn} */
export function drawFlightPane(renderer, scene, pane) {
  const { series, x, dataColour, narrow } = scene;
  const flight = flightShown(scene);
  const most = Math.max(visibleExtent(flight, x.range, true)?.[1] ?? 0, series.fullSegment);
  const scale = valueScale({ extent: [0, most * 1.12], per: series.fullSegment, ...edges(pane, narrow), tickPx: 24 });
  drawGrid(renderer, scene, pane, scale);
  renderer.clipped(plotBox(scene, pane), () => drawArea(renderer, flight, scene, scale, dataColour));
  return { scale, unit: 'packets' };
}

/** @param {Renderer} renderer @param {Scene} scene @param {Pane} pane @returns {Drawn} */
export function drawSizesPane(renderer, scene, pane) {
  const {
    series: { sizes },
    x,
    dataColour,
    narrow,
  } = scene;
  const most = Math.max(visibleExtent(sizes, x.range)?.[1] ?? 0, 10);
  const { per, unit } = byteUnit(most * 0.5);
  const scale = valueScale({ extent: [0, most * 1.12], per, ...edges(pane, narrow), tickPx: 24 });
  drawGrid(renderer, scene, pane, scale);
  renderer.clipped(plotBox(scene, pane), () =>
    drawPoints(renderer, scene, scale, sizes, dataColour, (timeNs) => timeNs),
  );
  return { scale, unit };
}

/**
 * Dots, or if dense a stroke for each pixel column from the lowest to the highest.
 * @param {Renderer} renderer @param {Scene} scene @param {import('../../../../plot/value-scale.js').ValueScale} scale
 * @param {import('../../../../plot/series-columns.js').LineSeries} series
 * @param {string} colour
 * @param {(timeNs: number) => number} when
 */
function drawPoints(renderer, { x }, scale, series, colour, when) {
  const { from, to } = visibleRange(series, x.range);
  points.clear();
  if (to - from <= DENSE * x.widthPx) {
    for (let i = from; i < to; i++) points.point(x.x(when(series.times[i])), scale.y(series.low[i]));
    return renderer.dots(points, to - from > x.widthPx ? 1.2 : 1.8, { colour });
  }
  forEachColumn(series, x, from, to, (column, first, end) => {
    series.pyramid.query(series.low, series.high, first, end);
    points.line(column, scale.y(series.pyramid.min) + 0.75, column, scale.y(series.pyramid.max) - 0.75);
  });
  return renderer.lines(points, { colour, alpha: 0.8 });
}
