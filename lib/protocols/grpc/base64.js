/** Base64 (RFC 4648 section 4) that comes in pieces, each of which may end with padding, as gRPC-Web's text does. */

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const PAD = '='.charCodeAt(0);
const LINE_ENDS = new Set([13, 10]);
const NO_DIGIT = 255;
const DIGITS = new Uint8Array(256).fill(NO_DIGIT);
for (let digit = 0; digit < ALPHABET.length; digit++) DIGITS[ALPHABET.charCodeAt(digit)] = digit;

export class Base64 {
  /** The current group of four: its digits, their number, and the padding after them. */
  #digits = 0;
  #count = 0;
  #padding = 0;

  /**
   * @param {Uint8Array} bytes @param {number} start @param {number} end
   * @returns {Uint8Array|null} the decoded bytes; null: not base64
   */
  decode(bytes, start, end) {
    const decoded = new Uint8Array(Math.ceil((end - start) / 4) * 3 + 3);
    let length = 0;
    for (let i = start; i < end; i++) {
      if (LINE_ENDS.has(bytes[i])) continue;
      if (!this.#take(bytes[i])) return null;
      if (this.#count + this.#padding < 4) continue;
      for (let byte = 0; byte < 3 - this.#padding; byte++) decoded[length++] = this.#digits >> (16 - 8 * byte);
      this.#digits = this.#count = this.#padding = 0;
    }
    return decoded.subarray(0, length);
  }

  /** @param {number} byte @returns {boolean} false: not allowed there */
  #take(byte) {
    if (byte === PAD && this.#count >= 2) {
      this.#padding++;
      this.#digits <<= 6;
      return true;
    }
    if (DIGITS[byte] === NO_DIGIT || this.#padding > 0) return false;
    this.#digits = (this.#digits << 6) | DIGITS[byte];
    this.#count++;
    return true;
  }
}
