/** Holds what is found of one connection at two places against each other. */
import { KINDS } from '../../lib/insight/findings/all-kinds.js';

/**
 * @typedef {{ findings: import('../../lib/insight/findings/finding.js').Finding[], unobservable?:
 *   import('../../lib/insight/findings/unobservable.js').Unobservable[] }} Found
 */

/** About the capture itself, or that nothing is wrong. */
const OF_CAPTURE = [
  ...Object.values(KINDS)
    .filter(({ cause }) => cause === 'capture')
    .map(({ code }) => code),
  'all_well',
];

/**
 * Findings of one place that the other neither has nor says to be not observable there. How bad is told by what it
 * cost, which differs where what was lost is not seen; so only the code and the direction count, and that a note is no
 * error.
 * @param {Found} sender @param {Found} other @param {string[]} [but] codes that are left out @returns {string[]}
 */
export function contradictions(sender, other, but = []) {
  return [
    ...missing(sender, other, but).map((what) => `${what} at the sender alone`),
    ...missing(other, sender, but).map((what) => `${what}, but not at the sender`),
  ];
}

/** @param {Found} here @param {Found} there @param {string[]} but */
function missing(here, there, but) {
  const said = new Set(
    [...there.findings, ...(there.unobservable ?? [])].map(({ code, direction }) => `${code} ${direction}`),
  );
  return here.findings
    .map(({ code, direction }) => ({ code, key: `${code} ${direction}` }))
    .filter(({ code, key }) => !OF_CAPTURE.includes(code) && !but.includes(code) && !said.has(key))
    .map(({ key }) => key);
}
