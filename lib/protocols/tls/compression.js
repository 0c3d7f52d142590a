/**
 * DEFLATE over the records of one direction (RFC 3749): one stream, flushed at the end of each record. TLS 1.3 has no
 * compression.
 */
import { ZLIB_HEAD_BYTES } from '../commands/unpack.js';
import { concatBytes } from '../model/concat-bytes.js';
import { MAX_RECORD_BODY_BYTES } from './limits.js';

const DEFLATE = 1;
const WINDOW_BYTES = 32 * 1024;

export class Decompression {
  #ciphers;
  #history = new Uint8Array(0);
  #isFirst = true;
  #isBroken = false;

  /** @param {import('./ciphers.js').Ciphers} ciphers */
  constructor(ciphers) {
    this.#ciphers = ciphers;
  }

  /**
   * @param {Uint8Array} bytes of one record
   * @returns {Uint8Array|null} null: an earlier record is missing, or it is invalid
   */
  unpack(bytes) {
    if (this.#isBroken) return null;
    const packed = this.#isFirst ? bytes.subarray(ZLIB_HEAD_BYTES) : bytes;
    const plain = this.#ciphers.inflate(packed, this.#history, MAX_RECORD_BODY_BYTES);
    this.#isFirst = false;
    if (plain === null) this.#isBroken = true;
    else this.#history = concatBytes([this.#history, plain]).slice(-WINDOW_BYTES);
    return plain;
  }

  /** A record is missing: later ones may refer to it. */
  lose() {
    this.#isBroken = true;
  }
}

/**
 * @param {import('./ciphers.js').Ciphers|null} ciphers @param {import('./epochs.js').Agreed|null} agreed
 * @returns {Decompression|null} null: no compression
 */
export const decompressionOf = (ciphers, agreed) =>
  ciphers !== null && agreed?.server.compression === DEFLATE ? new Decompression(ciphers) : null;
