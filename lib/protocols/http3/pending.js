/** Bytes of something that has not come whole, before those that come next. */
export class Pending {
  #bytes = new Uint8Array(0);
  #length = 0;
  #most;

  /** @param {number} most bytes that may be held */
  constructor(most) {
    this.#most = most;
  }

  /**
   * @param {Uint8Array} bytes @param {number} start @param {number} end
   * @returns {{ bytes: Uint8Array, start: number, end: number }|null} the held ones with these behind; null: too many
   */
  join(bytes, start, end) {
    if (this.#length === 0) return { bytes, start, end };
    const length = this.#length + end - start;
    if (this.#length > this.#most) return null;
    this.#grow(length);
    this.#bytes.set(bytes.subarray(start, end), this.#length);
    return { bytes: this.#bytes, start: 0, end: length };
  }

  /** Holds bytes until more come. @param {Uint8Array} bytes of `join` @param {number} start @param {number} end */
  keep(bytes, start, end) {
    const length = end - start;
    if (bytes === this.#bytes) {
      if (start > 0) bytes.copyWithin(0, start, end);
    } else if (length > 0) {
      this.#grow(length);
      this.#bytes.set(bytes.subarray(start, end));
    }
    this.#length = length;
  }

  clear() {
    this.#length = 0;
  }

  /** @param {number} length */
  #grow(length) {
    if (length <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(length, 2 * this.#bytes.length));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}
