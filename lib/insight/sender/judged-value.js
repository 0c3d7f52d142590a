/**
 * Something inferred: what, how sure (0 … 1), and, where packets cannot tell, why not; `value` is null then.
 * @template T
 * @typedef {{ value: T | null, confidence: number, reason: string | null }} Inferred
 */

/**
 * @template T
 * @param {T} value
 * @param {number} confidence
 * @param {string | null} [reason] what it rests on, where that limits it
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
