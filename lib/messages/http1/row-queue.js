/** Messages that wait for their other half, first in, first out. */
import { METHOD } from './start-line.js';

const FIRST_CAPACITY = 8;

/** Rows with a number each. The columns stay when it is emptied, so that a parser costs no memory per connection. */
export class RowQueue {
  #rows = new Int32Array(FIRST_CAPACITY);
  #values = new Float64Array(FIRST_CAPACITY);
  #first = 0;
  #end = 0;

  /** @param {number} capacity at most so many wait */
  constructor(capacity) {
    this.capacity = capacity;
  }

  get length() {
    return this.#end - this.#first;
  }

  /** The oldest entry's row, −1 without one. */
  get firstRow() {
    return this.length === 0 ? -1 : this.#rows[this.#first];
  }

  /** The oldest entry's number; without an entry 0, which is `METHOD.OTHER`. */
  get firstValue() {
    return this.length === 0 ? METHOD.OTHER : this.#values[this.#first];
  }

  /**
   * @param {number} row in the table, −1 for a message that is not kept
   * @param {number} value
   * @returns {boolean} false when too many wait
   */
  push(row, value) {
    if (this.length >= this.capacity) return false;
    if (this.#end === this.#rows.length) this.#makeRoom();
    this.#rows[this.#end] = row;
    this.#values[this.#end] = value;
    this.#end++;
    return true;
  }

  /** Drops the oldest entry, if there is one. */
  shift() {
    if (this.length > 0) this.#first++;
    if (this.length === 0) this.#first = this.#end = 0;
  }

  clear() {
    this.#first = this.#end = 0;
  }

  /** Moves the entries to the front; doubles the columns where they are more than half full. */
  #makeRoom() {
    const { length } = this;
    const capacity = length * 2 > this.#rows.length ? this.#rows.length * 2 : this.#rows.length;
    const rows = new Int32Array(capacity);
    const values = new Float64Array(capacity);
    rows.set(this.#rows.subarray(this.#first, this.#end));
    values.set(this.#values.subarray(this.#first, this.#end));
    this.#rows = rows;
    this.#values = values;
    this.#first = 0;
    this.#end = length;
  }
}
