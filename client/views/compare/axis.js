/** The time axis of a comparison: round trips of the first member where they are known, seconds between them. */
import { formatNumber } from '../../base/format.js';
import { timeTicks } from '../../plot/time-ticks.js';

/** @typedef {{ atNs: number, label: string, strong: boolean }} Mark */

const TRIP_PX = 64;
const LABEL_GAP = 10;
const LONGEST_AXIS_TRIPS = 60;

/**
 * @param {import('../../plot/time-scale.js').TimeRange} range ns from the alignment
 * @param {number} widthPx
 * @param {number | null} rttNs
 * @param {string} originName what they are aligned at
 * @param {(label: string) => number} widthOf a label, px
 * @returns {Mark[]} strong ones are round trips; labels of no two overlap
 */
export function axisMarks(range, widthPx, rttNs, originName, widthOf) {
  const pxPerNs = widthPx / (range.endNs - range.startNs);
  const trips =
    rttNs === null || rttNs * pxPerNs < TRIP_PX ? zeroOf(range, originName) : tripsOf(range, rttNs, originName);
  const { ticks } = timeTicks(range, widthPx, { unit: 's', originNs: 0, originName, rttNs: null, dayNs: null });
  const marks = [...trips];
  for (const { timeNs, label } of ticks) {
    const overlaps = marks.some(
      (mark) => Math.abs(mark.atNs - timeNs) * pxPerNs < (widthOf(mark.label) + widthOf(label)) / 2 + LABEL_GAP,
    );
    if (!overlaps) marks.push({ atNs: timeNs, label, strong: false });
  }
  return marks;
}

/**
 * @param {import('../../plot/time-scale.js').TimeRange} range
 * @param {string} originName
 * @returns {Mark[]}
 */
const zeroOf = ({ startNs, endNs }, originName) =>
  startNs <= 0 && endNs >= 0 ? [{ atNs: 0, label: originName, strong: true }] : [];

/**
 * @param {import('../../plot/time-scale.js').TimeRange} range
 * @param {number} rttNs
 * @param {string} originName
 * @returns {Mark[]}
 */
function tripsOf({ startNs, endNs }, rttNs, originName) {
  const marks = [];
  const first = Math.ceil(startNs / rttNs);
  const last = Math.min(Math.floor(endNs / rttNs), first + LONGEST_AXIS_TRIPS);
  for (let trip = first; trip <= last; trip++) {
    marks.push({ atNs: trip * rttNs, label: trip === 0 ? originName : `${formatNumber(trip)} RTT`, strong: true });
  }
  return marks;
}
