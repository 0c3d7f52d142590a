/** Integers of 1 to 8 bytes (RFC 9000 section 16), one after another. */
export class Varints {
  /** @type {Uint8Array} */
  #bytes = new Uint8Array(0);
  #end = 0;
  at = 0;
  /** The latest one; above 2^53 it is rounded. */
  value = 0;
  #residue = 0;

  /** @param {Uint8Array} bytes @param {number} [start] @param {number} [end] */
  begin(bytes, start = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.at = start;
    this.#end = end;
  }

  /** Reads the next one. @returns {boolean} false: it is not there whole */
  read() {
    const first = this.#bytes[this.at];
    const next = this.at + (1 << (first >> 6));
    if (this.at >= this.#end || next > this.#end) return false;
    let value = first & 0x3f;
    let residue = value % RESERVED_STEP;
    for (let i = this.at + 1; i < next; i++) {
      value = value * 256 + this.#bytes[i];
      residue = (residue * 256 + this.#bytes[i]) % RESERVED_STEP;
    }
    this.at = next;
    this.value = value;
    this.#residue = residue;
    return true;
  }

  /** Whether the latest is a number that means nothing, sent so that it is ignored (RFC 9114 section 7.2.8). */
  get isReserved() {
    return this.value >= FIRST_RESERVED && this.#residue === FIRST_RESERVED % RESERVED_STEP;
  }
}

const FIRST_RESERVED = 0x21;
const RESERVED_STEP = 0x1f;

/** Most bytes of one. */
export const MAX_VARINT_BYTES = 8;
