/**
 * Gaps in the sequence space, and when they were filled. A hole that nothing ever fills was
 * not captured (or truly lost at the end of the capture); one that a later segment fills shows where that segment was
 * due.
 *
 *    seq │      ▮▮  ← jumps: opens a hole
 *        │  - - - - - - ▮  ← fills it
 *        │  ▮▮
 */

/** Holes watched at once; with more the oldest count as never filled. */
const OPEN_HOLES = 1000;
const BLOCK = 128;

/**
 * @typedef {{ low: number, high: number, openedNs: number, filledNs: number }} Hole `filledNs` is Infinity until it is
 *   filled
 */

export class HoleList {
  constructor() {
    /** @type {Hole[]} in order of opening, but for what remains of a hole that was filled in part */
    this.holes = [];
    /** @type {Hole[]} */
    this.waiting = [];
  }

  /**
   * First and last moment at which holes of each block of `holes` are drawn.
   * @type {{ fromNs: number, toNs: number }[]}
   */
  #blocks = [];

  /** @param {number} low @param {number} high @param {number} timeNs */
  open(low, high, timeNs) {
    const hole = { low, high, openedNs: timeNs, filledNs: Infinity };
    this.holes.push(hole);
    this.waiting.push(hole);
    if (this.waiting.length > OPEN_HOLES) this.waiting.shift();
  }

  /**
   * A hole counts as filled from its first byte on; what remains of it stays a hole of its own.
   * @param {number} low @param {number} high @param {number} timeNs
   */
  fill(low, high, timeNs) {
    const touched = this.waiting.filter((hole) => hole.low < high && low < hole.high);
    for (const hole of touched) this.#fillOne(hole, low, high, timeNs);
  }

  /** To be called when holes were opened or filled, before `inView`. */
  summarise() {
    const blocks = Math.ceil(this.holes.length / BLOCK);
    this.#blocks = Array.from({ length: blocks }, (_, block) => {
      let fromNs = Infinity;
      let toNs = -Infinity;
      for (let i = block * BLOCK; i < Math.min(this.holes.length, (block + 1) * BLOCK); i++) {
        fromNs = Math.min(fromNs, this.holes[i].openedNs);
        toNs = Math.max(toNs, lastNs(this.holes[i]));
      }
      return { fromNs, toNs };
    });
  }

  /**
   * Skips blocks of holes outside the view, so that the cost follows what is in view.
   * @param {{ startNs: number, endNs: number }} range
   * @param {number} most holes that are given
   * @returns {Hole[]}
   */
  inView({ startNs, endNs }, most) {
    /** @type {Hole[]} */
    const found = [];
    this.#blocks.forEach(({ fromNs, toNs }, block) => {
      if (fromNs > endNs || toNs < startNs) return;
      for (let i = block * BLOCK; i < Math.min(this.holes.length, (block + 1) * BLOCK) && found.length < most; i++) {
        const hole = this.holes[i];
        if (hole.openedNs <= endNs && lastNs(hole) >= startNs) found.push(hole);
      }
    });
    return found;
  }

  /** @param {Hole} hole @param {number} low @param {number} high @param {number} timeNs */
  #fillOne(hole, low, high, timeNs) {
    const { low: holeLow, high: holeHigh, openedNs } = hole;
    this.waiting.splice(this.waiting.indexOf(hole), 1);
    hole.low = Math.max(holeLow, low);
    hole.high = Math.min(holeHigh, high);
    hole.filledNs = timeNs;
    if (holeLow < hole.low) this.open(holeLow, hole.low, openedNs);
    if (hole.high < holeHigh) this.open(hole.high, holeHigh, openedNs);
  }
}

/** One that was never filled is drawn where it opened. @param {Hole} hole */
const lastNs = ({ openedNs, filledNs }) => (filledNs === Infinity ? openedNs : filledNs);
