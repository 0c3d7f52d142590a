/** A set of times that can be counted and searched, added in any order. */
export class Moments {
  #order;
  #times;

  /** @param {number[]} times */
  constructor(times) {
    this.#order = times.map((_, index) => index).sort((a, b) => times[a] - times[b]);
    this.#times = this.#order.map((index) => times[index]);
  }

  /** @param {number} time @returns {number} how many there are up to then */
  until(time) {
    return this.#count((other) => other <= time);
  }

  /** @param {number} time @returns {number} how many there are before */
  before(time) {
    return this.#count((other) => other < time);
  }

  /** @param {number} time @returns {number} the latest up to then; −Infinity: none */
  latest(time) {
    return this.#times[this.until(time) - 1] ?? -Infinity;
  }

  /** @param {number} time @returns {number} its index in the order of insertion; −1: none */
  latestIndex(time) {
    return this.#order[this.until(time) - 1] ?? -1;
  }

  /** @param {(time: number) => boolean} isIn true up to some index, then false */
  #count(isIn) {
    let low = 0;
    let high = this.#times.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isIn(this.#times[middle])) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
