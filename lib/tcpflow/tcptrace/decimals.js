/** Most values are 0. */
const ZERO = ['0', '0.0', '0.00', '0.000'];

/**
 * A number with so many decimals as C's printf writes it: what lies exactly in the middle goes to the even digit
 * (0.25 → 0.2), where JavaScript's toFixed goes up.
 * @param {number} value
 * @param {number} decimals three at the most
 * @returns {string} "NA" of what is not finite, as tcptrace has it
 */
export function decimals(value, decimals) {
  if (value === 0) return ZERO[decimals];
  if (!Number.isFinite(value)) return 'NA';
  const rounded = value.toFixed(decimals);
  const longer = value.toFixed(decimals + 1);
  if (!longer.endsWith('5') || Number(longer) !== value || !isExact(value, decimals + 1)) return rounded;
  const below = longer.slice(0, decimals === 0 ? -2 : -1);
  return Number(below.at(-1)) % 2 === 0 ? below : rounded;
}

/**
 * Whether the number is just what its decimals say, and not only the nearest to it.
 * @param {number} value
 * @param {number} decimals
 */
const isExact = (value, decimals) => Number.isInteger(value * 2 ** decimals);
