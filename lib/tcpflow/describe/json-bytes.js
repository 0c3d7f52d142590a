/** Bytes that a value may need: the core's part of a connection takes 4 000 at most. */
const ROOM_BYTES = 2 ** 13;
/** What short text is encoded in; a unit of UTF-16 takes three bytes at most. */
const SCRATCH_BYTES = 2 ** 13;
const MOST_BYTES_A_UNIT = 3;

/**
 * JSON as UTF-8 in one buffer of the core's memory, which the core writes into, too, from `address` on. Write a value,
 * and while `isFull` bring `take()` to where it shall go before the next.
 */
export class JsonBytes {
  #bytes;
  #length = 0;
  #encoder = new TextEncoder();
  #scratch = new Uint8Array(SCRATCH_BYTES);
  /** What came before the buffer's content, when a value was too large for it. @type {Uint8Array[]} */
  #before = [];

  /** @param {Uint8Array} buffer */
  constructor(buffer) {
    this.#bytes = buffer;
  }

  /** Where in memory the next byte goes; whoever writes there sets it to the byte behind. */
  get address() {
    return this.#bytes.byteOffset + this.#length;
  }
  set address(address) {
    this.#length = address - this.#bytes.byteOffset;
  }

  /** There may be too little room for another value. */
  get isFull() {
    return this.#before.length > 0 || this.#length > this.#bytes.length - ROOM_BYTES;
  }

  /**
   * @returns {Uint8Array[]} what was written since, in order: to be used before anything more is written, as the last
   *   is not copied
   */
  take() {
    const written = this.#bytes.subarray(0, this.#length);
    this.#length = 0;
    return [...this.#before.splice(0), written];
  }

  /** @param {string} text */
  write(text) {
    const bytes = this.#encoded(text);
    if (this.#length + bytes.length > this.#bytes.length - ROOM_BYTES / 2) {
      this.#before.push(this.#bytes.slice(0, this.#length), bytes.slice());
      this.#length = 0;
      return;
    }
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /**
   * Its bytes, to be used at once: encodeInto will not write to shared memory, and what does not fit takes a buffer of
   * its own.
   * @param {string} text
   */
  #encoded(text) {
    if (text.length > SCRATCH_BYTES / MOST_BYTES_A_UNIT) return this.#encoder.encode(text);
    return this.#scratch.subarray(0, this.#encoder.encodeInto(text, this.#scratch).written);
  }
}
