/**
 * Bits a second over a window that slides along: sent (repeats included) and newly acknowledged. The width of the window
 * follows the zoom in round steps and is named in the pane's head.
 */
import { CoordinateBuffer } from '../../plot/level-of-detail.js';
import { rateUnit, valueScale } from '../../plot/value-scale.js';
import { drawGrid, plotBox } from './grid.js';
import { drawAreaUnder } from './window-pane.js';

/** Windows across the plot, about. */
const WINDOWS_IN_VIEW = 44;
/** Bits a second at the top of an empty pane. */
const LEAST_RATE = 1000;

const sent = new CoordinateBuffer();
const acknowledged = new CoordinateBuffer();

/** @param {{ startNs: number, endNs: number }} range @returns {number} 1, 2 or 5 times a power of ten */
export function slidingWindowNs({ startNs, endNs }) {
  const wanted = Math.max((endNs - startNs) / WINDOWS_IN_VIEW, 100);
  const power = 10 ** Math.floor(Math.log10(wanted));
  return power * ([1, 2, 5, 10].find((step) => step * power >= wanted * 0.999) ?? 10);
}

/**
 * @param {import('./direction-series.js').DirectionSeries} series
 * @param {number} endNs
 * @param {number} windowNs
 * @returns {[number, number]} bits a second sent and acknowledged in the window that ends there
 */
export function ratesAt(series, endNs, windowNs) {
  const perSecond = 8e9 / windowNs;
  const now = series.ackedUntil(endNs);
  const before = series.ackedUntil(endNs - windowNs);
  const gained = now === null ? 0 : now - (before ?? Math.min(now, firstAck(series)));
  return [(series.sentUntil(endNs) - series.sentUntil(endNs - windowNs)) * perSecond, gained * perSecond];
}

/** @param {import('./direction-series.js').DirectionSeries} series */
const firstAck = ({ acks }) => (acks.count === 0 ? 0 : acks.low[0]);

/**
 * @param {import('./grid.js').Renderer} renderer
 * @param {import('./grid.js').Scene} scene
 * @param {import('./grid.js').Pane} pane
 * @returns {{ scale: import('../../plot/value-scale.js').ValueScale, unit: string }}
 */
export function drawThroughputPane(renderer, scene, pane) {
  const { series, x, colours, dataColour } = scene;
  const windowNs = slidingWindowNs(x.range);
  const highest = sample(series, x, windowNs);
  const { per, unit } = rateUnit(highest);
  const scale = valueScale({ extent: [0, Math.max(highest, LEAST_RATE) * 1.12], per, topPx: pane.top + 5, bottomPx: pane.top + pane.height - 7, tickPx: 24 });
  drawGrid(renderer, scene, pane, scale);
  renderer.clipped(plotBox(scene, pane), () => {
    toPixels(sent, scale);
    toPixels(acknowledged, scale);
    drawAreaUnder(renderer, sent, scale, dataColour);
    renderer.polyline(acknowledged, { colour: colours.ack, width: 1.25 });
  });
  return { scale, unit };
}

/**
 * Fills both buffers with a value for each pixel column, as steps.
 * @param {import('./direction-series.js').DirectionSeries} series @param {import('../../plot/time-scale.js').TimeScale} x @param {number} windowNs
 * @returns {number} the highest value
 */
function sample(series, x, windowNs) {
  sent.clear();
  acknowledged.clear();
  let highest = 0;
  const last = Math.max(series.sent.time.last, series.acks.time.last) + windowNs;
  for (let px = x.leftPx; px <= x.leftPx + x.widthPx; px++) {
    const timeNs = x.time(px);
    if (timeNs > last) break;
    const [sentRate, ackRate] = ratesAt(series, timeNs, windowNs);
    sent.point(px, sentRate);
    acknowledged.point(px, ackRate);
    highest = Math.max(highest, sentRate, ackRate);
  }
  return highest;
}

/** @param {CoordinateBuffer} buffer @param {import('../../plot/value-scale.js').ValueScale} scale */
function toPixels(buffer, scale) {
  for (let i = 1; i < buffer.length; i += 2) buffer.values[i] = scale.y(buffer.values[i]);
}
