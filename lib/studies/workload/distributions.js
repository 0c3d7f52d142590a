import { exp, ln, normalQuantile } from '../../simulator/engine/exact-math.js';

/** @param {import('../../simulator/engine/random.js').Random} random @returns {number} above 0, below 1 */
const inside = (random) => (random.uint32() + 0.5) / 2 ** 32;

/**
 * By inversion.
 * @param {import('../../simulator/engine/random.js').Random} random
 * @param {number} median
 * @param {number} sigma of the logarithm
 * @returns {number}
 */
export function lognormal(random, median, sigma) {
  return median * exp(sigma * normalQuantile(inside(random)));
}

/**
 * By inversion.
 * @param {import('../../simulator/engine/random.js').Random} random
 * @param {number} least
 * @param {number} alpha exponent of the tail
 * @returns {number}
 */
export function pareto(random, least, alpha) {
  return least * exp(-ln(inside(random)) / alpha);
}

/**
 * @template T @param {import('../../simulator/engine/random.js').Random} random @param {T[]} values
 * @returns {T} each as likely
 */
export function oneOf(random, values) {
  return values[random.integer(0, values.length - 1)];
}
