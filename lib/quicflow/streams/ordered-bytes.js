/**
 * A range of a stream that waits for what is before it. `bytes` is null where nobody wants them.
 * @typedef {{ start: number, end: number, bytes: Uint8Array|null, frame: number, timeNs: number }} HeldRange
 */

/** Ranges of one stream that wait. */
export const MAX_QUIC_HELD_RANGES = 1024;

/** Ranges of a stream by offset, each byte once: the first copy counts, since all copies must be the same. */
export class OrderedBytes {
  /** Disjoint, ascending, above `delivered`. @type {HeldRange[]} */
  #held = [];
  /** Bytes below were taken out. */
  delivered = 0;
  /** Bytes that came, each counted once. */
  unique = 0;
  /** End of the highest range. */
  highest = 0;
  /** Bytes held. */
  heldBytes = 0;

  /**
   * @param {number} start @param {number} end
   * @param {Uint8Array|null} bytes null: not wanted
   * @param {number} at where the range is in them
   * @param {number} frame @param {number} timeNs
   * @returns {boolean} false: too much is held
   */
  add(start, end, bytes, at, frame, timeNs) {
    if (end > this.highest) this.highest = end;
    let from = Math.max(start, this.delivered);
    let place = this.#placeOf(from);
    while (from < end) {
      const next = this.#held[place];
      if (next !== undefined && next.start <= from) {
        from = Math.max(from, next.end);
        place++;
        continue;
      }
      if (this.#held.length >= MAX_QUIC_HELD_RANGES) return false;
      const to = Math.min(end, next?.start ?? end);
      this.#insert(place, { start: from, end: to, bytes: copyOf(bytes, at + from - start, to - from), frame, timeNs });
      from = to;
      place = this.#placeOf(from);
    }
    return true;
  }

  /**
   * A range that needs not wait, and so is not copied.
   * @param {number} start @param {number} end
   * @returns {number} its bytes that were delivered before; −1: it has to be added
   */
  pass(start, end) {
    if (this.#held.length > 0 || start > this.delivered || end <= this.delivered) return -1;
    const known = this.delivered - start;
    this.unique += end - this.delivered;
    this.highest = Math.max(this.highest, end);
    this.delivered = end;
    return known;
  }

  /** @param {number} place @param {HeldRange} range */
  #insert(place, range) {
    this.unique += range.end - range.start;
    this.heldBytes += range.bytes?.length ?? 0;
    const before = this.#held[place - 1];
    if (range.bytes === null && before !== undefined && before.bytes === null && before.end === range.start) {
      before.end = range.end;
    } else this.#held.splice(place, 0, range);
  }

  /** The first range that ends above an offset. @param {number} offset */
  #placeOf(offset) {
    const held = this.#held;
    if (held.length === 0 || held[held.length - 1].end <= offset) return held.length;
    let low = 0;
    let high = held.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (held[middle].end <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** @returns {HeldRange|null} the next range in order, taken out; null: it is not there yet */
  take() {
    const first = this.#held[0];
    if (first === undefined || first.start > this.delivered) return null;
    this.#held.shift();
    this.heldBytes -= first.bytes?.length ?? 0;
    this.delivered = first.end;
    return first;
  }

  /** Where the lowest hole ends; −1: nothing waits behind one. */
  get holeEnd() {
    return this.#held.length > 0 && this.#held[0].start > this.delivered ? this.#held[0].start : -1;
  }

  /** Gives the lowest hole up. @param {number} end */
  skipTo(end) {
    this.delivered = end;
  }
}

/** @param {Uint8Array|null} bytes @param {number} at @param {number} length */
const copyOf = (bytes, at, length) => (bytes === null ? null : bytes.slice(at, at + length));
