/** Bytes that one opportunity carries, as in Mahimahi. */
export const OPPORTUNITY_BYTES = 1500;

/**
 * When a link may send, in Mahimahi's way: each time of the list is an opportunity to deliver 1500 bytes, a time may be
 * there several times, and the list restarts when its last time has passed. Opportunities that find nothing to send are
 * lost.
 */
export class RateTrace {
  #timesNs;
  #periodNs;
  #round = 0;
  #index = 0;

  /** @param {number[]} timesNs in order, the last above 0 */
  constructor(timesNs) {
    this.#timesNs = timesNs;
    this.#periodNs = timesNs[timesNs.length - 1];
  }

  /** The next opportunity. */
  get nextNs() {
    return this.#round * this.#periodNs + this.#timesNs[this.#index];
  }

  /** It is used. */
  take() {
    if (++this.#index < this.#timesNs.length) return;
    this.#index = 0;
    this.#round++;
  }

  /** Those up to a time are lost. @param {number} nowNs */
  skipTo(nowNs) {
    if (this.nextNs > nowNs) return;
    const round = Math.floor(nowNs / this.#periodNs);
    if (round > this.#round + 1) {
      this.#round = round - 1;
      this.#index = this.#timesNs.length - 1;
    }
    while (this.nextNs <= nowNs) this.take();
  }
}
