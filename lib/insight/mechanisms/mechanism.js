/**
 * Whether an end uses a mechanism, as far as packets show: `not_seen` where it could have and did not.
 * @typedef {object} Mechanism
 * @property {string} name
 * @property {'seen' | 'not_seen' | 'not_observable'} seen
 * @property {number} confidence 0 … 1
 * @property {string} reason the evidence, or why it is unknown
 * @property {Record<string, number | string | null>} detail
 */

/**
 * @param {string} name
 * @param {number} confidence
 * @param {string} reason
 * @param {Mechanism['detail']} [detail]
 * @returns {Mechanism}
 */
export const seen = (name, confidence, reason, detail = {}) => ({ name, seen: 'seen', confidence, reason, detail });

/**
 * @param {string} name
 * @param {number} confidence
 * @param {string} reason
 * @param {Mechanism['detail']} [detail]
 * @returns {Mechanism}
 */
export const notSeen = (name, confidence, reason, detail = {}) => ({
  name,
  seen: 'not_seen',
  confidence,
  reason,
  detail,
});

/** @param {string} name @param {string} because @returns {Mechanism} */
export const notObservable = (name, because) => ({
  name,
  seen: 'not_observable',
  confidence: 0,
  reason: because,
  detail: {},
});
