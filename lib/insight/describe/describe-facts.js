import { highestDelivery } from '../sender/rates.js';
import { NS_PER_SECOND } from '../sender/units.js';

/** @typedef {import('../sender/sender-insight.js').SenderInsight} SenderInsight */
/** @typedef {import('../path/path-insight.js').PathInsight} PathInsight */
/** @template T @typedef {import('../sender/inferred-value.js').Inferred<T>} Inferred */

const seconds = (/** @type {number} */ ns) => Math.round(ns) / NS_PER_SECOND;

/** Whether the congestion window can be inferred at all, and if not, why. @param {SenderInsight} insight */
export function windowObservable({ pacing, confidence }) {
  if (pacing === 'bbr') {
    return {
      observable: false,
      reason: 'not observable, because it paces at its own rate and is seldom limited by its window: see the rates',
    };
  }
  if (pacing === 'fixed') {
    return { observable: false, reason: 'not observable, because it paces at a set rate' };
  }
  if (confidence.every((value) => value < 0.5)) {
    return {
      observable: false,
      reason: 'not observable, because the sender was never limited by its congestion window',
    };
  }
  return { observable: true, reason: null };
}

/**
 * Rates over round trips, as `analyze --sender` prints them: bytes of payload a second; `bandwidthDelay` in bytes.
 * @param {SenderInsight} insight
 * @param {Inferred<number>} baseRttNs
 */
export function describeRates({ rates }, baseRttNs) {
  const highest = highestDelivery(rates);
  const list = (/** @type {Float64Array} */ column) => Array.from(column.subarray(0, rates.count), Math.round);
  const { value } = baseRttNs;
  return {
    time: Array.from(rates.timeNs.subarray(0, rates.count), seconds),
    delivery: list(rates.delivery),
    sending: list(rates.sending),
    inFlight: Array.from(rates.inFlight.subarray(0, rates.count)),
    bandwidthDelay: value === null ? null : Array.from(highest, (rate) => Math.round((rate * value) / NS_PER_SECOND)),
  };
}

/**
 * Its name where it could be identified, and the measurements in any case.
 * @param {SenderInsight['algorithm']} algorithm
 */
export const describeAlgorithm = ({ name, confidence, reason }) => ({
  congestionControl: name === null ? null : { name, confidence },
  congestionControlReason: reason,
});

/** @param {SenderInsight} insight */
export const describeRestarts = ({ restarts, bursts }) =>
  restarts.map(({ burst, silenceNs, before, after, anew }) => ({
    time: seconds(bursts.startNs[burst]),
    silence: seconds(silenceNs),
    before,
    after,
    anew,
  }));

/** @template T, U @param {Inferred<T>} one @param {(value: T) => U} as @returns {Inferred<U>} */
const mapped = ({ value, confidence, reason }, as) => ({
  value: value === null ? null : as(value),
  confidence,
  reason,
});

/**
 * What a direction's data met on the path, as under `path` of `analyze --sender`: seconds, bytes, bytes of payload a
 * second.
 * @param {PathInsight} path
 */
export function describePath({ queue, rate, buffer, losses, reordering, policer, rateChange }) {
  return {
    baseRtt: mapped(queue.baseRttNs, seconds),
    queueingDelay: mapped(queue.delaySummary, ({ medianNs, highNs, mostNs }) => ({
      median: seconds(medianNs),
      high: seconds(highNs),
      most: seconds(mostNs),
    })),
    bottleneckRate: rate,
    buffer,
    losses,
    reordering,
    policer,
    rateChange: mapped(rateChange, (change) =>
      change === 'none' ? change : { time: seconds(change.timeNs), before: change.before, after: change.after },
    ),
  };
}
