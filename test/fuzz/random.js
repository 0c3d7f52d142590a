/** Seeded randomness for the fuzzer: the same choices for the same seed. */
import { random } from '../protocols/support/streams.js';

/** Values at which lengths, counters and signs turn over, by the bytes that they fit in. */
const EDGES = [
  0, 1, 2, 3, 4, 5, 7, 8, 0x0f, 0x10, 0x14, 0x3f, 0x40, 0x7f, 0x80, 0xfe, 0xff, 0x100, 0x3fff, 0x4000, 0x7fff, 0x8000,
  0xffff, 0x10000, 0xfffff, 0x100000, 0xffffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff,
];

export class Random {
  #next;

  /** @param {number} seed */
  constructor(seed) {
    this.#next = random(seed);
  }

  /** @returns {number} 0 up to, but without, 1 */
  next() {
    return this.#next();
  }

  /** @param {number} below @returns {number} 0 … below − 1 */
  below(below) {
    return Math.floor(this.#next() * below);
  }

  /** @param {number} from @param {number} to @returns {number} from … to */
  between(from, to) {
    return from + this.below(to - from + 1);
  }

  /** @param {number} probability */
  chance(probability) {
    return this.#next() < probability;
  }

  /** @template T @param {readonly T[]} from not empty @returns {T} */
  pick(from) {
    return from[this.below(from.length)];
  }

  /** Small numbers mostly, seldom large ones. @param {number} most @returns {number} 1 … most */
  few(most) {
    let count = 1;
    while (count < most && this.chance(0.5)) count++;
    return count;
  }

  /**
   * A number for a field of so many bits: at an edge, close to what was there, or anything.
   * @param {number} bits
   * @param {number} [was]
   * @returns {number}
   */
  field(bits, was = 0) {
    const size = 2 ** bits;
    const kind = this.below(4);
    if (kind === 0) return this.below(size);
    if (kind === 1) return (was + this.between(-4, 4) + size) % size;
    const edge = this.pick(EDGES) % size;
    return kind === 2 ? edge : (size - edge) % size;
  }

  /** @param {number} length @returns {Uint8Array} */
  bytes(length) {
    return Uint8Array.from({ length }, () => this.below(256));
  }

  /** @returns {number} for another generator */
  seed() {
    return this.below(2 ** 32);
  }
}
