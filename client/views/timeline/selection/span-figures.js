/** Figures of what lies in a span of time. Pure. */
import { quickselect } from '../../../vendor/d3.js';

/** @typedef {import('../../../plot/time-scale.js').TimeRange} TimeRange */

/**
 * @param {Float64Array} values whose order is of no more use
 * @returns {{ min: number, median: number, p95: number }|null} by nearest rank; null of none
 */
export function quantilesOf(values) {
  if (values.length === 0) return null;
  // Sorting a million takes too long for a gesture.
  const at = (/** @type {number} */ share) => {
    const rank = Math.max(0, Math.ceil(share * values.length) - 1);
    return quickselect(values, rank)[rank];
  };
  return { min: at(0), median: at(0.5), p95: at(0.95) };
}

/**
 * How many were under way at once within a span; what takes no time counts for nothing.
 * @param {readonly TimeRange[]} parts
 * @param {TimeRange} span
 * @returns {{ most: number, mean: number }} `mean` over the time of the span
 */
export function concurrencyIn(parts, span) {
  const inSpan = parts
    .map(({ startNs, endNs }) => [Math.max(startNs, span.startNs), Math.min(endNs, span.endNs)])
    .filter(([from, to]) => to > from);
  const starts = Float64Array.from(inSpan, ([from]) => from).sort();
  const ends = Float64Array.from(inSpan, ([, to]) => to).sort();
  let most = 0;
  let over = 0;
  starts.forEach((from, begun) => {
    // What ends when another begins is not under way with it.
    while (ends[over] <= from) over += 1;
    most = Math.max(most, begun + 1 - over);
  });
  const busyNs = inSpan.reduce((sum, [from, to]) => sum + to - from, 0);
  return { most, mean: busyNs / Math.max(1, span.endNs - span.startNs) };
}
