/**
 * The table of the XUDP study for one direction of any connection: what was acknowledged, how fast, and the
 * mean round trip and window. Averages of the window are given by time and by acknowledgement, since bursts give
 * many samples and stalls few.
 */
import { formatBytes, formatNumber, missing } from '../../../base/format.js';
import { rateWords, spanWords } from '../../timeline/times.js';
import { roundTripsShown } from '../panes/rtt.js';
import { flightOf } from '../panes/window.js';

/**
 * By Little's law bytes in flight equal rate times round trip; beyond this difference one of them is wrong.
 */
const LITTLE_OFF = 0.1;

/**
 * @param {import('../data/model.js').Model} model
 * @param {number} direction
 * @returns {{ ackedBytes: number, timeNs: number, goodput: number, meanRttNs: number|null, windowByTime: number|null,
 *   windowByAck:
 *   number|null, littleOff: number|null }|null} bytes, nanoseconds, bits a second, packets of full size; `littleOff`
 *   is the share by which
 *   rate times round trip differs from what was in flight; null without data
 */
export function acknowledgedFigures(model, direction) {
  const series = model.series[direction];
  const { acks, sent, fullSegment } = series;
  if (acks.count === 0 || sent.value.last <= 0) return null;
  const startNs = sent.times[0];
  const timeNs = acks.time.last - startNs;
  const ackedBytes = Math.max(0, acks.value.last - 1);
  const { all } = roundTripsShown(model, direction);
  const meanRttNs = meanOf(all);
  const byTime = meanByTime(flightOf(model, direction), startNs, acks.time.last);
  const littleOff =
    meanRttNs === null || byTime === null || byTime === 0 || timeNs <= 0
      ? null
      : ((ackedBytes / timeNs) * meanRttNs) / byTime - 1;
  const byAck = meanAtAcks(flightOf(model, direction), acks);
  return {
    ackedBytes,
    timeNs,
    goodput: timeNs > 0 ? (ackedBytes * 8e9) / timeNs : 0,
    meanRttNs,
    windowByTime: byTime === null ? null : byTime / fullSegment,
    windowByAck: byAck === null ? null : byAck / fullSegment,
    littleOff,
  };
}

/** @param {import('../data/model.js').Model} model @param {number} direction @returns {[string, string][]} */
export function acknowledgedLines(model, direction) {
  const figures = acknowledgedFigures(model, direction);
  if (!figures) return [];
  const { ackedBytes, timeNs, goodput, meanRttNs, windowByTime, windowByAck, littleOff } = figures;
  const packets = (/** @type {number|null} */ window) =>
    window === null ? missing : `${formatNumber(window, 2)} packets`;
  const little =
    littleOff === null
      ? missing
      : `${formatNumber(littleOff * 100, 0)} %${Math.abs(littleOff) > LITTLE_OFF ? ', does not fit' : ''}`;
  return [
    ['Data acknowledged', formatBytes(ackedBytes)],
    ['First data to last ACK', spanWords(timeNs)],
    ['Goodput', rateWords(goodput)],
    ['Mean round trip', meanRttNs === null ? missing : spanWords(meanRttNs)],
    ['Mean window, by time', packets(windowByTime)],
    ['Mean window, by ACK', packets(windowByAck)],
    ['Rate × RTT vs window', little],
  ];
}

/** @param {import('../../../plot/series-columns.js').LineSeries} series */
function meanOf({ low, count }) {
  if (count === 0) return null;
  let sum = 0;
  for (let i = 0; i < count; i++) sum += low[i];
  return sum / count;
}

/**
 * Each value lasts until the next.
 * @param {import('../../../plot/series-columns.js').LineSeries} series
 * @param {number} startNs
 * @param {number} endNs
 */
function meanByTime({ times, low, count }, startNs, endNs) {
  let sum = 0;
  for (let i = 0; i < count; i++) {
    const from = Math.max(times[i], startNs);
    const to = Math.min(i + 1 < count ? times[i + 1] : endNs, endNs);
    if (to > from) sum += low[i] * (to - from);
  }
  return count === 0 || endNs <= startNs ? null : sum / (endNs - startNs);
}

/**
 * What was in flight when each acknowledgement came.
 * @param {import('../../../plot/series-columns.js').LineSeries} flight
 * @param {import('../../../plot/series-columns.js').LineSeries} acks
 */
function meanAtAcks(flight, acks) {
  let sum = 0;
  let at = -1;
  for (let i = 0; i < acks.count; i++) {
    while (at + 1 < flight.count && flight.times[at + 1] < acks.times[i]) at++;
    sum += at < 0 ? 0 : flight.low[at];
  }
  return acks.count === 0 || flight.count === 0 ? null : sum / acks.count;
}
