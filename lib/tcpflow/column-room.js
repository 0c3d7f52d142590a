/** Columns so long begin some cache lines apart: a power of two apart, all entries of a row would fight for the same places of the cache. */
const LONG = 1024, GAP_BYTES = 320;
const MOST_BYTES = 8;

/**
 * Room for the columns of a table, all in one buffer: of short tables it takes longer to get a buffer for each column than to fill them.
 * Entries are 0 at first.
 */
export class ColumnRoom {
  #buffer;
  #length;
  #gap;
  #at = 0;

  /** @param {number} length entries of a column @param {number} columns how many at the most @param {number} bytes an entry of all of them takes */
  constructor(length, columns, bytes) {
    this.#length = length;
    this.#gap = length < LONG ? 0 : GAP_BYTES;
    this.#buffer = new ArrayBuffer(length * bytes + columns * (MOST_BYTES + this.#gap));
  }

  float64() { return new Float64Array(this.#buffer, this.#take(8), this.#length); }
  float32() { return new Float32Array(this.#buffer, this.#take(4), this.#length); }
  int32() { return new Int32Array(this.#buffer, this.#take(4), this.#length); }
  uint32() { return new Uint32Array(this.#buffer, this.#take(4), this.#length); }
  uint16() { return new Uint16Array(this.#buffer, this.#take(2), this.#length); }
  uint8() { return new Uint8Array(this.#buffer, this.#take(1), this.#length); }

  /** @param {number} bytes of an entry @returns {number} where the next column begins */
  #take(bytes) {
    const start = this.#at, end = start + this.#length * bytes + this.#gap;
    this.#at = end + (-end & (MOST_BYTES - 1));
    return start;
  }
}
