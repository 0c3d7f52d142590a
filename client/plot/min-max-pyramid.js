/**
 * Smallest and largest value of any run of a series in O(log n), from summaries of power-of-two blocks:
 *
 *   level 1   [ 0 … 31 ][ 32 … 63 ] …        block of 2 × 16
 *   level 0   [0…15][16…31][32…47] …         block of 16
 *   values    v v v v v v v v v v …
 *
 * Only whole blocks are summarised, so that a series that grows extends its summaries without touching the old ones.
 */

const FIRST_BLOCK_BITS = 4;
/** Items of the smallest summary. */
export const BLOCK = 1 << FIRST_BLOCK_BITS;

export class MinMaxPyramid {
  constructor() {
    /** @type {{ low: Float64Array, high: Float64Array, count: number }[]} */
    this.levels = [];
    /** Answer of the last `query`. */
    this.min = Infinity;
    this.max = -Infinity;
  }

  /**
   * Summarises what has been appended since the last call.
   * @param {Float64Array} low smallest value of each item
   * @param {Float64Array} high largest value of each item (may be the same array)
   * @param {number} count
   */
  extend(low, high, count) {
    for (let level = 0; count >> (FIRST_BLOCK_BITS + level) > 0; level++) {
      const below = level === 0 ? { low, high } : this.levels[level - 1];
      extendLevel(
        this.#level(level),
        below,
        count >> (FIRST_BLOCK_BITS + level),
        level === 0 ? 1 << FIRST_BLOCK_BITS : 2,
      );
    }
  }

  /**
   * Leaves the answer in `min` and `max` (Infinity and −Infinity for an empty run), so that nothing is allocated.
   * @param {Float64Array} low the same arrays as given to `extend`
   * @param {Float64Array} high
   * @param {number} from
   * @param {number} to exclusive
   */
  query(low, high, from, to) {
    this.min = Infinity;
    this.max = -Infinity;
    let index = from;
    while (index < to) {
      const level = this.#largestBlock(index, to);
      if (level < 0) {
        this.#take(low[index], high[index]);
        index++;
      } else {
        const block = index >> (FIRST_BLOCK_BITS + level);
        this.#take(this.levels[level].low[block], this.levels[level].high[block]);
        index += 1 << (FIRST_BLOCK_BITS + level);
      }
    }
  }

  /**
   * @param {number} index
   * @param {number} to
   * @returns {number} level of the largest whole block that starts at `index`; −1 for none
   */
  #largestBlock(index, to) {
    let found = -1;
    for (let level = 0; level < this.levels.length; level++) {
      const size = 1 << (FIRST_BLOCK_BITS + level);
      if ((index & (size - 1)) !== 0 || index + size > to || index / size >= this.levels[level].count) break;
      found = level;
    }
    return found;
  }

  /** @param {number} low @param {number} high */
  #take(low, high) {
    if (low < this.min) this.min = low;
    if (high > this.max) this.max = high;
  }

  /** @param {number} level */
  #level(level) {
    this.levels[level] ??= { low: new Float64Array(8), high: new Float64Array(8), count: 0 };
    return this.levels[level];
  }
}

/**
 * @param {{ low: Float64Array, high: Float64Array, count: number }} level
 * @param {{ low: Float64Array, high: Float64Array }} below
 * @param {number} count blocks wanted
 * @param {number} fanOut items of `below` in a block
 */
function extendLevel(level, below, count, fanOut) {
  if (count > level.low.length) {
    const capacity = Math.max(count, level.low.length * 2);
    const grown = { low: new Float64Array(capacity), high: new Float64Array(capacity) };
    grown.low.set(level.low);
    grown.high.set(level.high);
    Object.assign(level, grown);
  }
  for (let block = level.count; block < count; block++) {
    let low = Infinity;
    let high = -Infinity;
    for (let i = block * fanOut; i < (block + 1) * fanOut; i++) {
      if (below.low[i] < low) low = below.low[i];
      if (below.high[i] > high) high = below.high[i];
    }
    level.low[block] = low;
    level.high[block] = high;
  }
  level.count = Math.max(level.count, count);
}
