import { STATE } from './bursts.js';
import { LIMIT } from './limits.js';

/** @typedef {import('./bursts.js').Bursts} Bursts */

/** What a sender was doing; index = value of `phase`. */
export const PHASES = /** @type {const} */ (['slow_start', 'congestion_avoidance', 'fast_recovery', 'rto_recovery', 'idle']);
export const PHASE = Object.freeze({ SLOW_START: 0, CONGESTION_AVOIDANCE: 1, FAST_RECOVERY: 2, RTO_RECOVERY: 3, IDLE: 4 });

/** In slow start the window grows by what is acknowledged, in congestion avoidance by a small part of it: below this share it is the latter. */
const SLOW_START_GROWTH = 0.35;
/** Growth is looked at whenever this share of the window, or that many segments, have been acknowledged. */
const LOOK_SHARE = 0.8;
const LOOK_SEGMENTS = 10;
/** Where a time-out leaves slow start: CUBIC's share of the window before (RFC 9438); after Linux's restart behind a silence three quarters. */
const BACK_OFF = 0.7;
const RESTART_SHARE = 0.75;

/**
 * The phase behind each burst.
 * @param {Bursts} bursts @param {Float64Array} cwnd @param {Uint8Array} limits
 * @returns {Uint8Array} values of `PHASE`
 */
export function phasesBehind(bursts, cwnd, limits) {
  const phases = new Uint8Array(bursts.count), walk = new PhaseWalk(bursts, cwnd, limits, phases);
  for (let b = 0; b < bursts.count; b++) phases[b] = walk.behind(b);
  return phases;
}

class PhaseWalk {
  #bursts;
  #cwnd;
  #limits;
  #phases;
  #threshold = Infinity;
  #slowStart = true;
  /** Before the window was last lowered. */
  #before = { window: 0, threshold: Infinity, slowStart: true };
  #look = { burst: -1, window: 0, delivered: 0 };

  /** @param {Bursts} bursts @param {Float64Array} cwnd @param {Uint8Array} limits @param {Uint8Array} phases */
  constructor(bursts, cwnd, limits, phases) {
    this.#bursts = bursts;
    this.#cwnd = cwnd;
    this.#limits = limits;
    this.#phases = phases;
  }

  /** @param {number} b */
  behind(b) {
    const { state, undone } = this.#bursts, last = b > 0 ? state[b - 1] : STATE.OPEN;
    if (state[b] !== STATE.OPEN && (last === STATE.OPEN || (state[b] === STATE.LOSS && last !== STATE.LOSS))) this.#lowered(b);
    if (state[b] === STATE.LOSS) return PHASE.RTO_RECOVERY;
    if (state[b] !== STATE.OPEN) return PHASE.FAST_RECOVERY;
    if (last !== STATE.OPEN) this.#back(b, last, undone[b] > undone[b - 1]);
    else if (b > 0) this.#follow(b);
    if (this.#bursts.outstanding[b] === 0 && this.#limits[b] !== LIMIT.RECEIVE_WINDOW) return PHASE.IDLE;
    return this.#slowStart ? PHASE.SLOW_START : PHASE.CONGESTION_AVOIDANCE;
  }

  /** @param {number} b */
  #lowered(b) {
    if (b > 0 && this.#bursts.state[b - 1] === STATE.OPEN) this.#before = { window: this.#cwnd[b - 1], threshold: this.#threshold, slowStart: this.#slowStart };
    this.#threshold = this.#before.window * BACK_OFF;
  }

  /** @param {number} b @param {number} last @param {boolean} undone */
  #back(b, last, undone) {
    if (undone) ({ threshold: this.#threshold, slowStart: this.#slowStart } = this.#before);
    else this.#slowStart = last === STATE.LOSS && this.#cwnd[b] < this.#threshold;
    this.#startLook(b);
  }

  /** @param {number} b */
  #startLook(b) { this.#look = { burst: b, window: this.#cwnd[b], delivered: 0 }; }

  /** @param {number} b */
  #follow(b) {
    const cwnd = this.#cwnd, look = this.#look;
    if (cwnd[b] < cwnd[b - 1] * RESTART_SHARE && cwnd[b] <= cwnd[b - 1] - 2) {
      this.#threshold = Math.max(this.#threshold === Infinity ? 0 : this.#threshold, cwnd[b - 1] * RESTART_SHARE);
      if (this.#slowStart) this.#threshold = Infinity;
      this.#slowStart = true;
    }
    if (this.#slowStart && cwnd[b] >= this.#threshold) this.#slowStart = false;
    if (!this.#slowStart) return;
    if (this.#limits[b - 1] !== LIMIT.CONGESTION_WINDOW || look.burst < 0) {
      this.#startLook(b);
      return;
    }
    look.delivered += this.#bursts.delivered[b];
    if (look.delivered < Math.max(LOOK_SEGMENTS, look.window * LOOK_SHARE)) return;
    if (cwnd[b] - look.window < look.delivered * SLOW_START_GROWTH) this.#leave(look.burst, b);
    this.#startLook(b);
  }

  /** Slow start had ended when the look began. @param {number} from @param {number} to */
  #leave(from, to) {
    this.#slowStart = false;
    for (let b = from; b < to; b++) if (this.#phases[b] === PHASE.SLOW_START) this.#phases[b] = PHASE.CONGESTION_AVOIDANCE;
  }
}
