import { shareLeft, sharesLeft } from './algorithm.js';
import { confidenceAfter, confidenceMoved } from './band.js';
import { inferredByHabits } from './habits.js';
import { queueHidden } from './hidden-queue.js';
import { countAsNetwork, countAsPaced, evenPace } from './host-pace.js';
import { initialWindowOf } from './initial-window.js';
import { LIMIT } from './limits.js';
import { phasesAfter } from './phases.js';
import { ratesOf } from './rates.js';
import { restartsOf } from './restarts.js';

/** RTT assumed where none was measured: typical for the Internet (10 to 300 ms); no stack sets it. */
const DEFAULT_RTT_NS = 100e6;

/** Share of the time, without a limit by a window, from which on a queue in the sender's host is searched for. */
const MIN_UNHELD = 0.3;

/**
 * Whether something other than windows limited the sender for long.
 * @param {Pick<SenderLimits, 'bursts' | 'limitNs'>} known
 */
function mayQueueAtHost({ bursts: { count, startNs }, limitNs }) {
  if (count < 2) return false;
  const unheldNs = limitNs[LIMIT.APPLICATION] + limitNs[LIMIT.SEND_BUFFER];
  return unheldNs >= (startNs[count - 1] - startNs[0]) * MIN_UNHELD;
}

/** A wait is at least that of so many segments, at the rate at which they left: otherwise a clock is wrong. */
const MIN_QUEUED = 2;

/**
 * @param {Pick<SenderLimits, 'bursts' | 'mss'>} known
 * @param {number | null} queueNs
 */
function segmentsIn({ bursts: { count, startNs, sentEnd }, mss }, queueNs) {
  const rate = sentEnd[count - 1] / (startNs[count - 1] - startNs[0]);
  return queueNs !== null && queueNs * rate >= MIN_QUEUED * mss ? queueNs : null;
}

/**
 * A direction's window and what limited its sender, after each of its bursts: the basis of findings. Phases and other
 * properties that take a further pass over the bursts are computed on demand, since most connections' findings do not
 * need them.
 */
export class SenderLimits {
  #inferred;
  /** @type {number[] | null} */
  #shares = null;
  /** @type {ReturnType<typeof phasesAfter> | null} */
  #phased = null;
  /** @type {ReturnType<typeof ratesOf> | null} */
  #rates = null;
  /** @type {Float32Array | null} */
  #confidence = null;

  /**
   * @param {number} direction
   * @param {import('../../transport/path.js').SenderPath} path
   * @param {number} mss payload of a full segment
   */
  constructor(direction, path, mss) {
    const samples = path.senderSamples(direction);
    const rttNs = samples.medianNs || DEFAULT_RTT_NS;
    const { method } = path.orderAtSender(direction);
    const baseRttNs = samples.leastNs || rttNs;
    const isSpaced = method !== 'captured' && path.isSpaced(direction);
    const known = { mss, rttNs, baseRttNs, method, isSpaced };
    this.mss = mss;
    /** How the order of packets at the sender was found. */
    this.order = method;
    /** Round trips of the whole path, and their median. */
    this.samples = samples;
    this.rttNs = rttNs;
    this.#inferred = inferredByHabits(path, direction, known);
    const { bursts, starved, cwnd, limits, isFixed, limitNs, paced } = this.#inferred;
    this.bursts = bursts;
    this.starved = starved;
    /** Congestion window, segments. */
    this.cwnd = cwnd;
    this.paced = paced;
    /** Values of `LIMIT`, and how long each of `LIMITS` applied. */
    this.limits = limits;
    /** The send buffer limit may as well be the stack's own. */
    this.isFixed = isFixed;
    this.limitNs = limitNs;
    /** Longest wait of segments in the sender's host; null where none is seen. */
    this.hostQueueNs = mayQueueAtHost(this) ? segmentsIn(this, path.hostQueueNs(direction)) : null;
    if (this.hostQueueNs !== null) countAsNetwork(bursts, limits, limitNs);
    /** Rate at which a clock sent the segments; null where none is seen. */
    this.pace = evenPace(bursts, limits, mss);
    if (this.pace !== null) countAsPaced(bursts, this.pace.burstAt, limits, limitNs);
  }

  /** Result of `ratesOf`. */
  get rates() {
    return (this.#rates ??= ratesOf(this.bursts, this.mss, this.rttNs));
  }

  /** In `cwnd`, 0 … 1. */
  get confidence() {
    return (this.#confidence ??= this.#confidenceAfter());
  }

  #confidenceAfter() {
    const { bursts, cwnd, limits, starved, rates, rttNs } = this;
    const { pacing, gapNs } = this.paced;
    return this.order === 'shifted'
      ? confidenceMoved(bursts, limits, starved, queueHidden(bursts, cwnd, rates, { rttNs, gapNs }))
      : confidenceAfter(bursts, limits, starved, pacing);
  }

  /** Shares of the window kept at back-offs: result of `sharesLeft`. */
  get shares() {
    return (this.#shares ??= sharesLeft(this.bursts, this.cwnd, this.limits));
  }

  /** Result of `phasesAfter`. */
  get phased() {
    return (this.#phased ??= phasesAfter(this.bursts, this.cwnd, this.limits, {
      left: shareLeft(this.shares),
      rttNs: this.rttNs,
      mayHide: this.paced.pacing === 'unknown',
    }));
  }

  /** Values of `PHASE`. */
  get phases() {
    return this.phased.phases;
  }

  get restarts() {
    return restartsOf(this.bursts, this.#inferred);
  }

  /** Segments; null where it is unknown. */
  get initialWindow() {
    return initialWindowOf(this.bursts, this.limits, { mss: this.mss, rttNs: this.rttNs, pacing: this.paced.pacing });
  }
}
