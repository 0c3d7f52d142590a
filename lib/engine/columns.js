import { LONG_COLUMN } from './enums.js';
import { COLUMN_GAP_BYTES } from './table-columns.js';

const MAX_BYTES = 8;
/**
 * Tables up to the first size share buffers of the second: for short tables allocating a buffer takes longer than
 * filling it.
 */
const MAX_SHARED_BYTES = 2 ** 14;
const SHARED_BYTES = 2 ** 16;

/** The current shared buffer, and how much of it is used. */
let shared = new Uint8Array(0);
let taken = 0;

/** @param {number} bytes */
const aligned = (bytes) => bytes + (-bytes & (MAX_BYTES - 1));

/**
 * A table's columns in their room.
 * @param {ArrayBufferView} first column @param {ArrayBufferView} last column
 */
export const bytesOf = (first, last) =>
  new Uint8Array(first.buffer, first.byteOffset, last.byteOffset + last.byteLength - first.byteOffset);

/**
 * Room for the consecutive columns of a table. Entries are initially 0, or copied from a core's memory, where tables
 * have the same layout (base/table-layout.ts).
 */
export class ColumnRoom {
  #bytes = shared;
  #start = 0;
  #end = 0;
  #length;
  #gap;
  /** Where the next column begins. */
  #at;

  /**
   * @param {number} length entries of a column
   * @param {number} columns most columns
   * @param {number} bytes of an entry of all columns
   * @param {ArrayBufferLike} [memory] memory of a table to copy @param {number} [at] its first byte
   */
  constructor(length, columns, bytes, memory, at) {
    this.#length = length;
    this.#gap = length < LONG_COLUMN ? 0 : COLUMN_GAP_BYTES;
    this.#take(length * bytes + columns * (MAX_BYTES + this.#gap));
    this.#at = this.#start;
    if (memory !== undefined) this.#bytes.set(new Uint8Array(memory, at, this.#end - this.#start), this.#start);
  }

  float64() {
    return new Float64Array(this.#bytes.buffer, this.#next(8), this.#length);
  }
  float32() {
    return new Float32Array(this.#bytes.buffer, this.#next(4), this.#length);
  }
  int32() {
    return new Int32Array(this.#bytes.buffer, this.#next(4), this.#length);
  }
  uint32() {
    return new Uint32Array(this.#bytes.buffer, this.#next(4), this.#length);
  }
  uint16() {
    return new Uint16Array(this.#bytes.buffer, this.#next(2), this.#length);
  }
  uint8() {
    return new Uint8Array(this.#bytes.buffer, this.#next(1), this.#length);
  }

  /** @param {number} size bytes */
  #take(size) {
    if (size > MAX_SHARED_BYTES) this.#bytes = new Uint8Array(size);
    else {
      if (taken + size > shared.length) {
        shared = new Uint8Array(SHARED_BYTES);
        taken = 0;
      }
      this.#bytes = shared;
      this.#start = taken;
      taken = aligned(taken + size);
    }
    this.#end = this.#start + size;
  }

  /** @param {number} bytes of an entry @returns {number} where the next column begins */
  #next(bytes) {
    const start = this.#at;
    this.#at = aligned(start + this.#length * bytes + this.#gap);
    return start;
  }
}

/** Columns of a table in memory with a gap after each of them. */
export class MemoryColumns {
  #buffer;
  #at;
  #length;

  /** @param {ArrayBufferLike} buffer @param {number} at first byte @param {number} length entries of a column */
  constructor(buffer, at, length) {
    this.#buffer = buffer;
    this.#at = at;
    this.#length = length;
  }

  /** Byte after the last column. */
  get end() {
    return this.#at;
  }

  float64() {
    return new Float64Array(this.#buffer, this.#next(8), this.#length);
  }
  /** @param {number} [each] words of an entry */
  int32(each = 1) {
    return new Int32Array(this.#buffer, this.#next(4 * each), this.#length * each);
  }
  int16() {
    return new Int16Array(this.#buffer, this.#next(2), this.#length);
  }
  uint16() {
    return new Uint16Array(this.#buffer, this.#next(2), this.#length);
  }
  uint8() {
    return new Uint8Array(this.#buffer, this.#next(1), this.#length);
  }

  /** @param {number} bytes of an entry @returns {number} where the next column begins */
  #next(bytes) {
    const start = this.#at;
    this.#at += this.#length * bytes + COLUMN_GAP_BYTES;
    return start;
  }
}
