/** Columns so long begin some cache lines apart: a power of two apart, all entries of a row would fight for the same places of the cache. */
const LONG = 1024, GAP_BYTES = 320;
const MOST_BYTES = 8;

/**
 * Room for the columns of a table, all in one buffer: of short tables it takes longer to get a buffer for each column than to fill them.
 * Entries are 0 at first, or what they are in a core's memory, where tables are laid alike (flight/core/columns.ts).
 */
export class ColumnRoom {
  #buffer;
  #length;
  #gap;
  #at = 0;

  /**
   * @param {number} length entries of a column @param {number} columns how many at the most @param {number} bytes an entry of all of them takes
   * @param {WebAssembly.Memory} [memory] where the table lies that is to be copied @param {number} [at] its first byte
   */
  constructor(length, columns, bytes, memory, at) {
    this.#length = length;
    this.#gap = length < LONG ? 0 : GAP_BYTES;
    const size = length * bytes + columns * (MOST_BYTES + this.#gap);
    this.#buffer = memory === undefined ? new ArrayBuffer(size) : new Uint8Array(memory.buffer, at, size).slice().buffer;
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
