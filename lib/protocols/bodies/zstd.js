/**
 * Zstandard by fzstd, where the host has none of its own: browsers, and Node before 22.15. Fields that fzstd would
 * trust are checked first: a frame's window, and how often that is moved on.
 */
import { Decompress } from 'fzstd';

import { MAX_ZSTD_MOVED_BYTES, MAX_ZSTD_WINDOW_BYTES } from './limits.js';

const MAGIC = 0xfd2fb528;
/** Magic number of skippable frames, without the lowest four bits. */
const SKIPPABLE = 0x184d2a50;
const MAX_HEADER_BYTES = 18;
const BLOCK_HEADER_BYTES = 3;
const CHECKSUM_BYTES = 4;
/** Bytes passed to fzstd at a time: each may unpack to a block. */
const PIECE_BYTES = 256;

/** Walks frames and blocks (RFC 8878 section 3.1.1) by their headers alone. */
class FrameGuard {
  /** @type {number[]} */
  #header = [];
  /** Bytes that belong to no header. */
  #passing = 0;
  #inFrame = false;
  #hasChecksum = false;
  #windowBytes = 0;
  #movedBytes = 0;

  /** @param {Uint8Array} bytes the next @throws {Error} they exceed a limit, or are not frames */
  check(bytes) {
    for (let at = 0; at < bytes.length;) {
      const passed = Math.min(this.#passing, bytes.length - at);
      this.#passing -= passed;
      at += passed;
      if (at < bytes.length) this.#take(bytes[at++]);
    }
  }

  /** @param {number} byte of a header */
  #take(byte) {
    this.#header.push(byte);
    const isWhole = this.#inFrame ? this.#readBlockHeader() : this.#readFrameHeader();
    if (isWhole) this.#header = [];
  }

  #readBlockHeader() {
    if (this.#header.length < BLOCK_HEADER_BYTES) return false;
    const bits = this.#header[0] | (this.#header[1] << 8) | (this.#header[2] << 16);
    const isRun = ((bits >> 1) & 3) === 1;
    this.#passing = isRun ? 1 : bits >> 3;
    this.#movedBytes += this.#windowBytes;
    if (this.#movedBytes > MAX_ZSTD_MOVED_BYTES) throw new Error('zstd: too many blocks');
    this.#inFrame = (bits & 1) === 0;
    if (!this.#inFrame && this.#hasChecksum) this.#passing += CHECKSUM_BYTES;
    return true;
  }

  #readFrameHeader() {
    const header = this.#header;
    if (header.length < 5) return false;
    const magic = valueAt(header, 0, 4);
    if ((magic & ~15) >>> 0 === SKIPPABLE) {
      if (header.length < 8) return false;
      this.#passing = valueAt(header, 4, 4);
      return true;
    }
    const flags = header[4];
    const isSingle = (flags & 0x20) !== 0;
    const sizeBytes = flags >> 6 === 0 ? Number(isSingle) : 1 << (flags >> 6);
    const sizeAt = 5 + Number(!isSingle) + [0, 1, 2, 4][flags & 3];
    if (magic !== MAGIC || header.length > MAX_HEADER_BYTES) throw new Error('zstd: no frame');
    if (header.length < sizeAt + sizeBytes) return false;
    const size = valueAt(header, sizeAt, sizeBytes) + (sizeBytes === 2 ? 256 : 0);
    this.#windowBytes = isSingle ? size : 2 ** (10 + (header[5] >> 3)) * (1 + (header[5] & 7) / 8);
    if (this.#windowBytes > MAX_ZSTD_WINDOW_BYTES) throw new Error('zstd: the window is too large');
    this.#inFrame = true;
    this.#hasChecksum = (flags & 4) !== 0;
    return true;
  }
}

/** @param {number[]} bytes @param {number} at @param {number} count */
function valueAt(bytes, at, count) {
  let value = 0;
  for (let i = count - 1; i >= 0; i--) value = value * 256 + bytes[at + i];
  return value;
}

/** Unpacks piece by piece; truncated data as far as possible. */
export class ZstdUnpacker {
  #guard = new FrameGuard();
  #decompress;

  /** @param {(bytes: Uint8Array) => void} onData */
  constructor(onData) {
    this.#decompress = new Decompress((bytes) => onData(bytes.slice()));
  }

  /** @param {Uint8Array} bytes @throws {Error} no more can be unpacked */
  push(bytes) {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      const piece = bytes.subarray(at, at + PIECE_BYTES);
      this.#guard.check(piece);
      this.#decompress.push(piece);
    }
  }

  /** End of input. */
  end() {
    try {
      this.#decompress.push(new Uint8Array(0), true); // it buffers fewer bytes than the longest header
    } catch {
      // it was cut off
    }
  }
}

/** Bytes that `unpackZstd` looks at before it sees whether these are enough. */
const SMALL_PIECE_BYTES = 16;

/**
 * The beginning of a frame, synchronously.
 * @param {Uint8Array} bytes
 * @param {number} limit bytes wanted: at most a block more is returned
 * @returns {Uint8Array|null} null: not a frame
 */
export function unpackZstd(bytes, limit) {
  /** @type {Uint8Array[]} */
  const parts = [];
  let unpacked = 0;
  const unpacker = new ZstdUnpacker((part) => {
    parts.push(part);
    unpacked += part.length;
  });
  try {
    for (let at = 0; at < bytes.length && unpacked < limit; at += SMALL_PIECE_BYTES) {
      unpacker.push(bytes.subarray(at, at + SMALL_PIECE_BYTES));
    }
  } catch {
    // not a frame, or truncated
  }
  if (unpacked < limit) unpacker.end();
  if (unpacked === 0) return null;
  const whole = new Uint8Array(unpacked);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
