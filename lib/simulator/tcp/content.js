/**
 * Filler of so many bytes, ASCII text, or immutable bytes.
 * @typedef {number|string|Uint8Array} Piece
 */

/**
 * Data written by an end: texts and bytes where they matter, filler elsewhere. Offsets as in its sequence space: the
 * first byte is 1.
 */
export class Content {
  /** NaN until the constructor is done: V8 is to know that it may be no small integer. */
  #end = NaN;
  /** @type {{ start: number, bytes: Uint8Array }[]} */
  #texts = [];
  #isKept = false;

  constructor() {
    this.#end = 1;
  }

  /** As new. @param {boolean} isKept false: only its length is */
  restart(isKept) {
    this.#end = 1;
    if (this.#texts.length > 0) this.#texts = [];
    this.#isKept = isKept;
  }

  /** @param {Piece} what @returns {number} bytes */
  append(what) {
    const length = typeof what === 'number' ? what : what.length;
    if (this.#isKept && typeof what !== 'number') {
      this.#texts.push({ start: this.#end, bytes: typeof what === 'string' ? new TextEncoder().encode(what) : what });
    }
    this.#end += length;
    return length;
  }

  /**
   * @param {number} start offset @param {number} length
   * @param {Uint8Array} target zeros, which are what filler is @param {number} at where in it
   * @returns {number} bytes up to the end of the last that is not filler
   */
  copy(start, length, target, at) {
    const end = start + length;
    let written = 0;
    for (let index = this.#lastBefore(end); index >= 0; index--) {
      const text = this.#texts[index];
      const textEnd = text.start + text.bytes.length;
      if (textEnd <= start) break;
      const from = Math.max(start, text.start);
      const to = Math.min(end, textEnd);
      target.set(text.bytes.subarray(from - text.start, to - text.start), at + from - start);
      written = Math.max(written, to - start);
    }
    return written;
  }

  /** @param {number} end @returns {number} index of the last text that starts before; -1: none */
  #lastBefore(end) {
    let low = 0;
    let high = this.#texts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#texts[middle].start < end) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
