import { inferred, notObservable } from '../sender/inferred-value.js';

/** @typedef {import('../sender/sender-insight.js').SenderInsight} SenderInsight */
/** @template T @typedef {import('../sender/inferred-value.js').Inferred<T>} Inferred */

/** How often the initial window is right where recorded transfers have the kernel's own (docs/metrics.md). */
const INITIAL_WINDOW_CONFIDENCE = 0.95;

/**
 * The initial window, segments, or why it cannot be inferred.
 * @param {Pick<SenderInsight, 'initialWindow' | 'bursts'>} insight
 * @param {boolean} isFromStart its SYN was captured, and the size of its segments is known
 * @returns {Inferred<number>}
 */
export function describeInitialWindow({ initialWindow, bursts }, isFromStart) {
  if (!isFromStart) return notObservable('the connection began before the capture');
  if (bursts.count === 0) return notObservable('nothing was sent');
  return initialWindow === null
    ? notObservable('the congestion window was not what ended the first flight')
    : inferred(initialWindow, INITIAL_WINDOW_CONFIDENCE);
}

/**
 * The congestion control's name with its measurements, or why none can be inferred.
 * @param {SenderInsight} insight
 */
export const describeCongestionControl = ({ algorithm: { name, confidence, reason } }) =>
  name === null ? notObservable(reason) : { value: name, confidence, reason };

/**
 * The slow start threshold behind the last burst, segments.
 * @param {SenderInsight} insight
 * @returns {Inferred<number>}
 */
export function describeLastThreshold({ threshold, confidence, bursts, pacing }) {
  if (pacing === 'bbr') return notObservable('it paces at its own rate');
  const last = bursts.count - 1;
  return last < 0 || threshold[last] === Infinity
    ? notObservable('nothing set it')
    : inferred(Math.round(threshold[last]), confidence[last]);
}
