const FIRST_CAPACITY = 16;

/** Where requests or responses end in a stream, in order: a ring that grows, so that nothing is made for each. */
export class MarkQueue {
  #ends = new Float64Array(FIRST_CAPACITY);
  #ids = new Uint32Array(FIRST_CAPACITY);
  #bytes = new Uint32Array(FIRST_CAPACITY);
  #head = 0;
  #count = 0;

  get count() {
    return this.#count;
  }

  /** Content of the first one's piece. */
  get bytes() {
    return this.#bytes[this.#head];
  }

  /** @param {number} end offset in the stream @param {number} id @param {number} [bytes] of its piece */
  push(end, id, bytes = 0) {
    if (this.#count === this.#ends.length) this.#grow();
    const at = (this.#head + this.#count++) % this.#ends.length;
    this.#ends[at] = end;
    this.#ids[at] = id;
    this.#bytes[at] = bytes;
  }

  /** @param {number} end @returns {boolean} whether the first ends there or before */
  isReached(end) {
    return this.#count > 0 && this.#ends[this.#head] <= end;
  }

  /** @returns {number} id of the first, which is taken off */
  shift() {
    const id = this.#ids[this.#head];
    this.#head = (this.#head + 1) % this.#ends.length;
    this.#count--;
    return id;
  }

  #grow() {
    const old = this.#ends.length;
    const ends = new Float64Array(2 * old);
    const ids = new Uint32Array(2 * old);
    const bytes = new Uint32Array(2 * old);
    for (let index = 0; index < this.#count; index++) {
      ends[index] = this.#ends[(this.#head + index) % old];
      ids[index] = this.#ids[(this.#head + index) % old];
      bytes[index] = this.#bytes[(this.#head + index) % old];
    }
    this.#ends = ends;
    this.#ids = ids;
    this.#bytes = bytes;
    this.#head = 0;
  }
}
