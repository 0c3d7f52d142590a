/** Pending commands: in order, or by the protocol's number. */
import { MAX_WAITING_COMMANDS } from './limits.js';

/**
 * @typedef {object} Asked a command
 * @property {number} row in the message table; −1: only counted
 * @property {any} data the grammar's data for the response
 * @property {boolean} isCut whether bytes of it are missing: its response may have come already
 * @property {number} frame in which it begins
 * @property {number} burst commands of one burst were sent without an answer between them
 */

/** Entries that are removed together. */
const FEW = 64;

export class WaitingCommands {
  /** @type {Asked[]} */
  #queue = [];
  #first = 0;
  /** @type {Map<number, Asked>} */
  #byNumber = new Map();

  get count() {
    return this.inOrder + this.#byNumber.size;
  }

  /** Those without a number. */
  get inOrder() {
    return this.#queue.length - this.#first;
  }

  /** The oldest of those without a number; undefined: none. @returns {Asked|undefined} */
  get oldest() {
    return this.#queue[this.#first];
  }

  /** @param {number} place from the newest of those without a number, which is 0 @returns {Asked|undefined} */
  fromEnd(place) {
    return place < this.inOrder ? this.#queue[this.#queue.length - 1 - place] : undefined;
  }

  /**
   * @param {Asked} asked @param {number|null} number
   * @returns {boolean} false: too many are pending
   */
  add(asked, number) {
    if (this.count >= MAX_WAITING_COMMANDS) return false;
    if (number === null) this.#queue.push(asked);
    else this.#byNumber.set(number, asked);
    return true;
  }

  /**
   * Removes it.
   * @param {number|null} number
   * @returns {Asked|undefined} undefined: none is pending
   */
  take(number) {
    if (number !== null) {
      const asked = this.#byNumber.get(number);
      this.#byNumber.delete(number);
      return asked;
    }
    const asked = this.oldest;
    if (asked !== undefined) this.dropOldest(1);
    return asked;
  }

  /** @param {number|null} number @returns {Asked|undefined} */
  peek(number) {
    return number === null ? this.oldest : this.#byNumber.get(number);
  }

  /** @param {number} count of those without a number */
  dropOldest(count) {
    this.#first = Math.min(this.#queue.length, this.#first + count);
    if (this.#first >= FEW && this.#first * 2 >= this.#queue.length) {
      this.#queue.splice(0, this.#first);
      this.#first = 0;
    }
  }

  /** @param {number} count of those without a number that stay */
  keepOldest(count) {
    this.#queue.length = Math.min(this.#queue.length, this.#first + count);
  }
}
