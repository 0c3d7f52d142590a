/** A FIFO of messages without their other half. */
import { METHOD } from './start-line.js';

const NOTHING = new Float64Array(0);
const FIRST_ENTRIES = 4;

/** Rows with a number each. The memory is kept when it is emptied, for the parser's next connection. */
export class RowQueue {
  #entries = NOTHING;
  #first = 0;
  #end = 0;

  /** @param {number} capacity most entries */
  constructor(capacity) {
    this.capacity = capacity;
  }

  get length() {
    return this.#end - this.#first;
  }

  /** Rows with their numbers, the oldest first. @returns {[row: number, value: number][]} */
  get entries() {
    return Array.from({ length: this.length }, (_, i) => [
      this.#entries[(this.#first + i) * 2],
      this.#entries[(this.#first + i) * 2 + 1],
    ]);
  }

  /** The oldest entry's row, −1 without one. */
  get firstRow() {
    return this.length === 0 ? -1 : this.#entries[this.#first * 2];
  }

  /** The oldest entry's number; without an entry 0, which is `METHOD.OTHER`. */
  get firstValue() {
    return this.length === 0 ? METHOD.OTHER : this.#entries[this.#first * 2 + 1];
  }

  /**
   * @param {number} row in the table, −1 for a message that is not kept
   * @param {number} value
   * @returns {boolean} false when it is full
   */
  push(row, value) {
    if (this.length >= this.capacity) return false;
    if (this.#end * 2 === this.#entries.length) this.#makeRoom();
    this.#entries[this.#end * 2] = row;
    this.#entries[this.#end * 2 + 1] = value;
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

  /** Moves the entries to the front; doubles the space where it is more than half full. */
  #makeRoom() {
    const { length } = this;
    const room = this.#entries.length / 2;
    const entries = new Float64Array(2 * Math.max(FIRST_ENTRIES, length * 2 > room ? room * 2 : room));
    entries.set(this.#entries.subarray(this.#first * 2, this.#end * 2));
    this.#entries = entries;
    this.#first = 0;
    this.#end = length;
  }
}
