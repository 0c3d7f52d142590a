import { ANALYSIS_FLAGS } from '../../engine/enums.js';

/** Names of the bits in the column `analysis`, which are Wireshark's (without the prefix `tcp.analysis.`). */
export { ANALYSIS_FLAGS };

/** @typedef {typeof ANALYSIS_FLAGS[number]} AnalysisFlag */

/** Flag name to bit. @type {Readonly<Record<AnalysisFlag, number>>} */
export const ANALYSIS = Object.freeze(
  /** @type {Record<AnalysisFlag, number>} */ (Object.fromEntries(ANALYSIS_FLAGS.map((name, bit) => [name, 1 << bit]))),
);

/**
 * @param {number} bits of `ANALYSIS`
 * @returns {AnalysisFlag[]} in the order of the bits
 */
export function flagNames(bits) {
  return ANALYSIS_FLAGS.filter((_, bit) => bits & (1 << bit));
}
