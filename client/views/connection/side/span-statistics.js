/**
 * Statistics of a span of time, for the selection or for what is in view.
 */
import { tripsIn } from '../../../base/format.js';
import { visibleRange } from '../../../plot/level-of-detail.js';
import { bisectLeft, bisectRight } from '../../../vendor/d3.js';
import { quantilesOf } from '../../timeline/selection/span-figures.js';
import { jumpedNs } from '../data/clock-jumps.js';
import { roundTripsShown } from '../panes/rtt.js';

/**
 * @typedef {object} SpanStatistics
 * @property {number} spanNs time that passed in it: the capture's clock may have been set forward
 * @property {number|null} roundTrips
 * @property {number} packets of both directions
 * @property {number} segments with payload, of the direction shown, repeats included
 * @property {number} sentBytes
 * @property {number} acks
 * @property {number} duplicateAcks
 * @property {number} acknowledgedBytes
 * @property {number} goodput bits a second acknowledged
 * @property {{ min: number, median: number, p95: number }|null} rttNs
 * @property {number} retransmitted of these
 * @property {number} arrivedLate of these
 * @property {number|null} longestSilenceNs longest time without any packet of either end; null with fewer than two
 *   packets
 * @property {number} messages requests of which they or their answer are under way in the span
 */

/**
 * @param {import('../data/model.js').Model} model
 * @param {number} direction
 * @param {import('../../../plot/time-scale.js').TimeRange} span
 * @returns {SpanStatistics}
 */
export function spanStatistics(model, direction, span) {
  const series = model.series[direction];
  const { startNs, endNs } = span;
  const spanNs = endNs - startNs - jumpedNs(model.clockJumps, span);
  const inSpan = (/** @type {{ times: Float64Array, count: number }} */ part) => {
    const { from, to } = visibleRange(part, span);
    return to - from;
  };
  const rtt = roundTripsShown(model, direction).all;
  const trips = visibleRange(rtt, span);
  const late = inSpan(series.lateArrivals) - inSpan(series.lateControls);
  const repeats = inSpan(series.retransmissions) - inSpan(series.repeatedControls);
  const acked = acknowledgedIn(series, span);
  return {
    spanNs,
    roundTrips: tripsIn(spanNs, model.rttNs),
    packets:
      bisectRight(model.columns.time, endNs, 0, model.columns.rows) -
      bisectLeft(model.columns.time, startNs, 0, model.columns.rows),
    segments: inSpan(series.segments) + late + repeats,
    sentBytes: series.sentUntil(endNs) - sentBefore(series, startNs),
    acks: inSpan(series.acks),
    duplicateAcks: inSpan(series.duplicates),
    acknowledgedBytes: acked,
    goodput: spanNs > 0 ? (acked * 8e9) / spanNs : 0,
    rttNs: quantilesOf(rtt.low.slice(trips.from, trips.to)),
    retransmitted: repeats,
    arrivedLate: late,
    longestSilenceNs: longestSilence(model, span),
    messages: exchangesIn(model, span),
  };
}

/** @param {import('../data/model.js').Model} model @param {import('../../../plot/time-scale.js').TimeRange} span */
function exchangesIn({ placed }, { startNs, endNs }) {
  const overlaps = (/** @type {import('../data/messages.js').PlacedMessage} */ part) =>
    (part.askedNs ?? part.startNs) <= endNs && (part.deliveredNs ?? part.endNs) >= startNs;
  return placed.filter(
    (part) => (part.message.kind === 'response' ? part.request : part.message.pair === null) && overlaps(part),
  ).length;
}

/**
 * @param {import('../data/direction-series.js').DirectionSeries} series
 * @param {number} timeNs
 * @returns {number} payload bytes sent before then
 */
function sentBefore({ sent }, timeNs) {
  const index = bisectLeft(sent.times, timeNs, 0, sent.count);
  return index === 0 ? 0 : sent.low[index - 1];
}

/**
 * @param {import('../data/direction-series.js').DirectionSeries} series
 * @param {import('../../../plot/time-scale.js').TimeRange} span
 */
function acknowledgedIn({ acks }, span) {
  const { from, to } = visibleRange(acks, span);
  if (to === from) return 0;
  return acks.low[to - 1] - acks.low[Math.max(0, from - 1)];
}

/** @param {import('../data/model.js').Model} model @param {import('../../../plot/time-scale.js').TimeRange} span */
function longestSilence({ columns: { time, rows }, clockJumps }, { startNs, endNs }) {
  const from = bisectLeft(time, startNs, 0, rows);
  const to = bisectRight(time, endNs, 0, rows);
  if (to - from < 2) return null;
  let longest = 0;
  for (let row = from + 1; row < to; row++) {
    const silence = { startNs: time[row - 1], endNs: time[row] };
    const ns = silence.endNs - silence.startNs;
    if (ns > longest) longest = Math.max(longest, ns - jumpedNs(clockJumps, silence));
  }
  return longest;
}
