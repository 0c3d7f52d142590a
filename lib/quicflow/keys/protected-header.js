import { TAG_BYTES } from './packet-keys.js';

/** @typedef {import('../wire/header.js').PacketHeader} PacketHeader */

const SAMPLE_BYTES = 16;
/** The sample is taken as if the packet number had so many bytes (RFC 9001 section 5.4.2). */
const SAMPLE_AFTER_BYTES = 4;
const LONG_BITS = 0x0f;
const SHORT_BITS = 0x1f;
const NUMBER_BITS = 0x03;
const KEY_PHASE_BIT = 0x04;
/** Of a short header; 0 in a valid one. */
const RESERVED_BITS = 0x18;

/** A header whose protection was taken off: one object, refilled for each packet. */
export class UnprotectedHeader {
  #additional = new Uint8Array(64);
  #length = 0;
  /** The packet number as far as it was sent, and in how many bytes. */
  truncated = 0;
  numberBytes = 0;
  keyPhase = 0;
  /** Of a short header: whether its reserved bits are 0. */
  isPlausible = false;
  /** Where the payload starts. */
  payloadAt = 0;

  /**
   * @param {PacketHeader} header
   * @param {(sample: Uint8Array) => Uint8Array} mask
   * @returns {boolean} false: too short to be protected
   */
  take(header, mask) {
    const { bytes, start, numberAt, end, isLong } = header;
    const sampleAt = numberAt + SAMPLE_AFTER_BYTES;
    if (sampleAt + SAMPLE_BYTES > end) return false;
    const masks = mask(bytes.subarray(sampleAt, sampleAt + SAMPLE_BYTES));
    const first = bytes[start] ^ (masks[0] & (isLong ? LONG_BITS : SHORT_BITS));
    this.numberBytes = (first & NUMBER_BITS) + 1;
    this.payloadAt = numberAt + this.numberBytes;
    this.keyPhase = (first & KEY_PHASE_BIT) === 0 ? 0 : 1;
    this.isPlausible = (first & RESERVED_BITS) === 0;
    this.#length = this.payloadAt - start;
    if (this.#length > this.#additional.length) this.#additional = new Uint8Array(2 * this.#length);
    const additional = this.#additional;
    for (let i = 0; i < this.#length; i++) additional[i] = bytes[start + i];
    additional[0] = first;
    this.truncated = 0;
    for (let i = 0; i < this.numberBytes; i++) {
      const byte = bytes[numberAt + i] ^ masks[1 + i];
      additional[numberAt - start + i] = byte;
      this.truncated = this.truncated * 256 + byte;
    }
    return this.payloadAt + TAG_BYTES <= end;
  }

  /** The header as the AEAD authenticates it. */
  get additional() {
    return this.#additional.subarray(0, this.#length);
  }
}

/**
 * A packet number from its last bytes and what is expected (RFC 9000 appendix A.3).
 * @param {number} truncated @param {number} bytes @param {number} expected the largest opened so far, plus one
 */
export function fullNumber(truncated, bytes, expected) {
  const window = 2 ** (8 * bytes);
  const candidate = expected - (expected % window) + truncated;
  if (candidate <= expected - window / 2) return candidate + window;
  return candidate > expected + window / 2 && candidate >= window ? candidate - window : candidate;
}
