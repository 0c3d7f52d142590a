import { Random } from '../../../lib/simulator/engine/random.js';

/** What is drawn by lot, each in turn from one generator. */
export class Lot {
  #random;

  /** @param {number} seed */
  constructor(seed) {
    this.#random = new Random(seed, 7);
  }

  /** @template T @param {readonly T[]} values @returns {T} */
  one(values) {
    return values[this.#random.integer(0, values.length - 1)];
  }

  /** @param {number} low @param {number} high @returns {number} integer */
  between(low, high) {
    return this.#random.integer(low, high);
  }

  /** @param {number} probability */
  chance(probability) {
    return this.#random.chance(probability);
  }

  /** @template T @param {number} count @param {(index: number) => T} of @returns {T[]} */
  times(count, of) {
    return Array.from({ length: count }, (_, index) => of(index));
  }
}
