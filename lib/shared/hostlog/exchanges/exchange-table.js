/** Requests that a server logged, with its own times. */

/** Requests that are kept; further ones are only counted. */
export const MAX_LOGGED_EXCHANGES = 1_000_000;

/**
 * Times in ns; null where the log does not say.
 * @typedef {object} LoggedExchange
 * @property {bigint} epochNs when it began or ended
 * @property {boolean} isEnd
 * @property {number} resolutionNs of that time, which is cut off
 * @property {boolean} hasZone false: it is in some time zone
 * @property {string} method
 * @property {string} target
 * @property {number|null} status
 * @property {number|null} clientPort
 * @property {number|null} queueNs waiting for a place at the server behind
 * @property {number|null} connectNs connecting to it
 * @property {number|null} upstreamNs from then until its response began
 */

export class ExchangeTable {
  count = 0;
  leftOut = 0;
  /** By what was asked for. @type {Map<string, LoggedExchange[]>} */
  #rows = new Map();
  #isSorted = true;

  /** @param {LoggedExchange} row */
  add(row) {
    if (this.count >= MAX_LOGGED_EXCHANGES) {
      this.leftOut++;
      return;
    }
    const key = keyOf(row.method, row.target);
    const rows = this.#rows.get(key);
    if (rows === undefined) this.#rows.set(key, [row]);
    else rows.push(row);
    this.count++;
    this.#isSorted = false;
  }

  /** @param {string} method @param {string} target @returns {readonly LoggedExchange[]} by time */
  of(method, target) {
    if (!this.#isSorted) {
      for (const rows of this.#rows.values()) rows.sort((a, b) => Number(a.epochNs - b.epochNs));
      this.#isSorted = true;
    }
    return this.#rows.get(keyOf(method, target)) ?? [];
  }
}

/** @param {string} method @param {string} target perhaps with a scheme and host */
const keyOf = (method, target) => `${method} ${target.replace(/^https?:\/\/[^/]*/, '') || '/'}`;
