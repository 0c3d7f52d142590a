import { isAbort } from '../../state/api-error.js';

/** @typedef {import('../../state/types.js').ConnectionRow} ConnectionRow */
/** @typedef {{ sort: string, order: 'asc' | 'desc', text: string }} Order */

const pageSize = 200;

/**
 * @typedef {{
 *   order: Order, pages: Map<number, ConnectionRow[]>, asked: Set<number>,
 *   total: number, matched: number, abort: AbortController,
 * }} RowSet the rows in one order, as far as they have been fetched
 */

/** @param {Order} order @returns {RowSet} */
function emptySet(order) {
  return { order, pages: new Map(), asked: new Set(), total: 0, matched: 0, abort: new AbortController() };
}

/**
 * @typedef {object} ConnectionSourceGiven
 * @property {import('../../state/api.js').Api} api
 * @property {string} captureId
 * @property {Order} order
 * @property {() => void} onChange
 * @property {(isBusy: boolean) => void} [onBusy] whether another order or filter is being waited for
 * @property {(error: unknown) => void} onError
 */

/**
 * The connections of a capture, fetched page by page as they come into view. Rows that are shown stay until the next
 * ones arrive, so that sorting and live growth never blank the table.
 */
export class ConnectionSource {
  #given;
  #shown;
  /** Takes the shown one's place when its rows in view have come. @type {RowSet | null} */
  #coming = null;
  #range = { first: 0, end: 0 };
  #isRefreshing = false;
  /** @type {{ hold: boolean } | null} */
  #refreshAgain = null;
  /** @type {number | null} */
  #waiting = null;
  #isLoaded = false;

  /** @param {ConnectionSourceGiven} given */
  constructor(given) {
    this.#given = given;
    this.#shown = emptySet(given.order);
  }

  get total() {
    return this.#shown.total;
  }
  get matched() {
    return this.#shown.matched;
  }
  get isLoaded() {
    return this.#isLoaded;
  }
  get order() {
    return this.#coming?.order ?? this.#shown.order;
  }

  /**
   * Matching connections that have come since the order was held: this many more there are by now. Null while it is not
   * held.
   */
  get waiting() {
    return this.#waiting;
  }

  /** @param {number} index @returns {ConnectionRow | null} null until it is fetched */
  rowAt(index) {
    return this.#shown.pages.get(Math.floor(index / pageSize))?.[index % pageSize] ?? null;
  }

  /** @param {number} flow @returns {number} its index among the rows fetched; else −1 */
  indexOf(flow) {
    for (const [page, rows] of this.#shown.pages) {
      const index = rows.findIndex((row) => row.flow === flow);
      if (index >= 0) return page * pageSize + index;
    }
    return -1;
  }

  /** @param {RowSet} set @param {number} page */
  async #fetchPage(set, page) {
    const { api, captureId } = this.#given;
    set.asked.add(page);
    const answer = await api.connections(
      captureId,
      { ...set.order, offset: page * pageSize, limit: pageSize },
      set.abort.signal,
    );
    set.total = answer.total;
    set.matched = answer.matched;
    set.pages.set(page, answer.rows);
  }

  #pagesInView() {
    const { first, end } = this.#range;
    const pages = [];
    for (let page = Math.floor(first / pageSize); page * pageSize < Math.max(1, end); page++) pages.push(page);
    return pages;
  }

  /** @param {unknown} error */
  #report(error) {
    if (!isAbort(error)) this.#given.onError(error);
  }

  /** Fetches what is in view into a new set, which then takes over. @param {Order} next @param {number[]} pages */
  async #replace(next, pages) {
    this.#coming?.abort.abort();
    const set = emptySet(next);
    this.#coming = set;
    try {
      await Promise.all(pages.map((page) => this.#fetchPage(set, page)));
    } catch (error) {
      if (this.#coming === set) this.#coming = null;
      return this.#report(error);
    }
    if (this.#coming !== set) return;
    this.#shown.abort.abort();
    this.#shown = set;
    this.#coming = null;
    this.#waiting = null;
    this.#isLoaded = true;
    this.#given.onChange();
  }

  /** New values for the rows in view, in display order. */
  async #updateInPlace() {
    const set = this.#shown;
    const answer = emptySet(set.order);
    try {
      await Promise.all(this.#pagesInView().map((page) => this.#fetchPage(answer, page)));
    } catch (error) {
      return this.#report(error);
    }
    if (set !== this.#shown) return;
    const fresh = new Map([...answer.pages.values()].flat().map((row) => [row.flow, row]));
    for (const [page, rows] of set.pages) {
      set.pages.set(
        page,
        rows.map((row) => fresh.get(row.flow) ?? row),
      );
    }
    this.#waiting = answer.matched - set.matched;
    this.#given.onChange();
  }

  /** Rows that are about to be drawn. @param {number} first @param {number} end excluded */
  need(first, end) {
    const set = this.#shown;
    this.#range = { first, end };
    for (const page of this.#pagesInView()) {
      if (set.asked.has(page) || page * pageSize >= set.matched) continue;
      this.#fetchPage(set, page).then(this.#given.onChange, (error) => {
        set.asked.delete(page);
        this.#report(error);
      });
    }
  }

  /** @param {Order} next from the top */
  async setOrder(next) {
    this.#range = { first: 0, end: 0 };
    this.#given.onBusy?.(true);
    await this.#replace(next, [0]);
    if (this.#coming === null) this.#given.onBusy?.(false);
  }

  /**
   * The capture has grown. Calls during a request cause one more request.
   * @param {{ hold: boolean }} options hold: keep every row where it is
   * @returns {Promise<void>}
   */
  async refresh({ hold }) {
    if (this.#isRefreshing) {
      this.#refreshAgain = { hold };
      return;
    }
    if (this.#coming) return;
    this.#isRefreshing = true;
    if (hold && this.#isLoaded) await this.#updateInPlace();
    else await this.#replace(this.#shown.order, this.#pagesInView());
    this.#isRefreshing = false;
    const again = this.#refreshAgain;
    this.#refreshAgain = null;
    if (again) await this.refresh(again);
  }

  destroy() {
    this.#coming?.abort.abort();
    this.#shown.abort.abort();
    this.#coming = null;
  }
}
