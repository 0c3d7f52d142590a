/** What a request may have waited for: the responses that had come by then. */
import { Moments } from './moments.js';

/**
 * Times as the client saw them, in one unit. A response that can have triggered nothing has `NEVER`.
 * @typedef {object} Heard
 * @property {number} responseNs its first byte
 * @property {number} heardNs its last
 * @property {boolean} isDocument HTML or a style sheet, which references other objects before it is complete
 */
/**
 * What came before: a part of a document being received, the end of a response, or its first byte.
 * @typedef {{ object: number, when: 'part' | 'end' | 'first', atNs: number }} Trigger
 */

/** A request within this after a connection has become free may have waited for it. */
export const PROMPT_NS = 100e6;

export const NEVER = Number.MAX_VALUE;

export class Triggers {
  #ended;
  #begun;
  #starts;
  #coming;
  /** Of the documents that began so far, the one that ends last. @type {number[]} */
  #last = [];
  #all;

  /** @param {readonly Heard[]} all responses in the order of their requests */
  constructor(all) {
    this.#all = all;
    this.#ended = new Moments(all.map(({ heardNs }) => heardNs));
    this.#begun = new Moments(all.map(({ responseNs }) => responseNs));
    const coming = all
      .map((_, index) => index)
      .filter((index) => all[index].isDocument)
      .sort((a, b) => all[a].responseNs - all[b].responseNs);
    this.#coming = coming;
    this.#starts = new Moments(coming.map((index) => all[index].responseNs));
    coming.forEach((index, place) =>
      this.#last.push(
        place > 0 && all[coming[this.#last[place - 1]]].heardNs > all[index].heardNs ? this.#last[place - 1] : place,
      ),
    );
  }

  /**
   * A part of a document (HTML, style sheet) that was being received, else the end of the latest complete response,
   * else the first byte of the latest one. Only requests before it in the list count.
   * @param {number} index of the request @param {number} timeNs when it could have been made
   * @returns {Trigger|null}
   */
  before(index, timeNs) {
    const coming = this.#document(timeNs);
    if (coming >= 0 && coming < index) return { object: coming, when: 'part', atNs: timeNs };
    const last = this.#ended.latestIndex(timeNs);
    if (last >= 0 && last < index) return { object: last, when: 'end', atNs: this.#all[last].heardNs };
    const first = this.#begun.latestIndex(timeNs);
    if (first >= 0 && first < index) return { object: first, when: 'first', atNs: this.#all[first].responseNs };
    return null;
  }

  /** The document being received that takes longest; −1: none. @param {number} timeNs */
  #document(timeNs) {
    const begun = this.#starts.until(timeNs);
    if (begun === 0) return -1;
    const index = this.#coming[this.#last[begun - 1]];
    return this.#all[index].heardNs > timeNs ? index : -1;
  }
}
