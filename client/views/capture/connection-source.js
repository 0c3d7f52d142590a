import { isAbort } from '../../state/api.js';

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
 * The connections of a capture, fetched page by page as they come into view. Rows that are shown stay until the next ones
 * have come, so that sorting and live growth never blank the table.
 * @param {{
 *   api: import('../../state/api.js').Api, captureId: string, order: Order,
 *   onChange: () => void, onError: (error: unknown) => void,
 * }} options
 */
export function connectionSource({ api, captureId, order, onChange, onError }) {
  let shown = emptySet(order);
  /** Takes the shown one's place when its rows in view have come. @type {RowSet | null} */
  let coming = null;
  let range = { first: 0, end: 0 };
  let refreshing = false;
  /** @type {{ hold: boolean } | null} */
  let refreshAgain = null;
  /** Matching connections that have come since the order was held; null while it is not. @type {number | null} */
  let waiting = null;
  let loaded = false;

  /** @param {RowSet} set @param {number} page */
  async function fetchPage(set, page) {
    set.asked.add(page);
    const answer = await api.connections(captureId, { ...set.order, offset: page * pageSize, limit: pageSize }, set.abort.signal);
    set.total = answer.total;
    set.matched = answer.matched;
    set.pages.set(page, answer.rows);
  }

  function pagesInView() {
    const pages = [];
    for (let page = Math.floor(range.first / pageSize); page * pageSize < Math.max(1, range.end); page++) pages.push(page);
    return pages;
  }

  /** @param {unknown} error */
  function report(error) {
    if (!isAbort(error)) onError(error);
  }

  /** Fetches what is in view into a new set, which then takes over. @param {Order} next @param {number[]} pages */
  async function replace(next, pages) {
    coming?.abort.abort();
    const set = emptySet(next);
    coming = set;
    try {
      await Promise.all(pages.map((page) => fetchPage(set, page)));
    } catch (error) {
      if (coming === set) coming = null;
      return report(error);
    }
    if (coming !== set) return;
    shown.abort.abort();
    shown = set;
    coming = null;
    waiting = null;
    loaded = true;
    onChange();
  }

  /** New values for the rows in view, in the order in which they stand. */
  async function updateInPlace() {
    const answer = emptySet(shown.order);
    const set = shown;
    try {
      await Promise.all(pagesInView().map((page) => fetchPage(answer, page)));
    } catch (error) {
      return report(error);
    }
    if (set !== shown) return;
    const fresh = new Map([...answer.pages.values()].flat().map((row) => [row.flow, row]));
    for (const [page, rows] of set.pages) set.pages.set(page, rows.map((row) => fresh.get(row.flow) ?? row));
    waiting = answer.matched - set.matched;
    onChange();
  }

  return {
    /** @param {number} index @returns {ConnectionRow | null} null until it is fetched */
    rowAt: (index) => shown.pages.get(Math.floor(index / pageSize))?.[index % pageSize] ?? null,
    total: () => shown.total,
    matched: () => shown.matched,
    isLoaded: () => loaded,
    /** @returns {number | null} while rows stand in an older order than the capture's present one: how many more there are by now */
    waiting: () => waiting,
    order: () => coming?.order ?? shown.order,

    /** @param {number} first @param {number} end excluded */
    need(first, end) {
      range = { first, end };
      const set = shown;
      for (const page of pagesInView()) {
        if (set.asked.has(page) || page * pageSize >= set.matched) continue;
        fetchPage(set, page).then(onChange, (error) => {
          set.asked.delete(page);
          report(error);
        });
      }
    },

    /** @param {Order} next from the top */
    setOrder(next) {
      range = { first: 0, end: 0 };
      return replace(next, [0]);
    },

    /**
     * The capture has grown. Calls that come while one is under way are made up for by one more.
     * @param {{ hold: boolean }} options hold: keep every row where it is
     */
    async refresh({ hold }) {
      if (refreshing) {
        refreshAgain = { hold };
        return;
      }
      if (coming) return;
      refreshing = true;
      if (hold && loaded) await updateInPlace();
      else await replace(shown.order, pagesInView());
      refreshing = false;
      const again = refreshAgain;
      refreshAgain = null;
      if (again) await this.refresh(again);
    },

    destroy() {
      coming?.abort.abort();
      shown.abort.abort();
      coming = null;
    },
  };
}

/** @typedef {ReturnType<typeof connectionSource>} ConnectionSource */
