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
 * @property {boolean} [isIdle] nobody waited: nothing was asked, or the connection was being closed
 */
/** @typedef {Pick<Interval, 'owner' | 'rule' | 'confidence'> & Partial<Interval>} Cause its times are not looked at */

/** @type {readonly number[]} */
const NO_FRAMES = [];
/** Frames of an interval beyond which no more are named. */
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
  until(ns, { owner, rule, confidence, frames = NO_FRAMES, would, isIdle }) {
    const endNs = Math.round(ns);
    if (!(endNs > this.atNs)) return;
    const last = this.intervals.at(-1);
    if (last?.owner === owner && last.rule === rule && last.would === would && last.isIdle === isIdle) {
      last.endNs = endNs;
      last.confidence = Math.min(last.confidence, confidence);
      if (frames.length > 0 && frames !== last.frames) last.frames = merged(last.frames, frames);
    } else {
      /** @type {Interval} */
      const interval = { startNs: this.atNs, endNs, owner, rule, confidence, frames };
      if (would !== undefined) interval.would = would;
      if (isIdle !== undefined) interval.isIdle = isIdle;
      this.intervals.push(interval);
    }
    this.atNs = endNs;
  }

  /**
   * Lays a part of other intervals.
   * @param {readonly Interval[]} intervals @param {number} fromNs @param {number} toNs @param {Partial<Cause>} [more]
   */
  lay(intervals, fromNs, toNs, more) {
    for (const one of intervals) {
      if (one.endNs > fromNs && one.startNs < toNs) {
        this.until(Math.min(one.endNs, toNs), more === undefined ? one : { ...one, ...more });
      }
    }
  }
}

/** @param {readonly number[]} frames @param {readonly number[]} more */
const merged = (frames, more) => (frames.length < MAX_FRAMES ? [...new Set([...frames, ...more])] : frames);

/** @typedef {Partial<Record<import('./owners.js').Owner, number>>} Sums ns by owner */

/**
 * @param {readonly Interval[]} intervals @param {{ waitsAlone?: boolean }} [which] waitsAlone: without idle ones
 * @returns {Sums}
 */
export function sumsOf(intervals, { waitsAlone = false } = {}) {
  /** @type {Sums} */
  const sums = {};
  for (const { startNs, endNs, owner, isIdle } of intervals) {
    if (!(waitsAlone && isIdle)) sums[owner] = (sums[owner] ?? 0) + endNs - startNs;
  }
  return sums;
}
