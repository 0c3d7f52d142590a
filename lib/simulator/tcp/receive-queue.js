const MAX_BLOCKS = 4;
const MAX_BLOCKS_WITH_TIMESTAMPS = 3;

/**
 * @param {number[]} list
 * @param {number} from
 * @param {number} count in place: makes no list of what goes, as splice does, and calls nothing of V8's runtime, as
 *   setting the length does
 */
function remove(list, from, count) {
  for (let index = from + count; index < list.length; index++) list[index - count] = list[index];
  for (let left = count; left > 0; left--) list.pop();
}

/** The receiver's sequence space: what has arrived, in order and beyond, and the SACK blocks that tell of it. */
export class ReceiveQueue {
  /** The next offset awaited: 0 before the SYN. */
  next = 0;
  /** Stretches beyond a hole, in order, as starts and ends in turn. @type {number[]} */
  #stretches = [];
  /** Starts of stretches, the one that changed last at the end (RFC 2018, section 4). @type {number[]} */
  #recent = [];
  /** Duplicate data, to be reported once (D-SACK, RFC 2883). @type {[number, number]|null} */
  #duplicate = null;

  /** As new. */
  restart() {
    this.next = 0;
    if (this.#stretches.length > 0) this.#stretches.length = this.#recent.length = 0;
    this.#duplicate = null;
  }

  get hasHole() {
    return this.#stretches.length > 0;
  }

  /** An acknowledgement has SACK blocks to tell. */
  get hasBlocks() {
    return this.#stretches.length > 0 || this.#duplicate !== null;
  }

  /**
   * @param {number} start @param {number} end
   * @returns {'new'|'gap'|'filled'|'duplicate'} in order, beyond a hole, in order before what waited, or known already
   */
  take(start, end) {
    if (end <= this.next) return this.#known(start, end);
    if (start <= this.next) return this.#advance(end);
    const at = this.#firstAfter(start) - 2;
    if (at >= 0 && this.#stretches[at + 1] >= end) return this.#known(start, end);
    this.#insert(start, end);
    return 'gap';
  }

  /** @param {number} offset @returns {number} index of the first range that starts after it */
  #firstAfter(offset) {
    let low = 0;
    let high = this.#stretches.length / 2;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#stretches[2 * middle] > offset) high = middle;
      else low = middle + 1;
    }
    return 2 * low;
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
    let reached = 0;
    for (; reached < this.#stretches.length && this.#stretches[reached] <= this.next; reached += 2) {
      this.next = Math.max(this.next, this.#stretches[reached + 1]);
      this.#forget(this.#stretches[reached]);
    }
    remove(this.#stretches, 0, reached);
    return 'filled';
  }

  #insert(/** @type {number} */ start, /** @type {number} */ end) {
    const stretches = this.#stretches;
    const behind = this.#firstAfter(end);
    let from = behind;
    let low = start;
    let high = end;
    while (from > 0 && stretches[from - 1] >= start) {
      from -= 2;
      low = Math.min(low, stretches[from]);
      high = Math.max(high, stretches[from + 1]);
      this.#forget(stretches[from]);
    }
    if (from === behind) {
      stretches.push(0, 0);
      stretches.copyWithin(from + 2, from, stretches.length - 2);
    } else remove(stretches, from + 2, behind - from - 2);
    stretches[from] = low;
    stretches[from + 1] = high;
    this.#recent.push(low);
  }

  #forget(/** @type {number} */ start) {
    const index = this.#recent.lastIndexOf(start);
    if (index >= 0) remove(this.#recent, index, 1);
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
    for (let index = this.#recent.length - 1; index >= 0 && count < room; index--) {
      const start = this.#recent[index];
      edges[count++] = start;
      edges[count++] = this.#stretches[this.#firstAfter(start) - 1];
    }
    return count;
  }
}
