/**
 * Times as the connection view writes them: seconds since its first packet, to the microsecond, or to the nanosecond
 * where the capture has it.
 */
import { formatNumber, tripsIn } from '../../base/format.js';

export { rateWords, spanWords } from '../../../lib/shared/text/quantities.js';

/** @typedef {import('../connection/data/model.js').Model} Model */

/** @param {Model} model @param {number} timeNs @returns {string} "1.333 261 s" without grouping: "1.333261 s" */
export function relativeTime(model, timeNs) {
  return `${formatNumber((timeNs - model.originNs) / 1e9, 6)} s`;
}

/** @param {Model} model @param {number} row */
export function packetTime(model, row) {
  return `${relativeSeconds(model, model.columns.time[row])} s`;
}

/**
 * @param {Model} model
 * @param {number} timeNs
 * @returns {string} "1.333261", nine decimals when the last three say something
 */
export function relativeSeconds(model, timeNs) {
  const ns = timeNs - model.originNs;
  return formatNumber(ns / 1e9, Math.round(ns) % 1000 === 0 ? 6 : 9);
}

/**
 * @param {Model} model
 * @param {number} spanNs
 * @returns {string|null} "10.3 RTT"; null where that says nothing
 */
export function inRoundTrips(model, spanNs) {
  const trips = tripsIn(spanNs, model.rttNs);
  return trips === null ? null : `${formatNumber(trips, trips < 100 ? 1 : 0)} RTT`;
}
