/** Numbers and texts in the available bytes of a message: what is missing is 0 or "". */
import { shownText } from '../shown-text.js';

/** In network byte order. @param {Uint8Array} bytes @param {number} at */
export const uint16 = (bytes, at) => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
/** @param {Uint8Array} bytes @param {number} at */
export const uint32 = (bytes, at) => uint16(bytes, at) * 0x10000 + uint16(bytes, at + 2);
/** Lowest byte first. @param {Uint8Array} bytes @param {number} at */
export const littleUint16 = (bytes, at) => (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
/** @param {Uint8Array} bytes @param {number} at */
export const littleUint32 = (bytes, at) => littleUint16(bytes, at) + littleUint16(bytes, at + 2) * 0x10000;

/** Reads one field after the other. */
export class Fields {
  #bytes;
  #end;

  /** @param {Uint8Array} bytes @param {number} at @param {number} end of the available bytes */
  constructor(bytes, at, end) {
    this.#bytes = bytes;
    this.at = at;
    this.#end = end;
  }

  /** Whether all fields so far were there. */
  get isThere() {
    return this.at <= this.#end;
  }

  /** Remaining bytes. */
  get left() {
    return Math.max(0, this.#end - this.at);
  }

  /** @param {number} bytes */
  skip(bytes) {
    this.at = Math.min(this.at + bytes, Number.MAX_SAFE_INTEGER);
    return this;
  }

  uint8() {
    this.at++;
    return this.isThere ? this.#bytes[this.at - 1] : 0;
  }

  uint16() {
    this.at += 2;
    return this.isThere ? uint16(this.#bytes, this.at - 2) : 0;
  }

  uint32() {
    this.at += 4;
    return this.isThere ? uint32(this.#bytes, this.at - 4) : 0;
  }

  littleUint16() {
    this.at += 2;
    return this.isThere ? littleUint16(this.#bytes, this.at - 2) : 0;
  }

  littleUint32() {
    this.at += 4;
    return this.isThere ? littleUint32(this.#bytes, this.at - 4) : 0;
  }

  /** Of eight bytes, up to 2⁵³. */
  uint64() {
    return this.uint32() * 2 ** 32 + this.uint32();
  }

  /** @param {number} length */
  text(length) {
    const start = this.at;
    this.skip(length);
    return start >= this.#end ? '' : shownText(this.#bytes, start, Math.min(this.at, this.#end));
  }
}
