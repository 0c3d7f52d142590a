/**
 * What the server infers of either sender: the congestion window with its range, and what limited the data at each
 * moment.
 */
import { inPieces } from '../../../base/pieces.js';
import { GrowingColumn } from '../../../plot/growing-column.js';
import { visibleRange } from '../../../plot/level-of-detail.js';
import { LineSeries } from '../../../plot/series-columns.js';
import { kernelData } from './kernel-data.js';
import { factsByDirection } from './sender-facts.js';

/** @typedef {import('../../../../lib/shared/columns/column-frame.js').ColumnFrame} ColumnFrame */
/** @typedef {import('./sender-facts.js').SenderFacts} SenderFacts */

/** Below this confidence the estimate is a lower bound. */
const OBSERVABLE = 128;

/** One direction's sender. */
export class SenderData {
  /** Bytes. */
  cwnd = new LineSeries();
  low = new LineSeries();
  high = new LineSeries();
  /** Slow start threshold, an item for each of `cwnd`; NaN where unset. */
  threshold = new GrowingColumn();
  /** 1 where the window is observable, 0 where the estimate is a lower bound. */
  observable = new GrowingColumn();
  /** Non-overlapping periods, by time. */
  causes = { start: new GrowingColumn(64), end: new GrowingColumn(64), name: /** @type {string[]} */ ([]) };

  /**
   * @param {number} timeNs
   * @param {{ cwnd: number, low: number, high: number, threshold: number }} bytes
   * @param {boolean} shows
   * @param {number} frame
   */
  push(timeNs, { cwnd, low, high, threshold }, shows, frame) {
    this.cwnd.push(timeNs, cwnd, frame);
    this.low.push(timeNs, low, frame);
    this.high.push(timeNs, high, frame);
    this.observable.push(shows ? 1 : 0);
    this.threshold.push(threshold);
  }

  /**
   * Seconds that each cause took within a range, the longest first.
   * @param {{ startNs: number, endNs: number }} range
   * @returns {{ cause: string, seconds: number }[]}
   */
  sums({ startNs, endNs }) {
    /** @type {Map<string, number>} */
    const sums = new Map();
    const { start, end, name } = this.causes;
    for (let i = 0; i < name.length; i++) {
      const ns = Math.min(end.values[i], endNs) - Math.max(start.values[i], startNs);
      if (ns > 0) sums.set(name[i], (sums.get(name[i]) ?? 0) + ns / 1e9);
    }
    return [...sums].map(([cause, seconds]) => ({ cause, seconds })).sort((a, b) => b.seconds - a.seconds);
  }
}

/**
 * Both senders, by direction.
 * @typedef {object} Senders
 * @property {[SenderData, SenderData]} of
 * @property {[SenderFacts|null, SenderFacts|null]} facts null of a direction without data
 * @property {[import('./kernel-data.js').KernelData|null, import('./kernel-data.js').KernelData|null]} kernels what
 *   either's kernel recorded
 * @property {boolean} isSketch whether there are more bursts than these in its range
 * @property {import('../../../plot/time-scale.js').TimeRange|null} range to which they are limited; null: the whole
 *   connection
 * @property {Senders|null} detail the same of a range, finer
 */

/** The finer part is asked for this much wider than what is in view, to both sides. */
const AROUND = 1;
/**
 * @param {Senders} senders
 * @param {import('../../../plot/time-scale.js').TimeRange} range
 * @returns {boolean} whether its detail has all of a range
 */
const isCovered = ({ detail }, { startNs, endNs }) =>
  Boolean(detail?.range && detail.range.startNs <= startNs && detail.range.endNs >= endNs);

/**
 * What to draw for a direction.
 * @param {Senders} senders
 * @param {number} direction
 * @param {import('../../../plot/time-scale.js').TimeRange} range
 */
export const senderShown = (senders, direction, range) =>
  (isCovered(senders, range) ? /** @type {Senders} */ (senders.detail) : senders).of[direction];

/**
 * @param {Senders|null} senders
 * @param {number} direction
 * @param {import('../../../plot/time-scale.js').TimeRange} range in view
 * @param {number} widthPx
 * @returns {import('../../../plot/time-scale.js').TimeRange|null} what is to be fetched for it; null where what there
 *   is shows as much as the pixels can
 */
export function finerRange(senders, direction, range, widthPx) {
  if (!senders?.isSketch) return null;
  const { detail } = senders;
  const shown = senderShown(senders, direction, range);
  const covered = isCovered(senders, range);
  const { from, to } = visibleRange(shown.cwnd, range);
  if (to - from > widthPx || (covered && !detail?.isSketch)) return null;
  const spanNs = range.endNs - range.startNs;
  const wider = { startNs: range.startNs - spanNs * AROUND, endNs: range.endNs + spanNs * AROUND };
  // Already as fine as possible.
  return covered && detail?.range && detail.range.endNs - detail.range.startNs <= (wider.endNs - wider.startNs) * 1.5
    ? null
    : wider;
}

/** @param {ColumnFrame} frame of the kind `sender` @returns {Promise<Senders>} made in pieces */
export async function senderData({ rows, columns, meta }) {
  /** @type {[SenderData, SenderData]} */
  const both = [new SenderData(), new SenderData()];
  const facts = factsByDirection(/** @type {SenderFacts[]} */ (meta.senders));
  const mss = facts.map((sender) => sender?.mss ?? 1);
  const hasThreshold = facts.map((sender) => sender !== null && sender.threshold.value !== null);
  await inPieces(rows, (from, to) => {
    for (let row = from; row < to; row++) {
      const direction = columns.direction[row];
      const per = mss[direction];
      both[direction].push(
        columns.time[row],
        {
          cwnd: columns.cwnd[row] * per,
          low: columns.low[row] * per,
          high: columns.high[row] * per,
          threshold: hasThreshold[direction] && columns.threshold[row] >= 0 ? columns.threshold[row] * per : NaN,
        },
        columns.confidence[row] >= OBSERVABLE,
        columns.frame[row],
      );
    }
  });
  for (let i = 0; i < columns.cause.length; i++) {
    const {
      causes: { start, end, name },
    } = both[columns.causeDirection[i]];
    start.push(columns.causeStart[i]);
    end.push(columns.causeEnd[i]);
    name.push(meta.causes[columns.cause[i]]);
  }
  for (const { cwnd, low, high } of both) [cwnd, low, high].forEach((series) => series.summarise());
  return {
    of: both,
    facts,
    kernels: kernelData(meta.kernels, mss),
    isSketch: meta.sketch !== undefined,
    range: meta.range ? { startNs: meta.range[0], endNs: meta.range[1] } : null,
    detail: null,
  };
}
