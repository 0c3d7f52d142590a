/** Signed numbers up to 2^52 as few bytes as they need: seven bits each, the lowest first, the sign in the first. */

const FIRST_BYTES = 1 << 12;

export class VarintWriter {
  #bytes = new Uint8Array(FIRST_BYTES);
  #length = 0;

  /** @param {number} value */
  add(value) {
    let left = value < 0 ? -2 * value - 1 : 2 * value;
    if (this.#length + 8 > this.#bytes.length) this.#grow();
    while (left >= 128) {
      this.#bytes[this.#length++] = (left % 128) | 128;
      left = Math.floor(left / 128);
    }
    this.#bytes[this.#length++] = left;
  }

  #grow() {
    const longer = new Uint8Array(this.#bytes.length * 2);
    longer.set(this.#bytes);
    this.#bytes = longer;
  }

  get bytes() {
    return this.#bytes.slice(0, this.#length);
  }
}

export class VarintReader {
  #bytes;
  #at = 0;

  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.#bytes = bytes;
  }

  /** @returns {number} the next one @throws {RangeError} there is none */
  next() {
    let value = 0;
    let factor = 1;
    let byte;
    do {
      if (this.#at >= this.#bytes.length) throw new RangeError('a column of the report is cut');
      byte = this.#bytes[this.#at++];
      value += (byte & 127) * factor;
      factor *= 128;
    } while (byte >= 128);
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
}
