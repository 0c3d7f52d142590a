import { Timer } from '../../engine/event-queue.js';
import { NS_PER_SECOND } from '../../units.js';

/** As Linux: factors of a window per round trip, while the window is below half of ssthresh, and above. */
const SLOW_START_RATIO = 2;
const AVOIDANCE_RATIO = 1.2;
/** These go without. */
const FIRST_SEGMENTS = 10;

/** Spreads segments over the round trip, as Linux does with pacing inside TCP (or the queue discipline fq). */
export class Pacer {
  #events;
  #timer;
  #nextNs = 0;
  #segments = 0;

  /**
   * @param {import('../../engine/event-queue.js').EventQueue} events
   * @param {() => void} release sending may continue
   */
  constructor(events, release) {
    this.#events = events;
    this.#timer = new Timer(events, release);
  }

  /** Something waits to be sent. @returns {boolean} not now: it is released later */
  holds() {
    if (this.#nextNs <= this.#events.nowNs) return false;
    if (!this.#timer.isSet) this.#timer.set(this.#nextNs);
    return true;
  }

  /**
   * @param {number} bytes of the datagram that was sent @param {number} mss
   * @param {import('./window-growth.js').CongestionWindow} window
   * @param {number} packetsOut
   * @param {number} srttNs 0: not known yet
   */
  noteSent(bytes, mss, { cwnd, ssthresh }, packetsOut, srttNs) {
    if (++this.#segments <= FIRST_SEGMENTS || srttNs === 0) return;
    const ratio = cwnd < ssthresh / 2 ? SLOW_START_RATIO : AVOIDANCE_RATIO;
    const bytesPerSecond = (ratio * mss * Math.max(cwnd, packetsOut)) / (srttNs / NS_PER_SECOND);
    this.#nextNs = Math.max(this.#nextNs, this.#events.nowNs) + Math.round((bytes * NS_PER_SECOND) / bytesPerSecond);
  }

  stop() {
    this.#timer.cancel();
  }
}
