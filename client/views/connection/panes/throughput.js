/**
 * Bits per second over a sliding window: sent (retransmissions included) and newly acknowledged. The width of the
 * window follows the zoom in round steps and is named in the pane's head.
 */
import { CoordinateBuffer, sampleColumns, underSamples, visibleExtent } from '../../../plot/level-of-detail.js';
import { seeker } from '../../../plot/search.js';
import { rateUnit, valueScale } from '../../../plot/value-scale.js';
import { tickStep } from '../../../vendor/d3.js';
import { drawGrid, plotBox } from '../../timeline/grid.js';
import { drawRecordedSteps } from './recorded-lines.js';
import { UNDER_ALPHA } from './window.js';

/**
 * Of whichever transport.
 * @typedef {Pick<import('../../timeline/grid.js').Scene, 'x'|'ticks'|'colours'|'dataColour'> & { as:
 *   Pick<import('../../timeline/grid.js').DrawnAs, 'rateWindowNs'>, series:
 *   Pick<import('../data/direction-series.js').DirectionSeries, 'sent'|'acks'>, deliveryRate?:
 *   import('../../../plot/series-columns.js').LineSeries }} RatesScene `deliveryRate`: by the sender's kernel
 */

/** Windows across the plot, about. */
const WINDOWS_IN_VIEW = 44;
/** Below this a rate is that of a single packet. */
const MIN_WINDOW_NS = 10e3;
/** The scale follows the kernel's delivery rate to so many times what passed. */
const MOST_RECORDED = 2;
/** Bits a second at the top of an empty pane. */
const MIN_RATE = 1000;

const stretches = new CoordinateBuffer();

/** What the user may choose, in ns. */
export const RATE_WINDOWS_NS = [1e6, 10e6, 50e6, 100e6, 500e6, 1e9, 5e9];

/**
 * @param {Pick<RatesScene, 'as'|'x'>} scene
 * @returns {number} ns: what the user chose, or what suits the zoom
 */
export const rateWindowNs = ({ as, x }) => as.rateWindowNs ?? slidingWindowNs(x.range);

/** @param {{ startNs: number, endNs: number }} range @returns {number} 1, 2 or 5 times a power of ten */
function slidingWindowNs({ startNs, endNs }) {
  return tickStep(0, Math.max(endNs - startNs, WINDOWS_IN_VIEW * MIN_WINDOW_NS), WINDOWS_IN_VIEW);
}

/**
 * @param {import('../data/direction-series.js').DirectionSeries} series
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

/** @param {RatesScene['series']} series */
const firstAck = ({ acks }) => (acks.count === 0 ? 0 : acks.low[0]);

/**
 * @param {import('../../timeline/grid.js').Renderer} renderer
 * @param {RatesScene} scene
 * @param {import('../../timeline/grid.js').Pane} pane
 * @returns {{ scale: import('../../../plot/value-scale.js').ValueScale, unit: string }}
 */
export function drawThroughputPane(renderer, scene, pane) {
  const { series, x, colours, dataColour, deliveryRate } = scene;
  const rates = sample(series, x, rateWindowNs(scene));
  const recorded = deliveryRate && visibleExtent(deliveryRate, x.range, true);
  const highest = Math.max(rates.highest, Math.min(recorded?.[1] ?? 0, rates.highest * MOST_RECORDED));
  const { per, unit } = rateUnit(highest);
  const scale = valueScale({
    extent: [0, Math.max(highest, MIN_RATE) * 1.12],
    per,
    topPx: pane.top + 5,
    bottomPx: pane.top + pane.height - 7,
    tickPx: 24,
  });
  drawGrid(renderer, scene, pane, scale);
  renderer.clipped(plotBox(scene, pane), () => {
    const sent = rates.sent.map(scale.y);
    renderer.columns(underSamples(x.leftPx, sent, rates.count, scale.y(0), stretches), {
      colour: dataColour,
      alpha: UNDER_ALPHA,
      width: 0,
    });
    renderer.columns(sampleColumns(x.leftPx, sent, rates.count, stretches), { colour: dataColour, width: 1.25 });
    if (series.acks.count > 0) {
      const acknowledged = sampleColumns(x.leftPx, rates.acknowledged.map(scale.y), rates.count, stretches);
      renderer.columns(acknowledged, { colour: colours.ack, width: 1.25 });
    }
    drawRecordedSteps(renderer, deliveryRate, scene, scale);
  });
  return { scale, unit };
}

/**
 * A value for each pixel column.
 * @param {RatesScene['series']} series
 * @param {import('../../../plot/time-scale.js').TimeScale} x
 * @param {number} windowNs
 */
function sample(series, x, windowNs) {
  const columns = Math.ceil(x.widthPx) + 1;
  const rates = { sent: new Float64Array(columns), acknowledged: new Float64Array(columns), count: 0, highest: 0 };
  const last = Math.max(series.sent.time.last, series.acks.time.last) + windowNs;
  const perSecond = 8e9 / windowNs;
  const first = firstAck(series);
  const [sentNow, sentBefore] = [1, 2].map(() => valueSeeker(series.sent));
  const [ackedNow, ackedBefore] = [1, 2].map(() => valueSeeker(series.acks));
  for (let i = 0; i < columns && x.time(x.leftPx + i) <= last; i++) {
    const endNs = x.time(x.leftPx + i);
    const now = ackedNow(endNs, NaN);
    const before = ackedBefore(endNs - windowNs, Math.min(now, first));
    rates.sent[i] = (sentNow(endNs, 0) - sentBefore(endNs - windowNs, 0)) * perSecond;
    rates.acknowledged[i] = now >= 0 ? (now - before) * perSecond : 0;
    rates.highest = Math.max(rates.highest, rates.sent[i], rates.acknowledged[i]);
    rates.count++;
  }
  return rates;
}

/**
 * @param {import('../../../plot/series-columns.js').LineSeries} series
 * @returns {(timeNs: number, none: number) => number} the value that holds at ascending times; `none` before the first
 */
function valueSeeker({ times, low, count }) {
  const seek = seeker(times, count);
  return (timeNs, none) => {
    const after = seek(timeNs);
    return after === 0 ? none : low[after - 1];
  };
}
