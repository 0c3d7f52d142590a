import { shareLeft, sharesLeft } from './algorithm.js';
import { inferredByHabits } from './habits.js';
import { countAsNetwork, countAsPaced, evenPace } from './host-pace.js';
import { initialWindowOf } from './initial-window.js';
import { LIMIT } from './limits.js';
import { phasesBehind } from './phases.js';
import { restartsOf } from './restarts.js';

/** RTT assumed where none was measured: the middle of what the Internet has (10 to 300 ms); no stack sets it. */
const DEFAULT_RTT_NS = 100e6;

/** Of the time, in which no window held a sender back, from which on its host's queue is looked for. */
const LEAST_UNHELD = 0.3;

/**
 * Whether something else than windows held the sender back for long.
 * @param {Pick<SenderLimits, 'bursts' | 'limitNs'>} known
 */
function mayQueueAtHost({ bursts: { count, startNs }, limitNs }) {
  if (count < 2) return false;
  const unheldNs = limitNs[LIMIT.APPLICATION] + limitNs[LIMIT.SEND_BUFFER];
  return unheldNs >= (startNs[count - 1] - startNs[0]) * LEAST_UNHELD;
}

/** What waits so long is as many segments at the least, at the rate at which they left: else a clock is wrong. */
const LEAST_QUEUED = 2;

/**
 * @param {Pick<SenderLimits, 'bursts' | 'mss'>} known
 * @param {number | null} queueNs
 */
function segmentsIn({ bursts: { count, startNs, sentEnd }, mss }, queueNs) {
  const rate = sentEnd[count - 1] / (startNs[count - 1] - startNs[0]);
  return queueNs !== null && queueNs * rate >= LEAST_QUEUED * mss ? queueNs : null;
}

/**
 * A direction's window and what held its sender back, behind each of its bursts: what findings rest on. Phases and what
 * else takes a further pass over the bursts are found when they are asked for, as most connections' findings do
 * without.
 */
export class SenderLimits {
  #inferred;
  /** @type {number[] | null} */
  #shares = null;
  /** @type {ReturnType<typeof phasesBehind> | null} */
  #phased = null;

  /**
   * @param {number} direction
   * @param {import('../../tcpflow/sender/connection-path.js').PathAnalysis} path
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
    /** How it was told when packets passed the sender. */
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
    /** Values of `LIMIT`, and how long each of `LIMITS` held it back. */
    this.limits = limits;
    /** What `limits` calls the send buffer may as well be the stack's own limit. */
    this.isFixed = isFixed;
    this.limitNs = limitNs;
    /** How long segments waited in the sender's host, at the most; null where they did not, as far as shows. */
    this.hostQueueNs = mayQueueAtHost(this) ? segmentsIn(this, path.hostQueueNs(direction)) : null;
    if (this.hostQueueNs !== null) countAsNetwork(bursts, limits, limitNs);
    /** At which rate a clock sent the segments; null where none did, as far as shows. */
    this.pace = evenPace(bursts, limits, mss);
    if (this.pace !== null) countAsPaced(bursts, this.pace.burstAt, limits, limitNs);
  }

  /** What back-offs left of the window, as `sharesLeft` gives. */
  get shares() {
    return (this.#shares ??= sharesLeft(this.bursts, this.cwnd, this.limits));
  }

  /** As `phasesBehind` gives. */
  get phased() {
    return (this.#phased ??= phasesBehind(this.bursts, this.cwnd, this.limits, {
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

  /** Segments; null where it does not show. */
  get initialWindow() {
    return initialWindowOf(this.bursts, this.limits, { mss: this.mss, rttNs: this.rttNs, pacing: this.paced.pacing });
  }
}
