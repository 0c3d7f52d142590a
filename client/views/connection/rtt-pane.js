/**
 * Round trips: a dot for each sample that an acknowledgement gives, the smoothed value (RFC 6298) as a step, the smallest
 * as a dotted line.
 */
import { CoordinateBuffer, DENSE, forEachColumn, stepLine, visibleExtent, visibleRange } from '../../plot/level-of-detail.js';
import { valueScale } from '../../plot/value-scale.js';
import { crisp, drawGrid, plotBox } from './grid.js';

const points = new CoordinateBuffer();
const minimum = new CoordinateBuffer();

/**
 * @param {import('./grid.js').Renderer} renderer
 * @param {import('./grid.js').Scene} scene
 * @param {import('./grid.js').Pane} pane
 * @returns {{ scale: import('../../plot/value-scale.js').ValueScale, unit: string }}
 */
export function drawRttPane(renderer, scene, pane) {
  const { series, x, colours } = scene;
  const extent = visibleExtent(series.rtt, x.range) ?? visibleExtent(series.smoothedRtt, x.range, true);
  if (!extent) return drawWithoutSamples(renderer, scene, pane);
  const low = Math.min(extent[0], series.minRttNs);
  const air = Math.max((extent[1] - low) * 0.14, extent[1] * 0.04);
  const { per, unit } = rttUnit(extent[1]);
  const scale = valueScale({ extent: [Math.max(0, low - air), extent[1] + air], per, topPx: pane.top + (scene.narrow ? 24 : 6), bottomPx: pane.top + pane.height - 5, tickPx: 24 });
  drawGrid(renderer, scene, pane, scale);
  renderer.clipped(plotBox(scene, pane), () => {
    const y = crisp(scale.y(series.minRttNs));
    minimum.clear().line(x.leftPx, y, x.leftPx + x.widthPx, y);
    renderer.lines(minimum, { colour: colours.ink3, dash: [2, 2] });
    renderer.polyline(stepLine(series.smoothedRtt, x, scale.y, points), { colour: colours.ink1, width: 1.25 });
    drawSamples(renderer, scene, scale);
  });
  return { scale, unit };
}

/** @param {import('./grid.js').Renderer} renderer @param {import('./grid.js').Scene} scene @param {import('../../plot/value-scale.js').ValueScale} scale */
function drawSamples(renderer, { series: { rtt }, x, colours }, scale) {
  const { from, to } = visibleRange(rtt, x.range);
  points.clear();
  if (to - from <= DENSE * x.widthPx) {
    for (let i = from; i < to; i++) points.point(x.x(rtt.times[i]), scale.y(rtt.low[i]));
    renderer.dots(points, to - from > x.widthPx ? 1.2 : 1.8, { colour: colours.ink2 });
    return;
  }
  forEachColumn(rtt, x, from, to, (column, first, end) => {
    rtt.pyramid.query(rtt.low, rtt.high, first, end);
    points.line(column, scale.y(rtt.pyramid.min) + 0.75, column, scale.y(rtt.pyramid.max) - 0.75);
  });
  renderer.lines(points, { colour: colours.ink2, alpha: 0.8 });
}

/** @param {import('./grid.js').Renderer} renderer @param {import('./grid.js').Scene} scene @param {import('./grid.js').Pane} pane */
function drawWithoutSamples(renderer, scene, pane) {
  drawGrid(renderer, scene, pane);
  const { x, colours, series } = scene;
  const words = series.rtt.count === 0 ? 'Not observable: no acknowledgement in this direction gives a sample' : 'No sample in this span';
  renderer.text(words, x.leftPx + 10, pane.top + pane.height / 2, { colour: colours.ink3 });
  return { scale: valueScale({ extent: [0, 1], topPx: pane.top, bottomPx: pane.top + pane.height }), unit: 'ms' };
}

/** @param {number} largestNs @returns {{ per: number, unit: string }} */
export function rttUnit(largestNs) {
  if (largestNs >= 10e9) return { per: 1e9, unit: 's' };
  return largestNs >= 1e6 ? { per: 1e6, unit: 'ms' } : { per: 1e3, unit: 'µs' };
}
