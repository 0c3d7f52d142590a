import { NS_PER_SECOND } from '../../units.js';
import { HyStart } from './hystart.js';
import { additiveIncrease, slowStart } from './window-growth.js';

/** @typedef {import('./window-growth.js').CongestionWindow} CongestionWindow */
/** @typedef {import('./window-growth.js').CongestionControl} CongestionControl */

/** RFC 9438, section 4: C in segments per second³, and the share of the window kept after a loss. */
const C = 0.4;
const BETA = 717 / 1024;
/**
 * Segments acknowledged for each one more of the window that Reno, with this beta, would have: 3 (1 − β) / (1 + β),
 * upside down.
 */
const RENO_FACTOR = (1 + BETA) / (3 * (1 - BETA));
const RECOMPUTE_NS = NS_PER_SECOND / 32;
const TICK_NS = 1e6;
const NEWTON_STEPS = 60;

/**
 * Newton's method with IEEE's exact operations, so that it is the same everywhere.
 * @param {number} value at least 0
 * @returns {number}
 */
function cubeRoot(value) {
  if (value === 0) return 0;
  let root = Math.max(value, 1);
  for (let step = 0; step < NEWTON_STEPS; step++) root = (2 * root + value / (root * root)) / 3;
  return root;
}

/** CUBIC (RFC 9438), computed when and as often as Linux does it. @implements {CongestionControl} */
export class Cubic {
  #hystart;
  // NaN until the constructor is done: V8 is to know that these are no small integers, as windows are none once they
  // came from the threshold.
  #epochNs = NaN;
  #lastMax = NaN;
  #k = NaN;
  #origin = NaN;
  #renoWindow = NaN;
  #acknowledged = NaN;
  #computedNs = -Infinity;
  #computedWindow = NaN;
  #every = NaN;
  #minRttNs = Infinity;

  /** @param {boolean} withHystart @param {boolean} isPaced */
  constructor(withHystart, isPaced) {
    this.#hystart = withHystart ? new HyStart(isPaced) : null;
    this.#epochNs = -1;
    this.#lastMax =
      this.#k =
      this.#origin =
      this.#renoWindow =
      this.#acknowledged =
      this.#computedWindow =
      this.#every =
        0;
  }

  /** @param {CongestionWindow} window @param {number} segments @param {number} nowNs */
  onAcknowledged(window, segments, nowNs) {
    const left = window.cwnd < window.ssthresh ? slowStart(window, segments) : segments;
    if (left <= 0) return;
    this.#acknowledged += left;
    if (this.#computedWindow !== window.cwnd || nowNs - this.#computedNs > RECOMPUTE_NS) {
      this.#compute(window.cwnd, left, nowNs);
    }
    additiveIncrease(window, Math.max(this.#every, 2), left);
  }

  /** @param {number} cwnd @param {number} segments @param {number} nowNs */
  #compute(cwnd, segments, nowNs) {
    if (this.#epochNs < 0) this.#startEpoch(cwnd, segments, nowNs);
    const isNewTime = nowNs - this.#computedNs >= TICK_NS;
    if (isNewTime) this.#every = this.#everyByCurve(cwnd, nowNs);
    this.#computedNs = nowNs;
    this.#computedWindow = cwnd;
    const perSegment = cwnd * RENO_FACTOR;
    while (this.#acknowledged > perSegment) {
      this.#acknowledged -= perSegment;
      this.#renoWindow++;
    }
    if (this.#renoWindow > cwnd) this.#every = Math.min(this.#every, Math.floor(cwnd / (this.#renoWindow - cwnd)));
  }

  /** @param {number} cwnd @param {number} nowNs @returns {number} segments acknowledged for each one more */
  #everyByCurve(cwnd, nowNs) {
    const offset =
      (nowNs - this.#epochNs + (this.#minRttNs === Infinity ? 0 : this.#minRttNs)) / NS_PER_SECOND - this.#k;
    const target = Math.floor(this.#origin + C * offset * offset * offset);
    const every = target > cwnd ? Math.floor(cwnd / (target - cwnd)) : 100 * cwnd;
    return this.#lastMax === 0 ? Math.min(every, 20) : every;
  }

  /** @param {number} cwnd @param {number} segments @param {number} nowNs */
  #startEpoch(cwnd, segments, nowNs) {
    this.#epochNs = nowNs;
    this.#acknowledged = segments;
    this.#renoWindow = cwnd;
    this.#k = this.#lastMax > cwnd ? cubeRoot((this.#lastMax - cwnd) / C) : 0;
    this.#origin = Math.max(this.#lastMax, cwnd);
  }

  /** With fast convergence. @param {CongestionWindow} window */
  ssthreshAfterLoss({ cwnd }) {
    this.#epochNs = -1;
    this.#lastMax = cwnd < this.#lastMax ? Math.floor((cwnd * (1 + BETA)) / 2) : cwnd;
    return Math.max(Math.floor(cwnd * BETA), 2);
  }

  /**
   * @param {CongestionWindow} window
   * @param {number} rttNs
   * @param {number} una
   * @param {number} nxt
   * @param {number} nowNs
   */
  onRtt(window, rttNs, una, nxt, nowNs) {
    // round trips just after a recovery tell nothing
    if (this.#epochNs >= 0 && nowNs - this.#epochNs < NS_PER_SECOND) return;
    this.#minRttNs = Math.min(this.#minRttNs, rttNs);
    if (window.cwnd < window.ssthresh) this.#hystart?.onRtt(window, rttNs, this.#minRttNs, una, nxt, nowNs);
  }

  onTimeout() {
    this.#epochNs = -1;
    this.#lastMax = this.#origin = this.#k = this.#acknowledged = this.#renoWindow = this.#computedWindow = 0;
    this.#computedNs = -Infinity;
    this.#minRttNs = Infinity;
    this.#hystart?.restart();
  }

  /** @param {number} idleNs does not count in the curve's time */
  onIdle(idleNs) {
    if (this.#epochNs >= 0) this.#epochNs += idleNs;
  }
}
