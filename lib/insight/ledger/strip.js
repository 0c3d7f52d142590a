/**
 * A time with one owner, ns since the capture's first packet; `rule` names the mechanism.
 * @typedef {object} Interval
 * @property {number} startNs
 * @property {number} endNs
 * @property {import('./owners.js').Owner} owner
 * @property {string} rule
 * @property {number} confidence 0 … 1
 * @property {readonly number[]} frames that show it
 * @property {string} [would] where the owner is unknown: what would have shown it
 */
/** @typedef {Pick<Interval, 'owner' | 'rule' | 'confidence'> & Partial<Pick<Interval, 'frames' | 'would'>>} Cause */

/** @type {readonly number[]} */
const NO_FRAMES = [];
/** Frames named of an interval. */
const MAX_FRAMES = 4;

/** Intervals that are laid side by side from a start on, in integers of ns, so that they sum exactly. */
export class Strip {
  /** @type {Interval[]} */
  intervals = [];

  /** @param {number} startNs */
  constructor(startNs) {
    this.startNs = startNs;
    this.atNs = startNs;
  }

  /**
   * Up to `ns`, unless that has passed.
   * @param {number} ns @param {Cause} cause
   */
  until(ns, { owner, rule, confidence, frames = NO_FRAMES, would }) {
    const endNs = Math.round(ns);
    if (!(endNs > this.atNs)) return;
    const last = this.intervals.at(-1);
    if (last?.owner === owner && last.rule === rule && last.would === would) {
      last.endNs = endNs;
      last.confidence = Math.min(last.confidence, confidence);
      if (frames.length > 0) last.frames = [...new Set([...last.frames, ...frames])].slice(0, MAX_FRAMES);
    } else {
      const more = would === undefined ? {} : { would };
      this.intervals.push({ startNs: this.atNs, endNs, owner, rule, confidence, frames, ...more });
    }
    this.atNs = endNs;
  }

  /**
   * Lays a part of other intervals.
   * @param {readonly Interval[]} intervals @param {number} fromNs @param {number} toNs
   */
  lay(intervals, fromNs, toNs) {
    for (const one of intervals) {
      if (one.endNs > fromNs && one.startNs < toNs) this.until(Math.min(one.endNs, toNs), one);
    }
  }
}

/** @typedef {Partial<Record<import('./owners.js').Owner, number>>} Sums ns by owner */

/** @param {readonly Interval[]} intervals @param {Sums} [sums] added to @returns {Sums} */
export function sumsOf(intervals, sums = {}) {
  for (const { startNs, endNs, owner } of intervals) sums[owner] = (sums[owner] ?? 0) + endNs - startNs;
  return sums;
}
