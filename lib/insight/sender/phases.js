import { STATE } from '../../transport/bursts.js';
import { DEFERRED_SEGMENTS, DEFERRED_SHARE } from '../../transport/path.js';
import { LIMIT } from './limits.js';

/** @typedef {import('../../transport/bursts.js').Bursts} Bursts */

/** What a sender was doing; index = value of `phase`. */
export const PHASES = /** @type {const} */ ([
  'slow_start',
  'congestion_avoidance',
  'fast_recovery',
  'rto_recovery',
  'idle',
]);
export const PHASE = Object.freeze({
  SLOW_START: 0,
  CONGESTION_AVOIDANCE: 1,
  FAST_RECOVERY: 2,
  RTO_RECOVERY: 3,
  IDLE: 4,
});

/**
 * In slow start the window grows by what is acknowledged, in congestion avoidance by a small part of it: below this
 * share it is the latter.
 */
const SLOW_START_GROWTH = 0.35;
/** Growth is measured whenever this share of the window, or that many segments, have been acknowledged. */
const LOOK_SHARE = 0.8;
const LOOK_SEGMENTS = 10;
/**
 * Where slow start ends after a restart from idle: at three quarters of the previous window (Linux,
 * tcp_current_ssthresh).
 */
const RESTART_SHARE = 0.75;

/** The receive window ends growth where it is the limit for this share of so many round trips. */
const HELD_SHARE = 0.8;
const HELD_TRIPS = 2;

/**
 * What ended slow start: a loss, a time-out, a mark of congestion, rising delay (HyStart, RFC 9406), or the receive
 * window, beyond which nothing grows.
 * @typedef {'loss'|'timeout'|'mark'|'delay'|'receive_window'} ExitCause
 *
 * How slow start first ended, without back-offs that the sender undid.
 * @typedef {{ burst: number, cause: ExitCause, segments: number }} SlowStartExit segments: the window then
 */

/**
 * The phase behind each burst, the slow start threshold, and how slow start ended.
 * @param {Bursts} bursts @param {Float64Array} cwnd @param {Uint8Array} limits
 * @param {{ left: number, rttNs: number, mayHide: boolean }} known left: share of the window kept after a loss;
 *   mayHide: a queue before the capture point may hide the window's growth, until a loss shows its length
 * @returns {{ phases: Uint8Array, threshold: Float64Array, exit: SlowStartExit | null }} phases: values of `PHASE`;
 *   threshold: segments, Infinity until it is set
 */
export function phasesAfter(bursts, cwnd, limits, { left, rttNs, mayHide }) {
  const phases = new Uint8Array(bursts.count);
  const threshold = new Float64Array(bursts.count);
  const pass = new PhasePass(bursts, cwnd, limits, { phases, left, mayHide });
  for (let b = 0; b < bursts.count; b++) {
    phases[b] = pass.behind(b);
    threshold[b] = pass.threshold;
  }
  const held = heldByReceiver(bursts, phases, limits, rttNs);
  const first = held >= 0 && held < (pass.exit?.burst ?? Infinity);
  return {
    phases,
    threshold,
    exit: first ? { burst: held, cause: 'receive_window', segments: cwnd[held] } : pass.exit,
  };
}

/**
 * The first burst in slow start from which on the receive window was the limit; −1 none.
 * @param {Bursts} bursts
 * @param {Uint8Array} phases
 * @param {Uint8Array} limits
 * @param {number} rttNs
 */
function heldByReceiver({ count, startNs }, phases, limits, rttNs) {
  if (!limits.includes(LIMIT.RECEIVE_WINDOW)) return -1;
  const spanNs = HELD_TRIPS * rttNs;
  let end = 0;
  let heldNs = 0;
  for (let b = 0; b + 1 < count; b++) {
    for (; end + 1 < count && startNs[end] - startNs[b] < spanNs; end++) {
      if (limits[end] === LIMIT.RECEIVE_WINDOW) heldNs += startNs[end + 1] - startNs[end];
    }
    if (
      phases[b] === PHASE.SLOW_START &&
      limits[b] === LIMIT.RECEIVE_WINDOW &&
      startNs[end] - startNs[b] >= spanNs &&
      heldNs >= (startNs[end] - startNs[b]) * HELD_SHARE
    ) {
      return b;
    }
    if (limits[b] === LIMIT.RECEIVE_WINDOW) heldNs -= startNs[b + 1] - startNs[b];
  }
  return -1;
}

/** By value of `STATE`; an open one does not lower. @type {readonly SlowStartExit['cause'][]} */
const CAUSE_OF_STATE = Object.freeze(['delay', 'loss', 'timeout', 'mark']);

class PhasePass {
  #bursts;
  #cwnd;
  #limits;
  #phases;
  #left;
  #mayHide;
  threshold = Infinity;
  /** @type {SlowStartExit | null} */
  exit = null;
  #slowStart = true;
  /** Before the window was last lowered. */
  #before = { window: 0, threshold: Infinity, slowStart: true };
  /**
   * The current measurement of growth: where it began, the window then, and the segments acknowledged since; −1: none.
   */
  #lookBurst = -1;
  #lookWindow = NaN;
  #lookDelivered = NaN;

  /**
   * @param {Bursts} bursts
   * @param {Float64Array} cwnd
   * @param {Uint8Array} limits
   * @param {{ phases: Uint8Array, left: number, mayHide: boolean }} known phases: filled by the caller
   */
  constructor(bursts, cwnd, limits, { phases, left, mayHide }) {
    this.#left = left;
    this.#mayHide = mayHide;
    this.#bursts = bursts;
    this.#cwnd = cwnd;
    this.#limits = limits;
    this.#phases = phases;
  }

  /** @param {number} b */
  behind(b) {
    const { state, undone } = this.#bursts;
    const last = b > 0 ? state[b - 1] : STATE.OPEN;
    if (state[b] !== STATE.OPEN && (last === STATE.OPEN || (state[b] === STATE.LOSS && last !== STATE.LOSS))) {
      this.#lowered(b);
    }
    if (state[b] === STATE.LOSS) return PHASE.RTO_RECOVERY;
    if (state[b] !== STATE.OPEN) return PHASE.FAST_RECOVERY;
    if (last !== STATE.OPEN) this.#back(b, last, undone[b] > undone[b - 1]);
    else if (b > 0) this.#follow(b);
    if (this.#bursts.outstanding[b] === 0 && this.#limits[b] !== LIMIT.RECEIVE_WINDOW) return PHASE.IDLE;
    return this.#slowStart ? PHASE.SLOW_START : PHASE.CONGESTION_AVOIDANCE;
  }

  /** @param {number} b */
  #lowered(b) {
    if (this.#slowStart && b > 0 && this.#hasLeft(b - 1, LOOK_SEGMENTS)) this.#leave(this.#lookBurst, b);
    if (this.#slowStart) {
      this.exit ??= {
        burst: b,
        cause: CAUSE_OF_STATE[this.#bursts.state[b]],
        segments: this.#cwnd[Math.max(0, b - 1)],
      };
    }
    if (b > 0 && this.#bursts.state[b - 1] === STATE.OPEN) {
      this.#before = { window: this.#cwnd[b - 1], threshold: this.threshold, slowStart: this.#slowStart };
    }
    this.threshold = this.#before.window * this.#left;
  }

  /** @param {number} b @param {number} last @param {boolean} undone */
  #back(b, last, undone) {
    if (undone) this.#takeBack();
    else this.#slowStart = last === STATE.LOSS && this.#cwnd[b] < this.threshold;
    this.#startLook(b);
  }

  /** The back-off was spurious. */
  #takeBack() {
    ({ threshold: this.threshold, slowStart: this.#slowStart } = this.#before);
    if (this.#slowStart) this.exit = null;
  }

  /** @param {number} b */
  #startLook(b) {
    this.#lookBurst = b;
    this.#lookWindow = this.#cwnd[b];
    this.#lookDelivered = 0;
  }

  /** @param {number} b */
  #follow(b) {
    const cwnd = this.#cwnd;
    if (cwnd[b] < cwnd[b - 1] * RESTART_SHARE && cwnd[b] <= cwnd[b - 1] - 2) {
      this.threshold = Math.max(this.threshold === Infinity ? 0 : this.threshold, cwnd[b - 1] * RESTART_SHARE);
      if (this.#slowStart) this.threshold = Infinity;
      this.#slowStart = true;
    }
    if (this.#slowStart && cwnd[b] >= this.threshold) this.#slowStart = false;
    if (!this.#slowStart) return;
    if (this.#limits[b - 1] !== LIMIT.CONGESTION_WINDOW || !this.#isFilled(b - 1) || this.#lookBurst < 0) {
      this.#startLook(b);
      return;
    }
    const delivered = this.#lookDelivered + this.#bursts.delivered[b];
    const needed = Math.max(LOOK_SEGMENTS, this.#lookWindow * LOOK_SHARE);
    this.#lookDelivered = delivered;
    if (delivered < needed) return;
    if (this.#hasLeft(b, needed)) this.#leave(this.#lookBurst, b);
    this.#startLook(b);
  }

  /** Whether the host filled the window, so that growth is visible. @param {number} b */
  #isFilled(b) {
    const window = this.#cwnd[b];
    return window - this.#bursts.pipeAfter[b] <= Math.max(DEFERRED_SEGMENTS, window * DEFERRED_SHARE);
  }

  /**
   * Whether the window has grown too little for slow start since the measurement began, over at least so many segments
   * acknowledged.
   * @param {number} b
   * @param {number} needed
   */
  #hasLeft(b, needed) {
    const delivered = this.#lookDelivered;
    return (
      (!this.#mayHide || this.threshold !== Infinity) &&
      this.#lookBurst >= 0 &&
      delivered >= needed &&
      this.#cwnd[b] - this.#lookWindow < delivered * SLOW_START_GROWTH
    );
  }

  /** Slow start had ended when the measurement began. @param {number} from @param {number} to */
  #leave(from, to) {
    this.#slowStart = false;
    this.exit ??= { burst: from, cause: 'delay', segments: this.#cwnd[from] };
    this.threshold = Math.min(this.threshold, this.#cwnd[from]);
    for (let b = from; b < to; b++) {
      if (this.#phases[b] === PHASE.SLOW_START) this.#phases[b] = PHASE.CONGESTION_AVOIDANCE;
    }
  }
}
