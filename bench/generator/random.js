/** Seeded pseudo-random numbers (mulberry32): the same seed gives the same captures everywhere. */

export class Random {
  #state;

  /** @param {number} seed */
  constructor(seed) {
    this.#state = (Math.imul(seed, 0x9e3779b1) ^ 0x85ebca6b) | 0;
  }

  /** @returns {number} 32 random bits as an unsigned number */
  bits() {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }

  /** @returns {number} from 0 up to, not including, 1 */
  fraction() {
    return this.bits() / 0x100000000;
  }

  /** @param {number} low @param {number} high @returns {number} whole, low ≤ n ≤ high */
  between(low, high) {
    return low + Math.floor(this.fraction() * (high - low + 1));
  }

  /** @param {number} probability @returns {boolean} */
  chance(probability) {
    return this.fraction() < probability;
  }

  /** @template T @param {readonly T[]} choices @returns {T} */
  pick(choices) {
    return choices[this.between(0, choices.length - 1)];
  }
}
