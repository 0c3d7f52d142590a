/** Decompression of messages. */
import { unpackZstd } from '../bodies/zstd.js';
import { MAX_PACKED_BYTES, MAX_UNPACKED_BYTES } from './limits.js';

/** @typedef {import('../tls/ciphers.js').Ciphers} Ciphers */

const NO_HISTORY = new Uint8Array(0);
/** The head of a zlib stream (RFC 1950). */
export const ZLIB_HEAD_BYTES = 2;
/** A command's name is in its first bytes. */
const UNPACKED_BYTES = 1024;

/**
 * The beginning, enough to identify a message.
 * @param {'snappy'|'lz4'|'zlib'|'zstd'} coding
 * @param {Uint8Array} packed
 * @param {Ciphers|null} ciphers
 * @returns {Uint8Array|null} null: it cannot be undone
 */
export function unpackBeginning(coding, packed, ciphers) {
  const bytes = packed.subarray(0, MAX_PACKED_BYTES);
  if (coding === 'snappy') return unpackSnappy(bytes);
  if (coding === 'lz4') return unpackLz4(bytes);
  if (coding === 'zstd') return unpackZstd(bytes, UNPACKED_BYTES);
  return ciphers?.inflate(bytes.subarray(ZLIB_HEAD_BYTES), NO_HISTORY, MAX_UNPACKED_BYTES) ?? null;
}

/**
 * @param {'zlib'|'zstd'} coding
 * @param {Uint8Array} packed
 * @param {Ciphers|null} ciphers
 * @param {number} length unpacked
 * @returns {Uint8Array|null} null: it cannot be undone
 */
export function unpackAll(coding, packed, ciphers, length) {
  if (coding === 'zstd') return unpackZstd(packed, length);
  return ciphers?.inflate(packed.subarray(ZLIB_HEAD_BYTES), NO_HISTORY, length) ?? null;
}

/**
 * Snappy (google/snappy, format_description.txt): literals, and copies of earlier output.
 * @param {Uint8Array} bytes
 * @returns {Uint8Array} up to an error or the end
 */
export function unpackSnappy(bytes) {
  const unpacked = new Uint8Array(UNPACKED_BYTES);
  let length = 0;
  let at = 0;
  while (at < bytes.length && bytes[at] >= 0x80) at++;
  at++; // after the total length
  while (at < bytes.length && length < UNPACKED_BYTES) {
    const { isLiteral, count, offset, next } = elementAt(bytes, at);
    at = next;
    if (!isLiteral && (offset === 0 || offset > length)) break;
    const stop = Math.min(length + count, UNPACKED_BYTES);
    while (length < stop && (!isLiteral || at < bytes.length)) {
      unpacked[length] = isLiteral ? bytes[at++] : unpacked[length - offset];
      length++;
    }
  }
  return unpacked.subarray(0, length);
}

/** @param {Uint8Array} bytes @param {number} at */
function elementAt(bytes, at) {
  const tag = bytes[at];
  const upper = tag >> 2;
  const numberOf = (/** @type {number} */ size) =>
    Array.from({ length: size }, (_, i) => (bytes[at + 1 + i] ?? 0) * 256 ** i).reduce((sum, part) => sum + part, 0);
  if ((tag & 3) === 0) {
    const size = Math.max(0, upper - 59);
    return { isLiteral: true, count: 1 + (size === 0 ? upper : numberOf(size)), offset: 0, next: at + 1 + size };
  }
  if ((tag & 3) === 1) {
    return { isLiteral: false, count: 4 + (upper & 7), offset: ((tag >> 5) << 8) | numberOf(1), next: at + 2 };
  }
  const size = (tag & 3) === 2 ? 2 : 4;
  return { isLiteral: false, count: 1 + upper, offset: numberOf(size), next: at + 1 + size };
}

/** A copy's least length, and the value of a length that goes on in the next bytes. */
const MIN_COPY_BYTES = 4;
const MORE = 15;

/**
 * A block of LZ4 (lz4/doc/lz4_Block_format.md): literals, each run followed by a copy of earlier output.
 * @param {Uint8Array} bytes
 * @returns {Uint8Array} up to an error or the end
 */
export function unpackLz4(bytes) {
  const unpacked = new Uint8Array(UNPACKED_BYTES);
  let length = 0;
  let at = 0;
  const lengthOf = (/** @type {number} */ first) => {
    let sum = first;
    for (let byte = first === MORE ? 255 : 0; byte === 255 && at < bytes.length; sum += byte) byte = bytes[at++];
    return sum;
  };
  while (at < bytes.length && length < UNPACKED_BYTES) {
    const token = bytes[at++];
    for (let left = lengthOf(token >> 4); left > 0 && at < bytes.length && length < UNPACKED_BYTES; left--) {
      unpacked[length++] = bytes[at++];
    }
    if (at + 2 > bytes.length) break;
    const offset = bytes[at] | (bytes[at + 1] << 8);
    at += 2;
    const stop = Math.min(UNPACKED_BYTES, length + MIN_COPY_BYTES + lengthOf(token & MORE));
    if (offset === 0 || offset > length) break;
    for (; length < stop; length++) unpacked[length] = unpacked[length - offset];
  }
  return unpacked.subarray(0, length);
}
