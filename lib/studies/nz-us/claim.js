/** @typedef {import('../study.js').Claim} Claim */
/** @typedef {import('./parameters.js').Version} Version */
/** Input of a claim's rule. @typedef {{ curves: import('./curves.js').Curves, draft: boolean }} Evidence */

/** The text that a statement is in. @type {Record<Version, string>} */
export const PAPER = { fibre: 'fibre paper, results', satellite: 'satellite paper, section 5' };
/** Why a statement that is published without a figure passes or misses by a bound of ours. */
export const IN_WORDS = 'published in words; the bound is ours';
/** Why figures that depend on the requests are not compared more closely. */
export const SYNTHETIC = 'the log of 1997 is not public; requests are drawn at random from what the papers say of it';

/** @param {number} value @param {number} digits */
export const fixed = (value, digits) => Number(value.toFixed(digits));

/** @param {number} value @param {number} low @param {number} high both ends included */
export const isBetween = (value, low, high) => value >= low && value <= high;

/** @param {Omit<Claim, 'note'> & { note?: string }} claim @returns {Claim} without an empty note */
export function claimed({ note, ...rest }) {
  return note ? { ...rest, note } : rest;
}
