/**
 * Follow and Hold while a capture runs. Follow keeps the last seconds in view; any change of the view by the
 * user turns it to Hold, which counts what arrives meanwhile.
 */

/** @typedef {import('../../../plot/time-scale.js').TimeRange} TimeRange */

/** What Follow keeps in view until the user has chosen another span. */
export const FOLLOWED_NS = 10e9;

export class Follow {
  isLive = false;
  isFollowing = false;
  #spanNs = FOLLOWED_NS;
  #heldRows = 0;

  /** @param {number} [spanNs] to be kept in view; Infinity is the whole connection */
  follow(spanNs = this.#spanNs) {
    this.isFollowing = this.isLive;
    this.#spanNs = spanNs;
  }

  /** @param {number} rows that are there now */
  hold(rows) {
    this.isFollowing = false;
    this.#heldRows = rows;
  }

  /** @param {number} rows that are there now @returns {number} packets that came since Hold */
  waiting(rows) {
    return this.isLive && !this.isFollowing ? Math.max(0, rows - this.#heldRows) : 0;
  }

  /**
   * @param {TimeRange} limits
   * @param {number} widthPx
   * @returns {TimeRange|null} the last seconds, moved by whole pixels so that marks do not shimmer; null for the whole
   *   connection
   */
  range({ startNs, endNs }, widthPx) {
    if (this.#spanNs >= endNs - startNs) return null;
    const nsPerPx = this.#spanNs / widthPx;
    const lastNs = startNs + Math.floor((endNs - startNs) / nsPerPx) * nsPerPx;
    return { startNs: lastNs - this.#spanNs, endNs: lastNs };
  }
}
