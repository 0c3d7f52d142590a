import { inferred, notObservable } from '../sender/inferred-value.js';
import { quantile } from '../sender/pacing.js';

/**
 * Round trips needed to trust the shortest as the path's own: a busy connection keeps a queue of its own most of the
 * time.
 */
const FEW_SAMPLES = 10;
const FEW_CONFIDENCE = 0.5;
const CONFIDENCE = 0.9;
/** A standing queue that never drained hides the base: only the handshake had a shorter round trip, or nothing did. */
const STANDING_SHARE = 0.02;
const STANDING_CONFIDENCE = 0.6;
const HIGH = 0.95;

/** @typedef {{ count: number, timeNs: Float64Array, rttNs: Float64Array }} Samples of the whole path */

/**
 * The queue in front of a direction's data: the shortest round trip is the path's (with the receiver's own delay), the
 * rest is queueing delay.
 * @typedef {object} Queue
 * @property {import('../sender/inferred-value.js').Inferred<number>} baseRttNs
 * @property {{ timeNs: Float64Array, delayNs: Float64Array }} delay by sample
 * @property {import('../sender/inferred-value.js').Inferred<{ medianNs: number, highNs: number, mostNs: number }>}
 *   delaySummary highNs: 95th percentile
 */

/** @param {Samples} samples round trips of the whole path, ns @returns {Queue} */
export function queueOf({ count, timeNs, rttNs }) {
  const none = { timeNs: new Float64Array(0), delayNs: new Float64Array(0) };
  if (count === 0) {
    return { baseRttNs: notObservable('no RTT sample'), delay: none, delaySummary: notObservable('no RTT sample') };
  }
  let baseNs = Infinity;
  for (let k = 0; k < count; k++) baseNs = Math.min(baseNs, rttNs[k]);
  const delayNs = Float64Array.from(rttNs.subarray(0, count), (value) => value - baseNs);
  const standing = count >= FEW_SAMPLES && quantile(delayNs, STANDING_SHARE) > baseNs;
  const [confidence, reason] = trust(count, standing);
  return {
    baseRttNs: inferred(baseNs, confidence, reason),
    delay: { timeNs: timeNs.slice(0, count), delayNs },
    delaySummary: inferred(
      { medianNs: quantile(delayNs, 0.5), highNs: quantile(delayNs, HIGH), mostNs: quantile(delayNs, 1) },
      confidence,
      reason,
    ),
  };
}

/** @param {number} count @param {boolean} standing @returns {[number, string | null]} */
function trust(count, standing) {
  if (count < FEW_SAMPLES) return [FEW_CONFIDENCE, 'few round trips'];
  return standing ? [STANDING_CONFIDENCE, 'a queue stood nearly all the time'] : [CONFIDENCE, null];
}
