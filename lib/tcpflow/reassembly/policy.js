/**
 * Which copy of a byte counts where two segments overlap. The names and the matrix are Suricata's
 * (`src/stream-tcp-list.c`, target-based reassembly after Shankar and Paxson and Novak): each operating system decides
 * by the new segment's position relative to the stored one.
 *
 * ```
 *  stored                ├──────────┤
 *  SHORTER               ├──────┤
 *  SAME                  ├──────────┤
 *  LONGER                ├──────────────┤
 *  BEFORE_INTO       ├───────┤
 *  BEFORE_OVER       ├──────────────┤       to its end or beyond
 *  INSIDE                   ├────┤          to its end or less
 *  AFTER_BEYOND             ├───────────┤
 * ```
 */
const SHORTER = 1;
const SAME = 2;
const LONGER = 4;
const BEFORE_INTO = 8;
const BEFORE_OVER = 16;
const INSIDE = 32;
const AFTER_BEYOND = 64;

const NEVER = 0;
const ALWAYS = SHORTER | SAME | LONGER | BEFORE_INTO | BEFORE_OVER | INSIDE | AFTER_BEYOND;
const BSD = BEFORE_INTO | BEFORE_OVER;
const SOLARIS = SAME | LONGER | BEFORE_OVER | AFTER_BEYOND;

/** For each policy the relations, as bits, in which the new segment's bytes replace the stored ones. */
const NEW_WINS = Object.freeze({
  first: NEVER,
  last: ALWAYS,
  bsd: BSD,
  'bsd-right': NEVER,
  linux: BSD | LONGER,
  'old-linux': BSD | SAME | LONGER,
  solaris: SOLARIS,
  'old-solaris': NEVER,
  hpux10: BSD,
  hpux11: SOLARIS,
  irix: BSD,
  windows: BSD,
  windows2k3: BSD,
  vista: NEVER,
  macos: BSD,
});

/** @typedef {keyof typeof NEW_WINS} PolicyName */

export const POLICY_NAMES = Object.freeze(/** @type {PolicyName[]} */ (Object.keys(NEW_WINS)));

/** @param {string} name @returns {name is PolicyName} */
export const isPolicyName = (name) => Object.hasOwn(NEW_WINS, name);

/**
 * What to do with bytes that two segments bring.
 * @param {PolicyName} name
 * @returns {number} for `newWins`; 0: the first copy always stays
 */
export const policyOf = (name) => NEW_WINS[name];

/**
 * @param {number} policy of `policyOf`
 * @param {number} start
 * @param {number} end of the new segment
 * @param {number} storedStart
 * @param {number} storedEnd of one that it overlaps
 * @returns {boolean} whether the new segment's bytes replace those of the stored one
 */
export const newWins = (policy, start, end, storedStart, storedEnd) =>
  (policy & relation(start, end, storedStart, storedEnd)) !== 0;

/** @param {number} start @param {number} end @param {number} storedStart @param {number} storedEnd */
function relation(start, end, storedStart, storedEnd) {
  if (start < storedStart) return end < storedEnd ? BEFORE_INTO : BEFORE_OVER;
  if (start > storedStart) return end > storedEnd ? AFTER_BEYOND : INSIDE;
  if (end === storedEnd) return SAME;
  return end < storedEnd ? SHORTER : LONGER;
}
