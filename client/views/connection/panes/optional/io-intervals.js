/**
 * What either end sent in each interval, as the panes "Bytes sent" and "Packets sent" draw it: client → server upwards,
 * server → client downwards.
 */
import { formatNumber } from '../../../../base/format.js';
import { CoordinateBuffer } from '../../../../plot/level-of-detail.js';
import { valueScale } from '../../../../plot/value-scale.js';
import { bisectRight, max } from '../../../../vendor/d3.js';
import { drawGrid, plotBox } from '../../../timeline/grid.js';
import { spanWords } from '../../../timeline/times.js';
import { rateWindowNs } from '../throughput.js';

/** @typedef {import('../../data/model.js').Model} Model */
/** @typedef {import('../../../timeline/grid.js').Scene} Scene */
/**
 * What was sent up to a time, by a direction: bytes or packets.
 * @typedef {(model: Model, direction: number, timeNs: number) => number} Sent
 */

/** More in view are drawn as longer ones. */
const MAX_INTERVALS = 2000;

const bars = new CoordinateBuffer();

/** Payload bytes, retransmissions included. @type {Sent} */
export const bytesSent = ({ series }, direction, timeNs) => series[direction].sentUntil(timeNs);

/** @type {WeakMap<object, { rows: number, times: [Float64Array, Float64Array] }>} by the packets' columns */
const packetTimes = new WeakMap();

/** Packets, whether or not they carry data. @type {Sent} */
export function packetsSent({ columns }, direction, timeNs) {
  let known = packetTimes.get(columns);
  if (known?.rows !== columns.rows) {
    const times = [0, 1].map((of) =>
      Float64Array.from(
        columns.time.subarray(0, columns.rows).filter((_, row) => columns.direction[row] === of),
      ).sort(),
    );
    known = { rows: columns.rows, times: /** @type {[Float64Array, Float64Array]} */ (times) };
    packetTimes.set(columns, known);
  }
  const times = known.times[direction];
  return bisectRight(times, timeNs);
}

/**
 * Intervals that begin at whole multiples of their length, from the connection's first packet.
 * @param {Model} model
 * @param {import('../../../../plot/time-scale.js').TimeRange} range
 * @param {number} leastNs
 * @param {Sent} sent
 * @returns {{ lengthNs: number, count: number, times: Float64Array, of: [Float64Array, Float64Array] }} `times` of
 *   their beginnings; `of` by direction
 */
export function intervalsIn({ originNs, limits, ...model }, range, leastNs, sent) {
  const startNs = Math.max(range.startNs, originNs);
  const endNs = Math.min(range.endNs, limits.endNs);
  let lengthNs = leastNs;
  while ((endNs - startNs) / lengthNs > MAX_INTERVALS) lengthNs *= 2;
  const first = Math.floor((startNs - originNs) / lengthNs);
  const count = Math.max(0, Math.ceil((endNs - originNs) / lengthNs) - first);
  const times = Float64Array.from({ length: count }, (_, i) => originNs + (first + i) * lengthNs);
  const whole = /** @type {Model} */ ({ originNs, limits, ...model });
  const of = [0, 1].map((direction) =>
    // An interval includes its start and excludes its end.
    times.map((timeNs) => sent(whole, direction, timeNs + lengthNs - 1) - sent(whole, direction, timeNs - 1)),
  );
  return { lengthNs, count, times, of: /** @type {[Float64Array, Float64Array]} */ (of) };
}

/**
 * @param {import('../../../timeline/grid.js').Renderer} renderer
 * @param {Scene} scene
 * @param {import('../../../timeline/grid.js').Pane} pane
 * @param {Sent} sent
 * @param {(most: number) => { per: number, unit: string }} unitOf
 */
function drawIntervals(renderer, scene, pane, sent, unitOf) {
  const { model, x, colours, narrow } = scene;
  const { lengthNs, count, times, of } = intervalsIn(model, x.range, rateWindowNs(scene), sent);
  const most = [0, 1].map((direction) => Math.max(1, max(of[direction]) ?? 1));
  const { per, unit } = unitOf(Math.max(...most));
  const scale = valueScale({
    extent: [-most[1] * 1.1, most[0] * 1.1],
    per,
    topPx: pane.top + (narrow ? 24 : 6),
    bottomPx: pane.top + pane.height - 6,
    tickPx: 24,
    words: (value, decimals) => formatNumber(Math.abs(value), decimals),
  });
  drawGrid(renderer, scene, pane, scale);
  if (model.columns.sketch !== null) {
    renderer.text('Cannot be drawn from part of the packets', x.leftPx + 10, pane.top + pane.height / 2, {
      colour: colours.ink3,
      plate: colours.bg1,
    });
    return { scale, unit };
  }
  renderer.clipped(plotBox(scene, pane), () => {
    [colours.c2s, colours.s2c].forEach((colour, direction) => {
      bars.clear();
      for (let i = 0; i < count; i++) {
        if (of[direction][i] === 0) continue;
        const left = x.x(times[i]);
        const right = Math.max(left + 1, x.x(times[i] + lengthNs) - 1);
        const end = scale.y(direction === 0 ? of[direction][i] : -of[direction][i]);
        bars.line(left, Math.min(end, scale.y(0)), right, Math.max(end, scale.y(0)));
      }
      renderer.columns(bars, { colour, width: 0 });
    });
    renderer.rect({ x: x.leftPx, y: Math.round(scale.y(0)), width: x.widthPx, height: 1 }, { colour: colours.line2 });
  });
  return { scale, unit };
}

/**
 * The legend's value of a direction: what was sent in the interval under the cross-hair.
 * @param {number} direction
 * @param {Sent} sent
 * @param {(value: number) => string} words
 */
const sentAt = (direction, sent, words) => (/** @type {Scene} */ scene, /** @type {number} */ timeNs) => {
  const { model } = scene;
  const { of } = intervalsIn(model, { startNs: timeNs, endNs: timeNs + 1 }, rateWindowNs(scene), sent);
  return words(of[direction][0] ?? 0);
};

/**
 * What the panes have in common.
 * @param {object} given
 * @param {string} given.what is counted
 * @param {Sent} given.sent
 * @param {(value: number) => string} given.words
 * @param {Parameters<typeof drawIntervals>[4]} given.unitOf
 * @returns {Pick<import('./registry.js').OptionalPaneKind,
 *   'isUsual' | 'heights' | 'caption' | 'captionPx' | 'legend' | 'draw' | 'values'>}
 */
export const intervalPane = ({ what, sent, words, unitOf }) => ({
  isUsual: false,
  heights: [96, 90, 90],
  caption: (scene) => `each ${spanWords(rateWindowNs(scene))}`,
  captionPx: 12,
  legend: () => [
    { sign: 'up', words: () => 'Client → server', value: sentAt(0, sent, words), short: '→' },
    { sign: 'down', words: () => 'Server → client', value: sentAt(1, sent, words), short: '←' },
  ],
  draw: (renderer, scene, pane) => drawIntervals(renderer, scene, pane, sent, unitOf),
  values: (model, _direction, range, windowNs) => {
    if (model.columns.sketch !== null) return [];
    const { times, of, count } = intervalsIn(model, range, windowNs, sent);
    return ['client to server', 'server to client'].map((from, direction) => ({
      what: from,
      unit: what,
      times,
      values: of[direction],
      count,
    }));
  },
});
