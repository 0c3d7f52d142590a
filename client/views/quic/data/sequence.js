/** A direction's time-sequence diagram, from the column frame `quic-sequence`. */
import { decodeColumnFrame } from '../../../../lib/shared/columns/column-frame.js';
import { BarSeries, LineSeries } from '../../../plot/series-columns.js';

/** @typedef {import('./packets.js').Packets} Packets */
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
 * @property {Int32Array} barOf a packet's first bar; −1: it has none
 * @property {Float64Array} low of bars
 * @property {Float64Array} high
 */

/** Kinds of bars. */
const FRESH = 0;
const AGAIN = 1;

/** @param {ArrayBuffer} buffer @param {Packets} packets @returns {Sequence} */
export function sequenceFrom(buffer, packets) {
  const { meta, columns, rows } = decodeColumnFrame(buffer);
  const { time } = packets.columns;
  const [fresh, again, other, sacks] = Array.from({ length: 4 }, () => new BarSeries());
  const [acks, limit] = [new LineSeries(), new LineSeries()];
  const barOf = new Int32Array(packets.rows).fill(-1);
  const byKind = (/** @type {number} */ kind) => {
    if (kind === FRESH) return fresh;
    return kind === AGAIN ? again : other;
  };
  for (let bar = 0; bar < rows; bar++) {
    const row = columns.barRow[bar];
    if (row >= packets.rows) break;
    if (barOf[row] < 0) barOf[row] = bar;
    byKind(columns.barKind[bar]).push(time[row], columns.barLow[bar], columns.barHigh[bar], row);
  }
  columns.ackRow.forEach((row, i) => acks.push(time[row], columns.ackHeight[i], row));
  columns.sackRow.forEach((row, i) => sacks.push(time[row], columns.sackLow[i], columns.sackHigh[i], row));
  columns.limitRow.forEach((row, i) => limit.push(columns.limitTime[i], columns.limitHeight[i], row));
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
    barOf,
    low: /** @type {Float64Array} */ (columns.barLow),
    high: /** @type {Float64Array} */ (columns.barHigh),
  };
}

/**
 * @param {Record<string, import('../../../../lib/shared/columns/column-frame.js').Column>} columns
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
  })).sort((a, b) => a.lostNs - b.lostNs);
