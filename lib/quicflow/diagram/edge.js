import { RANGE } from './heights.js';

/** @typedef {import('./heights.js').Heights} Heights */

/**
 * How far all has been delivered: the ranges that were first sent cover an ordinate without a hole, each is passed when
 * it, or what repeated it, was acknowledged.
 */
export class Edge {
  #heights;
  /** Ranges that were first sent, from the bottom up. */
  #order;
  #passed;
  #next = 0;

  /** @param {Heights} heights @param {boolean} isByNumber each range is of its own, what is repeated too */
  constructor(heights, isByNumber) {
    const { low, high, kind } = heights;
    const order = [];
    for (let n = 0; n < low.length; n++) if (high[n] > low[n] && (isByNumber || kind[n] !== RANGE.AGAIN)) order.push(n);
    this.#heights = heights;
    this.#order = Int32Array.from(order).sort((a, b) => low[a] - low[b]);
    this.#passed = new Float64Array(order.length);
  }

  /** What a send carried was delivered, or will not be. @param {number} k */
  pass(k) {
    const { first, low, high } = this.#heights;
    for (let n = first[k]; n < first[k + 1]; n++) this.#cover(low[n], high[n]);
  }

  /** @param {number} from @param {number} to */
  #cover(from, to) {
    const { low, high } = this.#heights;
    for (let at = this.#at(from); at < this.#order.length && low[this.#order[at]] < to; at++) {
      const n = this.#order[at];
      this.#passed[at] += Math.max(0, Math.min(to, high[n]) - Math.max(from, low[n]));
    }
  }

  /** The first range that ends above a height. @param {number} height */
  #at(height) {
    const { high } = this.#heights;
    let low = 0;
    let end = this.#order.length;
    while (low < end) {
      const middle = (low + end) >> 1;
      if (high[this.#order[middle]] <= height) low = middle + 1;
      else end = middle;
    }
    return low;
  }

  /** @returns {number|null} the height below which nothing is missing; null: nothing was sent */
  advance() {
    const { low, high } = this.#heights;
    const order = this.#order;
    while (this.#next < order.length && this.#passed[this.#next] >= high[order[this.#next]] - low[order[this.#next]]) {
      this.#next++;
    }
    if (order.length === 0) return null;
    return this.#next < order.length ? low[order[this.#next]] : high[order[order.length - 1]];
  }

  /**
   * Ranges of sends above the edge, joined where they touch.
   * @param {Int32Array} sends
   * @returns {[number, number][]}
   */
  above(sends) {
    const { first, low, high } = this.#heights;
    const edge = this.advance() ?? 0;
    /** @type {[number, number][]} */
    const list = [];
    for (const k of sends) {
      for (let n = first[k]; n < first[k + 1]; n++) {
        if (high[n] > low[n] && low[n] >= edge) list.push([low[n], high[n]]);
      }
    }
    list.sort((a, b) => a[0] - b[0]);
    /** @type {[number, number][]} */
    const joined = [];
    for (const [from, to] of list) {
      const last = joined.at(-1);
      if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
      else joined.push([from, to]);
    }
    return joined;
  }
}
