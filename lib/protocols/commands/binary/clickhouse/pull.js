/**
 * Fields of a stream without lengths of messages, read by generators: each yields the bytes that are wanted next, and
 * goes on with the piece that has them. One that yields `WANT.LOST` is not resumed.
 */
import { WANT } from '../../piece-reader.js';
import { queryText, shownText } from '../../shown-text.js';
import { littleUint32 } from '../fields.js';

/** @typedef {Generator<number, any, void>} Wants */
/**
 * @template T
 * @typedef {Generator<number, T, void>} Field
 */

/** Bytes of a number of 64 bits, seven bits each. */
const MAX_VARINT_BYTES = 10;
/** ClickHouse's own limit of a text. */
const LONGEST_TEXT = 2 ** 30;

export class Pull {
  /** @type {Uint8Array} */
  #bytes = new Uint8Array(0);
  #start = 0;
  #end = 0;
  /** A byte that was read too early; −1 none. */
  #early = -1;

  /** @param {Uint8Array} bytes @param {number} start @param {number} end */
  give(bytes, start, end) {
    this.#bytes = bytes;
    this.#start = start;
    this.#end = end;
  }

  /** The next field begins with that byte, which was read. @param {number} byte */
  unread(byte) {
    this.#early = byte;
  }

  /** @returns {Field<number>} */
  *uint8() {
    const early = this.#early;
    this.#early = -1;
    if (early >= 0) return early;
    yield 1;
    if (this.#end === this.#start) yield WANT.LOST;
    return this.#bytes[this.#start];
  }

  /** Up to 2⁵³. @returns {Field<number>} */
  *varint() {
    let value = 0;
    let scale = 1;
    for (let k = 0; k < MAX_VARINT_BYTES; k++) {
      const byte = yield* this.uint8();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 128;
    }
    yield WANT.LOST;
    return 0;
  }

  /** @returns {Field<number>} */
  *littleUint32() {
    yield 4;
    return this.#end - this.#start < 4 ? 0 : littleUint32(this.#bytes, this.#start);
  }

  /** @param {number} bytes @returns {Wants} */
  *skip(bytes) {
    if (!Number.isSafeInteger(bytes)) yield WANT.LOST;
    if (bytes > 0) yield bytes;
  }

  /** @returns {Field<number>} */
  *#length() {
    const length = yield* this.varint();
    if (length > LONGEST_TEXT) yield WANT.LOST;
    return length;
  }

  /** @returns {Wants} */
  *skipText() {
    yield* this.skip(yield* this.#length());
  }

  /** @param {number} count @returns {Wants} */
  *skipTexts(count) {
    for (let k = 0; k < count; k++) yield* this.skipText();
  }

  /** @returns {Field<string>} as it is shown */
  *text() {
    const length = yield* this.#length();
    if (length === 0) return '';
    yield length;
    return shownText(this.#bytes, this.#start, this.#end);
  }

  /** The text of a query. @returns {Field<string>} */
  *query() {
    const length = yield* this.#length();
    if (length === 0) return '';
    yield length;
    return queryText(this.#bytes, this.#start, this.#end);
  }

  /** A text of so many characters at most, whole. @param {number} most @returns {Field<string>} */
  *name(most) {
    const length = yield* this.#length();
    if (length === 0) return '';
    yield length;
    if (length > most || this.#end - this.#start < length) yield WANT.LOST;
    return String.fromCharCode(...this.#bytes.subarray(this.#start, this.#end));
  }
}
