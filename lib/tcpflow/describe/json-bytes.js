/** Bytes that a value may need: the core's part of a connection takes 4 000 at most. */
const ROOM_BYTES = 2 ** 13;
/** Buffer to encode short text; a UTF-16 code unit takes at most three bytes. */
const SCRATCH_BYTES = 2 ** 13;
const MAX_BYTES_A_UNIT = 3;

/**
 * JSON as UTF-8 in one buffer of the core's memory, into which the core writes, too, from `address` on. After each
 * value, while `isFull`, output `take()`.
 */
export class JsonBytes {
  #bytes;
  #length = 0;
  #encoder = new TextEncoder();
  #scratch = new Uint8Array(SCRATCH_BYTES);
  /** Output before the buffer's content, when a value was too large for it. @type {Uint8Array[]} */
  #before = [];

  /** @param {Uint8Array} buffer */
  constructor(buffer) {
    this.#bytes = buffer;
  }

  /** Address of the next byte; a writer sets it to the end of its output. */
  get address() {
    return this.#bytes.byteOffset + this.#length;
  }
  set address(address) {
    this.#length = address - this.#bytes.byteOffset;
  }

  /** Whether there may be too little room for another value. */
  get isFull() {
    return this.#before.length > 0 || this.#length > this.#bytes.length - ROOM_BYTES;
  }

  /**
   * @returns {Uint8Array[]} the output since the last call, in order: to be used before the next write, as the last
   *   part is not copied
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
   * The text's bytes, to be used at once: encodeInto cannot write to shared memory, and text that does not fit gets a
   * buffer of its own.
   * @param {string} text
   */
  #encoded(text) {
    if (text.length > SCRATCH_BYTES / MAX_BYTES_A_UNIT) return this.#encoder.encode(text);
    return this.#scratch.subarray(0, this.#encoder.encodeInto(text, this.#scratch).written);
  }
}
