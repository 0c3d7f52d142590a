/** The graph over time: a pane for each measure, in it a line for each series. */
import { formatNumber, formatSeconds } from '../../base/format.js';
import { CoordinateBuffer } from '../../plot/level-of-detail.js';
import { rateUnit, valueScale } from '../../plot/value-scale.js';
import { max } from '../../vendor/d3.js';
import { AXIS_HIGH, drawAxis, drawTimeGrid } from '../timeline/axis.js';
import { crisp } from '../timeline/grid.js';
import { rateWords, spanWords } from '../timeline/times.js';
import { colourOfKind } from './draw-plot.js';

/** @typedef {import('../../plot/renderer.js').Renderer} Renderer */
/** @typedef {import('./io-source.js').IoFrame} IoFrame */
/** @typedef {import('./io-state.js').IoPane} IoPane */
/** @typedef {{ ground: import('../timeline/axis.js').Ground, frames: IoFrame[], panes: IoPane[] }} IoScene */

/**
 * What a pane draws of a frame: a line of values by interval.
 * @typedef {object} Measure
 * @property {string} words
 * @property {(frame: IoFrame) => Float64Array|null} line
 * @property {(frame: IoFrame) => [low: Float64Array|null, high: Float64Array|null]} [area] behind the line
 * @property {(largest: number) => { per: number, unit: string }} unitOf
 * @property {(value: number) => string} valueWords
 * @property {number} least what the scale has at least
 */

const perInterval = {
  unitOf: () => ({ per: 1, unit: '' }),
  valueWords: (/** @type {number} */ n) => formatNumber(n),
  least: 4,
};

/** @type {Record<IoPane, Measure>} */
export const MEASURES = {
  bits: {
    words: 'Payload rate',
    line: ({ bytes, intervalNs }) => bytes.map((sent) => (sent * 8e9) / intervalNs),
    unitOf: rateUnit,
    valueWords: rateWords,
    least: 1000,
  },
  packets: { words: 'Packets', line: ({ packets }) => packets, ...perInterval },
  retransmissions: { words: 'Retransmissions', line: ({ retransmissions }) => retransmissions, ...perInterval },
  rtt: {
    words: 'RTT, median, 5 to 95 %',
    line: ({ rttMedian }) => rttMedian,
    area: ({ rttP5, rttP95 }) => [rttP5, rttP95],
    unitOf: (largest) => (largest >= 1e9 ? { per: 1e9, unit: 's' } : { per: 1e6, unit: 'ms' }),
    valueWords: (ns) => (Number.isNaN(ns) ? 'no sample' : formatSeconds(ns / 1e9)),
    least: 1e6,
  },
};

/** How dense an area is, through which another's line is seen. */
const AREA = 0.25;
const PANE_GAP = 10;
/** The title is beside the plot where there is room, above the figures. */
const TITLE_HIGH = 16;
const marks = new CoordinateBuffer();

/** @param {Renderer} renderer @param {IoScene} scene */
export function drawIo(renderer, { ground, frames, panes }) {
  const high = (ground.height - AXIS_HIGH) / Math.max(1, panes.length);
  panes.forEach((pane, i) => {
    const top = AXIS_HIGH + i * high + PANE_GAP;
    drawPane(renderer, { ground, frames, measure: MEASURES[pane], pane, top, bottom: AXIS_HIGH + (i + 1) * high - 4 });
  });
  drawAxis(renderer, ground);
}

/**
 * @param {Renderer} renderer
 * @param {{ ground: import('../timeline/axis.js').Ground, frames: IoFrame[], measure: Measure, pane: IoPane, top:
 *   number, bottom: number }} given
 */
function drawPane(renderer, { ground, frames, measure, pane, top, bottom }) {
  const { x, colours } = ground;
  const drawn = frames.map((frame) => ({
    line: measure.line(frame),
    area: measure.area?.(frame) ?? [null, null],
    frame,
  }));
  const largest = Math.max(measure.least, max(drawn, ({ line, area: [, high] }) => max(high ?? line ?? [])) ?? 0);
  const { per, unit } = measure.unitOf(largest);
  const scale = valueScale({ extent: [0, largest * 1.08], per, topPx: top, bottomPx: bottom });
  drawTimeGrid(renderer, ground, top, bottom);
  marks.clear();
  for (const { y } of scale.ticks) marks.line(x.leftPx, crisp(y), x.leftPx + x.widthPx, crisp(y));
  renderer.lines(marks, { colour: colours.line1 });
  for (const { y, label } of scale.ticks) {
    if (y < top + TITLE_HIGH && !ground.narrow) continue;
    renderer.text(label, x.leftPx - 6, Math.max(top + 4, y), { colour: colours.ink3, align: 'right' });
  }
  renderer.clipped({ x: x.leftPx, y: top - 2, width: x.widthPx, height: bottom - top + 4 }, () => {
    drawn.forEach(({ area: [low, high], frame }, series) => {
      const fill = { colour: colours[colourOfKind(series)], alpha: AREA };
      if (low !== null && high !== null) drawArea(renderer, { low, high, frame, x, y: scale.y }, fill);
    });
    drawn.forEach(({ line, frame }, series) => {
      const stroke = { colour: colours[colourOfKind(series)], width: 1.5 };
      if (line !== null) drawSteps(renderer, { line, frame, x, y: scale.y }, stroke);
    });
  });
  const each = frames.length > 0 && pane !== 'bits' && pane !== 'rtt' ? ` in ${spanWords(frames[0].intervalNs)}` : '';
  const title = `${measure.words}${unit === '' ? '' : `, ${unit}`}${each}`;
  if (ground.narrow) renderer.text(title, x.leftPx + 6, top + 8, { colour: colours.ink2, plate: colours.bg1 });
  else renderer.text(title, 20, top + 6, { colour: colours.ink1 });
}

/** @typedef {import('../../plot/time-scale.js').TimeScale} TimeScale */
/** @typedef {{ frame: IoFrame, x: TimeScale, y: (value: number) => number }} Placed */

/**
 * @param {Renderer} renderer
 * @param {Placed & { line: Float64Array }} given
 * @param {import('../../plot/renderer.js').Stroke} stroke
 */
function drawSteps(renderer, { line, frame: { startNs, intervalNs }, x, y }, stroke) {
  const flush = () => {
    if (marks.length > 0) renderer.polyline(marks, stroke);
    marks.clear();
  };
  marks.clear();
  line.forEach((value, i) => {
    const from = startNs + i * intervalNs;
    if (Number.isNaN(value)) return flush();
    marks.point(x.x(from), y(value));
    marks.point(x.x(from + intervalNs), y(value));
  });
  flush();
}

/**
 * Interval by interval, as the lines are: what lies between two is not known.
 * @param {Renderer} renderer
 * @param {Placed & { low: Float64Array, high: Float64Array }} given
 * @param {import('../../plot/renderer.js').Fill} fill
 */
function drawArea(renderer, { low, high, frame: { startNs, intervalNs }, x, y }, fill) {
  low.forEach((from, i) => {
    if (Number.isNaN(from)) return;
    const [left, right] = [i, i + 1].map((at) => x.x(startNs + at * intervalNs));
    const top = y(high[i]);
    renderer.rect({ x: left, y: top, width: right - left, height: Math.max(1, y(from) - top) }, fill);
  });
}
