/** A grammar of messages that begin with a header of fixed length, which tells the length of the rest. */
import { WANT } from '../piece-reader.js';

/** @typedef {import('../connection.js').Grammar} Grammar */

/**
 * @typedef {object} Frames what a protocol knows of its messages
 * @property {(isClient: boolean, header: Uint8Array, at: number) => number} lengthOf bytes after the header; −1: it is
 *   none
 * @property {(isClient: boolean, header: Uint8Array, bytes: Uint8Array, start: number, end: number, length: number) =>
 *   boolean} take gets a message: its header, the available part of the rest, and its length; false: it is none
 * @property {(isClient: boolean, bytes: Uint8Array, start: number, end: number) => boolean} begins whether a message
 *   begins there, after missing bytes
 * @property {(isClient: boolean) => void} [forget] bytes of a side are missing
 */

/** @implements {Grammar} */
class FramedGrammar {
  first;
  #frames;
  /** By side: its latest header, and whether what follows it is next. */
  #headers;
  #isBody = [false, false];

  /** @param {number} headerBytes @param {Frames} frames */
  constructor(headerBytes, frames) {
    this.first = /** @type {const} */ ([headerBytes, headerBytes]);
    this.#headers = [new Uint8Array(headerBytes), new Uint8Array(headerBytes)];
    this.#frames = frames;
  }

  /** @type {Grammar['take']} */
  take(isClient, bytes, start, end, length) {
    const side = isClient ? 0 : 1;
    const header = this.#headers[side];
    if (this.#isBody[side]) {
      this.#isBody[side] = false;
      return this.#frames.take(isClient, header, bytes, start, end, length) ? header.length : WANT.LOST;
    }
    if (end - start < header.length) return WANT.LOST;
    header.set(bytes.subarray(start, end));
    const rest = this.#frames.lengthOf(isClient, header, 0);
    this.#isBody[side] = rest >= 0;
    return rest < 0 ? WANT.LOST : rest;
  }

  /** @type {NonNullable<Grammar['resume']>} */
  resume(isClient, bytes, start, end) {
    const side = isClient ? 0 : 1;
    this.#isBody[side] = false;
    this.#frames.forget?.(isClient);
    const { length } = this.#headers[side];
    return end - start >= length && this.#frames.begins(isClient, bytes, start, end) ? length : WANT.LOST;
  }
}

/** @param {number} headerBytes @param {Frames} frames @returns {Grammar} */
export const framed = (headerBytes, frames) => new FramedGrammar(headerBytes, frames);
