/**
 * The zoom history: each step that narrows the view is kept, so that Backspace undoes it. It follows the URL: a range
 * that the browser's back button restores is looked up in the history.
 */
import { sameRange } from '../../connection/view-state.js';

/** @typedef {import('../../../plot/time-scale.js').TimeRange} TimeRange */

const LONGEST = 50;

export class ZoomHistory {
  /** @type {(TimeRange|null)[]} ranges before the present one, oldest first; null is the whole connection */
  #before = [];

  /** @param {TimeRange|null} left the range that is being left by a step of its own */
  push(left) {
    this.#before.push(left);
    if (this.#before.length > LONGEST) this.#before.shift();
  }

  /** @returns {TimeRange|null|undefined} the range to go back to; undefined when there is none */
  pop() {
    return this.#before.pop();
  }

  /** @param {TimeRange|null} range that became present by the browser's back or forward */
  arriveAt(range) {
    const index = this.#before.findLastIndex((known) => sameRange(known, range));
    if (index >= 0) this.#before.length = index;
  }

  /** @param {TimeRange|null} present @returns {TimeRange[]} the ranges that hold the present one, widest first */
  path(present) {
    if (!present) return [];
    /** @type {TimeRange[]} */
    const holding = [];
    for (const range of this.#before) {
      const inner = holding.at(-1);
      const holds =
        range && range.startNs <= present.startNs + 1 && range.endNs >= present.endNs - 1 && !sameRange(range, present);
      if (holds && (!inner || range.endNs - range.startNs < 0.9 * (inner.endNs - inner.startNs))) holding.push(range);
    }
    return holding.slice(-3);
  }
}
