/** How a sample was taken, by the value in a series' column `method`. */
export { ROUND_TRIP_METHOD as METHOD, ROUND_TRIP_METHODS as METHODS } from '../engine/enums.js';

/** Of the smoothed RTT (RFC 6298 section 2, RFC 9002 section 5.3). */
export const GAIN = 1 / 8;

/**
 * RTT samples as columns.
 * @typedef {object} SampleList
 * @property {number} count
 * @property {Float64Array} timeNs when the answer came
 * @property {Float64Array} rttNs how long after what it answers
 * @property {Int32Array} answer its packet, an index of the connection's
 * @property {Int32Array} asked the packet that it answers
 * @property {Uint8Array} method values of `METHOD`
 */

/**
 * Round trips over the whole path, with their minimum, median and 95th percentile, 0 where there are none.
 * @typedef {{ count: number, timeNs: Float64Array, rttNs: Float64Array, leastNs: number, medianNs: number, highNs:
 *   number }} SenderSamples
 */

/**
 * The smoothed RTT (RFC 6298 section 2.3).
 * @param {Float64Array} rttNs @param {number} count @returns {Float64Array}
 */
export function smoothed(rttNs, count) {
  const srttNs = new Float64Array(count);
  for (let k = 0; k < count; k++) srttNs[k] = k === 0 ? rttNs[k] : srttNs[k - 1] + GAIN * (rttNs[k] - srttNs[k - 1]);
  return srttNs;
}
