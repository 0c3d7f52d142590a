/** Requests that wait for their responses, in order: HTTP/1 answers first in, first out. */
import { MAX_OUTSTANDING_REQUESTS } from './limits.js';
import { METHOD } from './start-line.js';

export class RequestQueue {
  constructor() {
    /** @type {number[]} */
    this.rows = [];
    /** @type {number[]} */
    this.methods = [];
    this.head = 0;
  }

  get length() {
    return this.rows.length - this.head;
  }

  /**
   * @param {number} row in the table, −1 for none
   * @param {number} method of `METHOD`
   * @returns {boolean} false when too many wait
   */
  push(row, method) {
    if (this.length >= MAX_OUTSTANDING_REQUESTS) return false;
    this.rows.push(row);
    this.methods.push(method);
    return true;
  }

  /** The oldest request's row, −1 without one. */
  get firstRow() {
    return this.length === 0 ? -1 : this.rows[this.head];
  }

  /** The oldest request's method, of `METHOD`. */
  get firstMethod() {
    return this.length === 0 ? METHOD.OTHER : this.methods[this.head];
  }

  /** Drops the oldest. */
  shift() {
    if (this.length === 0) return;
    this.head++;
    if (this.head === this.rows.length) this.clear();
    else if (this.head >= 64 && this.head * 2 > this.rows.length) this.#compact();
  }

  clear() {
    this.rows.length = 0;
    this.methods.length = 0;
    this.head = 0;
  }

  #compact() {
    this.rows.splice(0, this.head);
    this.methods.splice(0, this.head);
    this.head = 0;
  }
}
