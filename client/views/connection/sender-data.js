/**
 * What the server infers of either sender: the congestion window with the band in which it lies, and what held the data back when.
 */
import { inPieces } from '../../base/pieces.js';
import { GrowingColumn } from '../../plot/growing-column.js';
import { LineSeries } from '../../plot/series-columns.js';

/** @typedef {import('../../../lib/columns/column-frame.js').ColumnFrame} ColumnFrame */

/** The estimate is a lower bound where it is less sure than this. */
const OBSERVABLE = 128;

/** One direction's sender. */
export class SenderData {
  /** Bytes. */
  cwnd = new LineSeries();
  low = new LineSeries();
  high = new LineSeries();
  /** 1 where the window shows, 0 where the estimate is a lower bound. */
  observable = new GrowingColumn();
  /** Stretches that do not overlap, by time. */
  causes = { start: new GrowingColumn(64), end: new GrowingColumn(64), name: /** @type {string[]} */ ([]) };

  /** @param {number} timeNs @param {{ cwnd: number, low: number, high: number }} bytes @param {boolean} shows @param {number} frame */
  push(timeNs, { cwnd, low, high }, shows, frame) {
    this.cwnd.push(timeNs, cwnd, frame);
    this.low.push(timeNs, low, frame);
    this.high.push(timeNs, high, frame);
    this.observable.push(shows ? 1 : 0);
  }

  /** Seconds that each cause took within a range, the longest first. @param {{ startNs: number, endNs: number }} range @returns {{ cause: string, seconds: number }[]} */
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

/** @param {ColumnFrame} frame of the kind `sender` @returns {Promise<[SenderData, SenderData]>} by direction, made in pieces */
export async function senderData({ rows, columns, meta }) {
  /** @type {[SenderData, SenderData]} */
  const both = [new SenderData(), new SenderData()];
  const mss = [0, 1].map((direction) => meta.senders.find((/** @type {any} */ sender) => sender.direction === direction)?.mss ?? 1);
  await inPieces(rows, (from, to) => {
    for (let row = from; row < to; row++) {
      const direction = columns.direction[row], per = mss[direction];
      both[direction].push(columns.time[row], { cwnd: columns.cwnd[row] * per, low: columns.low[row] * per, high: columns.high[row] * per }, columns.confidence[row] >= OBSERVABLE, columns.frame[row]);
    }
  });
  for (let i = 0; i < columns.cause.length; i++) {
    const { causes: { start, end, name } } = both[columns.causeDirection[i]];
    start.push(columns.causeStart[i]);
    end.push(columns.causeEnd[i]);
    name.push(meta.causes[columns.cause[i]]);
  }
  for (const { cwnd, low, high } of both) [cwnd, low, high].forEach((series) => series.summarise());
  return both;
}
