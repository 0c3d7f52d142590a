import { NS_PER_SECOND } from '../units.js';

const FIRST_BYTES = 1 << 16;
export const DIGIT_ZERO = 48;
const MINUS = 45;
export const POINT = 46;
const MAX_DIGITS = 16;
const NANOSECOND_DIGITS = 9;
/** Where integers of 32 bits do not suffice for arithmetic any more. */
const SMALL = 2 ** 30;

/** ASCII text that is put together from numbers and names without a string for each. */
export class TextBuffer {
  #bytes = new Uint8Array(FIRST_BYTES);
  #length = 0;
  #digits = new Uint8Array(MAX_DIGITS);

  get length() {
    return this.#length;
  }

  /** @param {number} more bytes that are to be written now */
  #reserve(more) {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(2 * this.#bytes.length, this.#length + more));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }

  /** @param {number} code of a character */
  character(code) {
    this.#reserve(1);
    this.#bytes[this.#length++] = code;
  }

  /** @param {Uint8Array} bytes of a name */
  name(bytes) {
    this.#reserve(bytes.length);
    for (let index = 0; index < bytes.length; index++) this.#bytes[this.#length + index] = bytes[index];
    this.#length += bytes.length;
  }

  /** As String() writes it. @param {number} value */
  number(value) {
    if (value >= 0 && value < 10 && value === (value | 0)) return this.character(DIGIT_ZERO + value); // most are
    if (!Number.isSafeInteger(value)) return this.#other(String(value));
    if (value < 0) this.character(MINUS);
    this.#integer(Math.abs(value), 1);
  }

  /** Seconds with nine decimals. @param {number} seconds whole @param {number} ns more, 0 or above */
  seconds(seconds, ns) {
    const whole = Math.floor(ns / NS_PER_SECOND);
    this.#integer(seconds + whole, 1);
    this.character(POINT);
    this.#integer(ns - whole * NS_PER_SECOND, NANOSECOND_DIGITS);
  }

  /** @param {number} value at least 0 @param {number} width digits at least */
  #integer(value, width) {
    const digits = this.#digits;
    let count = 0;
    let rest = value;
    while (rest >= SMALL) {
      const tenth = Math.floor(rest / 10);
      digits[count++] = rest - tenth * 10;
      rest = tenth;
    }
    for (let small = rest | 0; small > 0 || count < width;) {
      const tenth = (small / 10) | 0;
      digits[count++] = small - tenth * 10;
      small = tenth;
    }
    this.#reserve(count);
    for (let index = count - 1; index >= 0; index--) this.#bytes[this.#length++] = DIGIT_ZERO + digits[index];
  }

  /** @param {string} text of ASCII */
  #other(text) {
    for (let index = 0; index < text.length; index++) this.character(text.charCodeAt(index));
  }

  /** @returns {string} all of it; the buffer is empty then */
  take() {
    const text = new TextDecoder().decode(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
    return text;
  }
}
