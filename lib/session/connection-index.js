import { compileFilter } from '../shared/filter/compile.js';
import { inSteps } from './in-steps.js';

/**
 * Sorted and filtered views over a capture's connections, cached for the next page of the same query.
 *
 * While the capture grows every report has a new version, and sorting 200,000 connections each time would take all of
 * the time; so a view may be out of date by `PATIENCE` times its cost.
 */

const PATIENCE = 4;
export const KEPT_VIEWS = 4;
/** Connections whose search texts are kept, some 100 bytes each. */
export const KEPT_TEXTS = 500_000;
/** Allowed age of a cheap view of a growing capture, ms. */
const FRESH_MS = 100;

/**
 * @typedef {{ sort: string, descending: boolean, text: string }} View
 * @typedef {{ version: number, rows: Uint32Array, madeAt: number, costMs: number }} Cached
 */

export class ConnectionIndex {
  #connections;
  /** Least recently used first. @type {Map<string, Cached>} */
  #views = new Map();
  /**
   * Search texts of a capture that does not change any more: making them costs far more than searching them.
   * @type {string[]}
   */
  #texts = [];
  #isReadAhead = false;

  /**
   * @param {Pick<import('../analysis/quic/all-connections.js').AllConnections,
   *   'count'|'indexes'|'placeOf'|'sortValue'|'searchText'> & {
   *   filtered: Omit<import('../shared/filter/compile.js').Source, 'text'> }} connections
   */
  constructor(connections) {
    this.#connections = connections;
  }

  /**
   * Makes the search texts of a capture that does not change any more, once, before the first search: for 200,000
   * connections that takes most of a second.
   * @param {() => Promise<void>} turn settled after other work has run
   */
  async readAhead(turn) {
    if (this.#isReadAhead) return;
    this.#isReadAhead = true;
    const most = Math.min(this.#connections.count, KEPT_TEXTS);
    const { indexes } = this.#connections;
    await inSteps(most, (at) => void this.#searchText(indexes[at], true), turn);
  }

  /**
   * @param {View} view
   * @param {{ version: number, ended: boolean }} state of the analysis
   * @returns {Cached} `rows` are flow table indexes in the view's order, as of `version`
   */
  view(view, { version, ended }) {
    const key = JSON.stringify([view.sort, view.descending, view.text]);
    const kept = this.#views.get(key);
    this.#views.delete(key);
    const usable = kept !== undefined && (kept.version === version || (!ended && isFreshEnough(kept)));
    const cached = usable ? kept : this.#make(view, { version, ended });
    // An empty view is never reused, otherwise the first connection would appear late.
    if (this.#connections.count > 0) this.#views.set(key, cached);
    if (this.#views.size > KEPT_VIEWS) this.#views.delete(/** @type {string} */ (this.#views.keys().next().value));
    return cached;
  }

  /**
   * @param {View} view
   * @param {{ version: number, ended: boolean }} state
   * @returns {Cached}
   */
  #make({ sort, descending, text }, { version, ended }) {
    const startedAt = performance.now();
    const rows = this.#filter(text, ended);
    if (sort !== 'flow' || descending) this.#sort(rows, sort, descending);
    const madeAt = performance.now();
    return { version, rows, madeAt, costMs: madeAt - startedAt };
  }

  /**
   * @param {string} text a filter (lib/shared/filter/)
   * @param {boolean} ended
   * @throws {import('../shared/filter/lex.js').FilterError}
   */
  #filter(text, ended) {
    const rows = this.#connections.indexes;
    if (text.trim() === '') return rows;
    const { filtered } = this.#connections;
    const fits = compileFilter(text)({
      reader: (name) => filtered.reader(name),
      whole: (name) => filtered.whole(name),
      hasFrame: (index, from, to) => filtered.hasFrame(index, from, to),
      text: (index) => this.#searchText(index, ended),
    });
    return rows.filter((index) => fits(index));
  }

  /** @param {number} index @param {boolean} ended */
  #searchText(index, ended) {
    if (!ended) return this.#connections.searchText(index);
    const place = this.#connections.placeOf(index);
    const text = this.#texts[place] ?? this.#connections.searchText(index);
    if (place < KEPT_TEXTS) this.#texts[place] = text;
    return text;
  }

  /**
   * Missing values (NaN) come last in either direction; equal ones keep the order of the flow numbers.
   * @param {Uint32Array} rows
   * @param {string} key
   * @param {boolean} descending
   */
  #sort(rows, key, descending) {
    const values = Array.from({ length: this.#connections.count }, () => /** @type {number|string} */ (0));
    const { indexes } = this.#connections;
    const places = rows.map((index) => this.#connections.placeOf(index));
    for (const place of places) values[place] = this.#connections.sortValue(indexes[place], key);
    const sign = descending ? -1 : 1;
    places.sort((a, b) => compare(values[a], values[b], sign) || a - b);
    places.forEach((place, at) => (rows[at] = indexes[place]));
  }
}

/** @param {Cached} cached */
function isFreshEnough({ madeAt, costMs }) {
  return performance.now() - madeAt < Math.max(FRESH_MS, PATIENCE * costMs);
}

/**
 * @param {number|string} a
 * @param {number|string} b
 * @param {number} sign
 */
function compare(a, b, sign) {
  if (a < b) return -sign;
  if (a > b) return sign;
  return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
}
