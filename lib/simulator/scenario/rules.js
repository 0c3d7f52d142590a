/** Rules that several parts of a scenario share. */

/** @typedef {import('./check.js').Rule} Rule */

/** Bytes that a scenario may transfer in all. */
export const MAX_SCENARIO_BYTES = 1024 * 1024 * 1024;
export const LONGEST_SECONDS = 86_400;

/** @type {Rule} */
export const MILLISECONDS = { type: 'number', min: 0, max: LONGEST_SECONDS * 1000 };
/** @type {Rule} */
export const PROBABILITY = { type: 'number', min: 0, max: 1 };
/** @type {Rule} */
export const BYTES = { type: 'integer', min: 1, max: MAX_SCENARIO_BYTES };
