import { newWins } from './policy.js';

/**
 * Bounds of the segments of a direction whose bytes are still held, ascending by start: the policy's input for an
 * overlap. Their bytes are in `HeldPieces`.
 */
export class Extents {
  /** @type {number[]} */
  #starts = [];
  /** @type {number[]} */
  #ends = [];
  #longest = 0;

  get count() {
    return this.#starts.length;
  }

  /** Adds a segment, unless one with the same bounds is there. @param {number} start @param {number} end */
  add(start, end) {
    let i = this.#after(start);
    for (; i > 0 && this.#starts[i - 1] === start; i--) if (this.#ends[i - 1] === end) return;
    this.#starts.splice(i, 0, start);
    this.#ends.splice(i, 0, end);
    if (end - start > this.#longest) this.#longest = end - start;
  }

  /**
   * Ranges where stored bytes are kept although a new segment has them too: a byte is replaced only if every stored
   * segment that has it gives way.
   * @param {number} start @param {number} end of the new segment @param {number} policy of `policyOf`
   * @returns {number[]} starts and ends in turn, ascending, not touching each other
   */
  kept(start, end, policy) {
    /** @type {number[]} */
    const kept = [];
    const starts = this.#starts;
    const ends = this.#ends;
    let i = this.#after(end - 1) - 1;
    let first = i + 1;
    for (; i >= 0 && starts[i] + this.#longest > start; i--) first = i;
    for (; first < starts.length && starts[first] < end; first++) {
      if (ends[first] <= start || newWins(policy, start, end, starts[first], ends[first])) continue;
      const from = Math.max(start, starts[first]);
      const to = Math.min(end, ends[first]);
      const last = kept.length - 1;
      if (last > 0 && kept[last] >= from) kept[last] = Math.max(kept[last], to);
      else kept.push(from, to);
    }
    return kept;
  }

  /** Forgets the segments that end at or below an offset. @param {number} offset */
  dropBelow(offset) {
    let dropped = 0;
    while (dropped < this.#starts.length && this.#ends[dropped] <= offset) dropped++;
    if (dropped === 0) return;
    this.#starts.splice(0, dropped);
    this.#ends.splice(0, dropped);
  }

  /** The first segment that starts above an offset. @param {number} offset */
  #after(offset) {
    const starts = this.#starts;
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (starts[middle] <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
