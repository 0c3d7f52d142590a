const STEPS_TO_MIX = 12;

/**
 * A seeded generator of random numbers (sfc32: 32-bit additions, shifts and rotations only), so that the same seed
 * gives the same numbers on every platform.
 */
export class Random {
  #a;
  #b;
  #c;
  #counter = 1;

  /** @param {number} seed an integer @param {number} [stream] distinguishes it from other streams of the same seed */
  constructor(seed, stream = 0) {
    this.#a = seed | 0;
    this.#b = Math.floor(seed / 2 ** 32) | 0;
    this.#c = stream | 0;
    for (let step = 0; step < STEPS_TO_MIX; step++) this.uint32();
  }

  /** @returns {number} 0 to 2³² − 1 */
  uint32() {
    const result = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + result) | 0;
    return result >>> 0;
  }

  /** @returns {number} at least 0, below 1 */
  uniform() {
    return this.uint32() / 2 ** 32;
  }

  /** @param {number} probability @returns {boolean} draws a number only if it matters */
  chance(probability) {
    return probability > 0 && this.uniform() < probability;
  }

  /** @param {number} low @param {number} high @returns {number} integer, both ends included */
  integer(low, high) {
    return low + Math.floor(this.uniform() * (high - low + 1));
  }
}
