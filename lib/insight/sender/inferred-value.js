/**
 * An inferred value with its confidence (0 … 1) or, where packets cannot show it, null and the reason.
 * @template T
 * @typedef {{ value: T | null, confidence: number, reason: string | null }} Inferred
 */

/**
 * @template T
 * @param {T} value
 * @param {number} confidence
 * @param {string | null} [reason] its basis, where that limits the confidence
 * @returns {Inferred<T>}
 */
export const inferred = (value, confidence, reason = null) => ({
  value,
  confidence: Math.round(confidence * 100) / 100,
  reason,
});

/** @param {string} because @returns {Inferred<never>} */
export const notObservable = (because) => ({
  value: null,
  confidence: 0,
  reason: `not observable, because ${because}`,
});
