/** The framing of a chunked body (RFC 9112 section 7.1), a byte at a time: nothing is kept but numbers. */
import { NOTE } from '../model/notes.js';
import { MAX_CHUNK_LINE_BYTES, MAX_TRAILER_BYTES } from './limits.js';

const SIZE = 0;
const EXTENSION = 1;
const DATA = 2;
const DATA_END = 3;
const TRAILER = 4;

/** What a scan of framing bytes came to. */
export const CHUNK_MORE = 0;
export const CHUNK_DATA = 1;
export const CHUNKS_END = 2;
export const CHUNK_INVALID = 3;

const CR = 0x0d;
const LF = 0x0a;

/** @param {number} byte @returns {number} the value of a hexadecimal digit, or −1 */
function hexValue(byte) {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/** @typedef {{ phase: number, digits: number, lineBytes: number, trailerBytes: number }} ChunkFraming where framing stands, by the fields of `Chunks` */

export class Chunks {
  phase = SIZE;
  /** Bytes of the chunk's data that are still to come. */
  remaining = 0;
  digits = 0;
  lineBytes = 0;
  trailerBytes = 0;
  /** Bits of `NOTE`. */
  notes = 0;
  /** Where the last scan ended. */
  stoppedAt = 0;

  reset() {
    this.phase = SIZE;
    this.remaining = 0;
    this.digits = 0;
    this.lineBytes = 0;
    this.trailerBytes = 0;
    this.notes = 0;
  }

  /** Goes on where the core stopped. @param {ChunkFraming} framing @param {number} remaining */
  resume({ phase, digits, lineBytes, trailerBytes }, remaining) {
    this.phase = phase;
    this.remaining = remaining;
    this.digits = digits;
    this.lineBytes = lineBytes;
    this.trailerBytes = trailerBytes;
  }

  /** Whether the next byte is a chunk's data. */
  get inData() {
    return this.phase === DATA;
  }

  /** @param {number} length of data that went by, at most `remaining` */
  passData(length) {
    this.remaining -= length;
    if (this.remaining === 0) this.phase = DATA_END;
  }

  /**
   * Reads framing up to data or the end.
   * @param {Uint8Array} bytes
   * @param {number} start
   * @param {number} end
   * @returns {number} of the constants above; `this.stoppedAt` is the byte after what was read
   */
  scan(bytes, start, end) {
    let i = start;
    let found = CHUNK_MORE;
    while (i < end && found === CHUNK_MORE) found = this.#take(bytes[i++]);
    this.stoppedAt = i;
    return found;
  }

  /** @param {number} byte */
  #take(byte) {
    if (this.phase === TRAILER) return this.#takeTrailer(byte);
    if (this.phase === DATA_END) return this.#takeDataEnd(byte);
    if (++this.lineBytes > MAX_CHUNK_LINE_BYTES) return this.#invalid(NOTE.CHUNK_LINE_TOO_LONG);
    if (byte === LF) return this.#endSizeLine();
    return this.phase === SIZE ? this.#takeSize(byte) : CHUNK_MORE;
  }

  /** @param {number} byte */
  #takeSize(byte) {
    const value = hexValue(byte);
    if (value >= 0) {
      this.remaining = this.remaining * 16 + value;
      this.digits++;
      return this.remaining > Number.MAX_SAFE_INTEGER ? this.#invalid(NOTE.INVALID_CHUNK) : CHUNK_MORE;
    }
    if (this.digits === 0 || (byte !== 0x3b && byte !== 0x20 && byte !== 0x09 && byte !== CR)) return this.#invalid(NOTE.INVALID_CHUNK);
    this.phase = EXTENSION;
    return CHUNK_MORE;
  }

  #endSizeLine() {
    if (this.digits === 0) return this.#invalid(NOTE.INVALID_CHUNK);
    this.digits = 0;
    this.lineBytes = 0;
    this.phase = this.remaining === 0 ? TRAILER : DATA;
    return this.phase === DATA ? CHUNK_DATA : CHUNK_MORE;
  }

  /** @param {number} byte */
  #takeDataEnd(byte) {
    if (byte === CR && this.lineBytes === 0) {
      this.lineBytes = 1;
      return CHUNK_MORE;
    }
    if (byte !== LF) return this.#invalid(NOTE.INVALID_CHUNK);
    this.lineBytes = 0;
    this.phase = SIZE;
    return CHUNK_MORE;
  }

  /** @param {number} byte */
  #takeTrailer(byte) {
    if (++this.trailerBytes > MAX_TRAILER_BYTES) return this.#invalid(NOTE.TRAILER_TOO_LONG);
    if (byte === LF) {
      if (this.lineBytes === 0) return CHUNKS_END;
      this.lineBytes = 0;
    } else if (byte !== CR) this.lineBytes = 1;
    return CHUNK_MORE;
  }

  /** @param {number} note */
  #invalid(note) {
    this.notes |= note;
    return CHUNK_INVALID;
  }
}
