/** @typedef {import('../study.js').Claim} Claim */
/** @typedef {import('./parameters.js').Version} Version */
/** What a claim's rule is given. @typedef {{ curves: import('./curves.js').Curves, draft: boolean }} Evidence */

/** @param {number} value @param {number} digits */
export const fixed = (value, digits) => Number(value.toFixed(digits));

/** @param {number} value @param {number} low @param {number} high both ends included */
export const isBetween = (value, low, high) => value >= low && value <= high;

/** @param {Omit<Claim, 'note'> & { note?: string }} claim @returns {Claim} without an empty note */
export function claimed({ note, ...rest }) {
  return note ? { ...rest, note } : rest;
}
