const MIN_BYTES = 64 * 1024;
const KEPT_BYTES = 1024 * 1024;

/**
 * Holds what straddles two chunks: `bytes[start, end)`. The buffer is doubled and moved only when it runs out, so the
 * cost stays linear however small the chunks are.
 */
export class StraddleBuffer {
  bytes = new Uint8Array(0);
  start = 0;
  end = 0;

  get length() {
    return this.end - this.start;
  }

  /**
   * @param {Uint8Array} source
   * @param {number} from
   * @param {number} to
   */
  append(source, from, to) {
    const added = to - from;
    if (this.end + added > this.bytes.length) this.#makeRoom(this.length + added);
    this.bytes.set(source.subarray(from, to), this.end);
    this.end += added;
  }

  /** @param {number} neededBytes bytes to be held in all */
  #makeRoom(neededBytes) {
    const { start, end } = this;
    const target =
      this.bytes.length >= 2 * neededBytes ? this.bytes : new Uint8Array(Math.max(MIN_BYTES, 2 * neededBytes));
    target.set(this.bytes.subarray(start, end));
    this.bytes = target;
    this.start = 0;
    this.end = end - start;
  }

  /** @param {number} count bytes at the start that are done with */
  drop(count) {
    this.start += count;
  }

  clear() {
    this.start = 0;
    this.end = 0;
    if (this.bytes.length > KEPT_BYTES) this.bytes = new Uint8Array(0);
  }
}
