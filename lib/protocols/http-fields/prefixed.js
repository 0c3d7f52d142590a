/** Integers and strings of header compression: HPACK's (RFC 7541 section 5), and QPACK's, whose prefixes vary. */
import { latin1 } from '../model/latin1.js';
import { decodeHuffman } from './huffman.js';

/** Most bits of a plausible integer. */
const MAX_INTEGER_BITS = 28;

/** What was read is no header compression. For the rooms that decode it only. */
export class BadBlock extends Error {}

/** It ends in the middle of an integer or a string. */
export class CutBlock extends BadBlock {}

export class PrefixedReader {
  /** @type {Uint8Array} */
  #bytes = new Uint8Array(0);
  #end = 0;
  at = 0;

  /** @param {Uint8Array} bytes @param {number} [start] @param {number} [end] */
  begin(bytes, start = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.at = start;
    this.#end = end;
  }

  get isAtEnd() {
    return this.at >= this.#end;
  }

  /** The next byte, which is not taken. */
  get next() {
    return this.#bytes[this.at];
  }

  /** @param {number} prefixBits @returns {number} */
  integer(prefixBits) {
    const mask = (1 << prefixBits) - 1;
    let value = this.#byte() & mask;
    if (value < mask) return value;
    for (let shift = 0; ; shift += 7) {
      if (shift > MAX_INTEGER_BITS - 7) throw new BadBlock();
      const byte = this.#byte();
      value += (byte & 0x7f) << shift;
      if ((byte & 0x80) === 0) return value;
    }
  }

  /**
   * @param {number} [prefixBits] of its length; the bit before them says whether it is in the Huffman code
   * @returns {string}
   */
  string(prefixBits = 7) {
    const isHuffman = (this.next & (1 << prefixBits)) !== 0;
    const start = this.skipString(prefixBits);
    const text = isHuffman ? decodeHuffman(this.#bytes, start, this.at) : latin1(this.#bytes, start, this.at);
    if (text === null) throw new BadBlock();
    return text;
  }

  /** @param {number} [prefixBits] as of `string` @returns {number} where its characters begin */
  skipString(prefixBits = 7) {
    const length = this.integer(prefixBits);
    const start = this.at;
    this.at += length;
    if (this.at > this.#end) throw new CutBlock();
    return start;
  }

  #byte() {
    if (this.at >= this.#end) throw new CutBlock();
    return this.#bytes[this.at++];
  }
}
