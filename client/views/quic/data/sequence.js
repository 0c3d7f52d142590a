/** A direction's time-sequence diagram, from the column frame `quic-sequence`. */
import { decodeColumnFrame } from '../../../../lib/shared/columns/column-frame.js';
import { BarSeries, LineSeries } from '../../../plot/series-columns.js';
import { bisectLeft } from '../../../vendor/d3.js';

/** @typedef {import('../../../../lib/shared/columns/column-frame.js').Column} Column */
/**
 * @typedef {object} Loss
 * @property {number} sentNs
 * @property {number} lostNs when its sender declared it
 * @property {number} row −1: it never came to the capture point
 * @property {number} pn
 * @property {number} low
 * @property {number} high
 * @property {number} cause
 * @property {boolean} isSpurious
 * @property {number} resentRow of the packet that carries its data again; −1: none
 */
/**
 * @typedef {object} Sequence
 * @property {number} direction
 * @property {import('../state.js').By} by
 * @property {number} origin what heights lack to packet numbers
 * @property {BarSeries} fresh
 * @property {BarSeries} again
 * @property {BarSeries} other packets without stream data
 * @property {LineSeries} acks
 * @property {BarSeries} sacks ranges that were newly acknowledged above the line
 * @property {LineSeries} limit
 * @property {Loss[]} losses in the order in which they were declared
 * @property {Record<'row'|'time'|'low'|'high', Column>} bars all, in the order of the capture
 */

/** Kinds of bars. */
const FRESH = 0;
const AGAIN = 1;

/** @param {ArrayBuffer} buffer @returns {Sequence} */
export function sequenceFrom(buffer) {
  const { meta, columns } = decodeColumnFrame(buffer);
  const [fresh, again, other, sacks] = Array.from({ length: 4 }, () => new BarSeries());
  const [acks, limit] = [new LineSeries(), new LineSeries()];
  const byKind = (/** @type {number} */ kind) => {
    if (kind === FRESH) return fresh;
    return kind === AGAIN ? again : other;
  };
  const { barRow, barTime, barLow, barHigh, ackTime, sackTime, sackLow, sackHigh, limitTime } = columns;
  barRow.forEach((row, i) => byKind(columns.barKind[i]).push(barTime[i], barLow[i], barHigh[i], row));
  columns.ackRow.forEach((row, i) => acks.push(ackTime[i], columns.ackHeight[i], row));
  columns.sackRow.forEach((row, i) => sacks.push(sackTime[i], sackLow[i], sackHigh[i], row));
  columns.limitRow.forEach((row, i) => limit.push(limitTime[i], columns.limitHeight[i], row));
  for (const series of [fresh, again, other, acks, sacks, limit]) series.summarise();
  return {
    direction: meta.direction,
    by: meta.by,
    origin: meta.origin,
    fresh,
    again,
    other,
    acks,
    sacks,
    limit,
    losses: lossesFrom(columns),
    bars: { row: barRow, time: barTime, low: barLow, high: barHigh },
  };
}

/**
 * @param {Sequence} sequence @param {number} row of a packet
 * @returns {{ timeNs: number, low: number, high: number }|null} its first bar; null: it has none here
 */
export function barOf({ bars: { row: rows, time, low, high } }, row) {
  const at = bisectLeft(rows, row);
  return rows[at] === row ? { timeNs: time[at], low: low[at], high: high[at] } : null;
}

/**
 * @param {Record<string, Column>} columns
 * @returns {Loss[]}
 */
const lossesFrom = (columns) =>
  Array.from(columns.lossTime, (lostNs, i) => ({
    sentNs: columns.lossSent[i],
    lostNs,
    row: columns.lossRow[i],
    pn: columns.lossPn[i],
    low: columns.lossLow[i],
    high: columns.lossHigh[i],
    cause: columns.lossCause[i],
    isSpurious: columns.lossSpurious[i] === 1,
    resentRow: columns.lossResentRow[i],
  }));
