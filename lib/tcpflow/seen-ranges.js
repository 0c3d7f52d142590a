/**
 * Holes a direction may keep open. Beyond that the lowest is given up: a hostile capture of every second segment
 * must cost neither memory nor more than a binary search a packet.
 */
export const MAX_HOLES = 4096;

/**
 * Bytes seen above the first hole of a direction, as disjoint islands in ascending order.
 *
 * ```
 *   seenEnd        starts[0]  ends[0]   starts[1] ends[1]
 *  ────┤   hole 0     ├─────────┤  hole 1  ├────────┤
 *                  madeNs[0]: when the island's first segment came, so how long the hole below is known
 * ```
 */
export class SeenRanges {
  /** @type {number[]} */
  starts = [];
  /** @type {number[]} */
  ends = [];
  /** @type {number[]} */
  madeNs = [];

  /**
   * @param {number} offset
   * @returns {number} index of the first island that ends at or above the offset
   */
  #find(offset) {
    let low = 0, high = this.ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.ends[middle] < offset) low = middle + 1; else high = middle;
    }
    return low;
  }

  /**
   * How long it is known that the bytes from `offset` on are missing.
   * @param {number} offset in a hole
   * @returns {number} time in ns since the capture's first packet when something above it was first seen
   */
  holeKnownSince(offset) {
    const i = this.#find(offset + 1);
    return i < this.madeNs.length ? this.madeNs[i] : Infinity;
  }

  /**
   * Adds [start, end).
   * @param {number} start @param {number} end @param {number} timeNs
   * @returns {number} how many of the bytes were not there before
   */
  add(start, end, timeNs) {
    const first = this.#find(start);
    let last = first, fresh = end - start, from = start, to = end;
    for (; last < this.starts.length && this.starts[last] <= end; last++) {
      fresh -= Math.max(0, Math.min(end, this.ends[last]) - Math.max(start, this.starts[last]));
      from = Math.min(from, this.starts[last]);
      to = Math.max(to, this.ends[last]);
    }
    if (last === first + 1) {
      this.starts[first] = from;
      this.ends[first] = to;
      return fresh;
    }
    const made = last > first ? this.madeNs[first] : timeNs;
    this.starts.splice(first, last - first, from);
    this.ends.splice(first, last - first, to);
    this.madeNs.splice(first, last - first, made);
    return fresh;
  }

  /**
   * Islands that the bytes up to `seenEnd` have reached are taken out.
   * @param {number} seenEnd
   * @returns {number} the new end of the bytes without a hole
   */
  absorb(seenEnd) {
    let taken = 0;
    while (taken < this.starts.length && (this.starts[taken] <= seenEnd || this.starts.length - taken > MAX_HOLES)) {
      seenEnd = Math.max(seenEnd, this.ends[taken++]);
    }
    if (taken > 0) {
      this.starts.splice(0, taken);
      this.ends.splice(0, taken);
      this.madeNs.splice(0, taken);
    }
    return seenEnd;
  }

  /** No hole left. */
  get empty() { return this.starts.length === 0; }
}
