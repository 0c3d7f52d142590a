/**
 * Reads bytes up to an end. Beyond it everything is 0, and `failed` says so.
 */
export class Reader {
  /** @type {Uint8Array} */
  bytes = new Uint8Array(0);
  at = 0;
  end = 0;
  failed = false;

  /** @param {Uint8Array} bytes @param {number} at @param {number} end */
  enter(bytes, at, end) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
    this.failed = false;
  }

  /** Whether so many bytes are left; notes it if not. @param {number} count */
  #has(count) {
    if (count <= this.end - this.at) return true;
    this.failed = true;
    this.at = this.end;
    return false;
  }

  uint8() {
    return this.#has(1) ? this.bytes[this.at++] : 0;
  }

  uint32() {
    if (!this.#has(4)) return 0;
    const { bytes, at } = this;
    this.at = at + 4;
    return ((bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3]) >>> 0;
  }

  /** A number of 1 to 8 bytes (RFC 9000 section 16); above 2^53 rounded. */
  varint() {
    if (!this.#has(1)) return 0;
    const first = this.bytes[this.at];
    const size = 1 << (first >> 6);
    if (!this.#has(size)) return 0;
    let value = first & 0x3f;
    for (let i = 1; i < size; i++) value = value * 256 + this.bytes[this.at + i];
    this.at += size;
    return value;
  }

  /** @param {number} count of bytes @returns {number} where they start */
  skip(count) {
    const { at } = this;
    if (this.#has(count)) this.at += count;
    return at;
  }
}
