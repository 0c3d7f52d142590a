const MAX_BLOCKS = 4;
const MAX_BLOCKS_WITH_TIMESTAMPS = 3;

/** The receiver's sequence space: what has arrived, in order and beyond, and the SACK blocks that tell of it. */
export class ReceiveQueue {
  /** The next offset awaited: 0 before the SYN. */
  next = 0;
  /** Stretches beyond a hole, in order, as starts and ends in turn. @type {number[]} */
  #stretches = [];
  /** Starts of stretches, the one that changed last first (RFC 2018, section 4). @type {number[]} */
  #recent = [];
  /** What came again, to be told once (RFC 2883). @type {[number, number]|null} */
  #duplicate = null;

  get hasHole() { return this.#stretches.length > 0; }

  /**
   * @param {number} start @param {number} end
   * @returns {'new'|'gap'|'filled'|'duplicate'} in order, beyond a hole, in order before what waited, or known already
   */
  take(start, end) {
    if (end <= this.next) return this.#known(start, end);
    if (start <= this.next) return this.#advance(end);
    const at = this.#stretches.findIndex((edge, index) => index % 2 === 0 && edge <= start && this.#stretches[index + 1] >= end);
    if (at >= 0) return this.#known(start, end);
    this.#insert(start, end);
    return 'gap';
  }

  /** @param {number} start @param {number} end @returns {'duplicate'} */
  #known(start, end) {
    this.#duplicate = [start, end];
    return 'duplicate';
  }

  /** @param {number} end @returns {'new'|'filled'} */
  #advance(end) {
    this.next = end;
    if (!this.hasHole) return 'new';
    while (this.hasHole && this.#stretches[0] <= this.next) {
      const [start, stretchEnd] = this.#stretches.splice(0, 2);
      this.next = Math.max(this.next, stretchEnd);
      this.#forget(start);
    }
    return 'filled';
  }

  #insert(/** @type {number} */ start, /** @type {number} */ end) {
    const stretches = this.#stretches;
    let first = stretches.length, low = start, high = end;
    while (first > 0 && stretches[first - 2] > end) first -= 2;
    let from = first;
    while (from > 0 && stretches[from - 1] >= start) {
      from -= 2;
      low = Math.min(low, stretches[from]);
      high = Math.max(high, stretches[from + 1]);
      this.#forget(stretches[from]);
    }
    stretches.splice(from, first - from, low, high);
    this.#recent.unshift(low);
  }

  #forget(/** @type {number} */ start) {
    const index = this.#recent.indexOf(start);
    if (index >= 0) this.#recent.splice(index, 1);
  }

  /**
   * Writes the blocks of the next acknowledgement.
   * @param {Float64Array} edges @param {boolean} withTimestamps leave room for three only
   * @returns {number} edges written
   */
  writeSackBlocks(edges, withTimestamps) {
    const room = 2 * (withTimestamps ? MAX_BLOCKS_WITH_TIMESTAMPS : MAX_BLOCKS);
    let count = 0;
    if (this.#duplicate) {
      [edges[0], edges[1]] = this.#duplicate;
      this.#duplicate = null;
      count = 2;
    }
    for (const start of this.#recent) {
      if (count >= room) break;
      edges[count++] = start;
      edges[count++] = this.#stretches[this.#stretches.indexOf(start) + 1];
    }
    return count;
  }
}
