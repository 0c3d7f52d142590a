import { NS_PER_SECOND } from '../../units.js';

/** Something that is counted up and down, its mean over time and its peak. */
export class Gauge {
  value = 0;
  peak = 0;
  // NaN until the constructor is done: V8 is to know that these are no small integers.
  #valueSeconds = NaN;
  #sinceNs = NaN;
  #changedNs = NaN;

  constructor() {
    this.#valueSeconds = this.#sinceNs = this.#changedNs = 0;
  }

  /** @param {number} nowNs @param {number} by */
  change(nowNs, by) {
    this.#valueSeconds += (this.value * (nowNs - this.#changedNs)) / NS_PER_SECOND;
    this.#changedNs = nowNs;
    this.value += by;
    if (this.value > this.peak) this.peak = this.value;
  }

  /** Mean and peak count from now on. @param {number} nowNs */
  restart(nowNs) {
    this.change(nowNs, 0);
    this.#valueSeconds = 0;
    this.#sinceNs = nowNs;
    this.peak = this.value;
  }

  /** @param {number} nowNs @returns {number} since the start or the last restart */
  mean(nowNs) {
    this.change(nowNs, 0);
    return nowNs > this.#sinceNs ? (this.#valueSeconds * NS_PER_SECOND) / (nowNs - this.#sinceNs) : this.value;
  }
}
