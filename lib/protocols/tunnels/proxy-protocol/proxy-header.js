/**
 * The header of the PROXY protocol (haproxy.org, proxy-protocol.txt): a proxy puts it before the client's first byte,
 * so that the server learns whose connection it is. Version 1 is a line of text, version 2 a signature and a length.
 */
import { CR, LF } from '../../../shared/text/ascii.js';
import { FIT } from '../../protocol.js';

const TEXT = Array.from('PROXY ', (character) => character.charCodeAt(0));
/** First letters of what may follow: TCP4, TCP6, UNKNOWN. */
const FAMILIES = [0x54, 0x55];
const SIGNATURE = [CR, LF, CR, LF, 0x00, CR, LF, 0x51, 0x55, 0x49, 0x54, LF];
const FIXED_BYTES = 16;
const LENGTH_AT = 14;
/** The longest header of version 1, its line end included. */
const MAX_TEXT_BYTES = 107;

/**
 * @param {Uint8Array} bytes
 * @param {number} start of a direction's first byte
 * @param {number} end
 * @returns {number} of `FIT`
 */
export function proxyHeaderAt(bytes, start, end) {
  const length = end - start;
  const pattern = bytes[start] === TEXT[0] ? TEXT : SIGNATURE;
  for (let i = 0; i < pattern.length; i++) {
    if (i === length) return FIT.MORE;
    if (bytes[start + i] !== pattern[i]) return FIT.NONE;
  }
  if (pattern === SIGNATURE) return FIT.FOUND;
  if (length === TEXT.length) return FIT.MORE;
  return FAMILIES.includes(bytes[start + TEXT.length]) ? FIT.FOUND : FIT.NONE;
}

/** Skips a header, independent of segmentation. */
export class ProxyHeader {
  /** Bytes of the header so far. */
  length = 0;
  isWhole = false;
  #first = 0;
  /** Bytes counted by version 2's length. */
  #rest = 0;

  /**
   * @param {Uint8Array} bytes
   * @param {number} start
   * @param {number} end
   * @returns {number} where the header ends in them, `end` while it does not
   */
  pass(bytes, start, end) {
    let at = start;
    while (at < end && !this.isWhole) {
      const left = FIXED_BYTES + this.#rest - this.length;
      if (this.#first === SIGNATURE[0] && this.length >= FIXED_BYTES) at += this.#skip(Math.min(left, end - at), left);
      else this.#take(bytes[at++]);
    }
    return at;
  }

  /** @param {number} count @param {number} left @returns {number} `count` */
  #skip(count, left) {
    this.length += count;
    this.isWhole = count === left;
    return count;
  }

  /** @param {number} byte */
  #take(byte) {
    const place = this.length++;
    if (place === 0) this.#first = byte;
    if (this.#first === TEXT[0]) this.isWhole = byte === LF || this.length === MAX_TEXT_BYTES;
    else if (place === LENGTH_AT) this.#rest = byte << 8;
    else if (place === LENGTH_AT + 1) {
      this.#rest |= byte;
      this.isWhole = this.#rest === 0;
    }
  }
}
