const LOW_WINDOW = 16;
const ACK_GAP_NS = 2e6;
const MIN_SAMPLES = 8;
const MIN_RISE_NS = 4e6;
const MAX_RISE_NS = 16e6;

/**
 * Linux's HyStart: slow start ends when the first round trips of a round are longer than the shortest by an eighth (4
 * to 16 ms), or when acknowledgements come without a gap for half the shortest round trip (all of it where the sender
 * paces).
 */
export class HyStart {
  #found = false;
  #roundEnd = 0;
  // Set when a round starts; not small integers.
  #roundStartNs = NaN;
  #lastAckNs = NaN;
  #roundRttNs = Infinity;
  #samples = 0;
  /** Of the shortest round trip. */
  #trainShare;

  /** @param {boolean} isPaced then acknowledgements come in a long train anyway */
  constructor(isPaced) {
    this.#trainShare = isPaced ? 1 : 1 / 2;
  }

  restart() {
    this.#found = false;
    this.#roundEnd = 0;
  }

  /**
   * @param {import('./window-growth.js').CongestionWindow} window @param {number} rttNs @param {number} minRttNs
   * @param {number} una @param {number} nxt @param {number} nowNs
   */
  onRtt(window, rttNs, minRttNs, una, nxt, nowNs) {
    if (this.#found) return;
    if (una > this.#roundEnd) this.#startRound(nxt, nowNs);
    if (window.cwnd < LOW_WINDOW) return;
    if (this.#isTrain(minRttNs, nowNs) || this.#isSlower(rttNs, minRttNs)) {
      this.#found = true;
      window.ssthresh = window.cwnd;
    }
  }

  /** @param {number} nxt @param {number} nowNs */
  #startRound(nxt, nowNs) {
    this.#roundEnd = nxt;
    this.#roundStartNs = this.#lastAckNs = nowNs;
    this.#roundRttNs = Infinity;
    this.#samples = 0;
  }

  /** @param {number} minRttNs @param {number} nowNs */
  #isTrain(minRttNs, nowNs) {
    if (nowNs - this.#lastAckNs > ACK_GAP_NS) return false;
    this.#lastAckNs = nowNs;
    return nowNs - this.#roundStartNs > minRttNs * this.#trainShare;
  }

  /** @param {number} rttNs @param {number} minRttNs */
  #isSlower(rttNs, minRttNs) {
    this.#roundRttNs = Math.min(this.#roundRttNs, rttNs);
    if (this.#samples < MIN_SAMPLES) {
      this.#samples++;
      return false;
    }
    return this.#roundRttNs > minRttNs + Math.min(Math.max(minRttNs / 8, MIN_RISE_NS), MAX_RISE_NS);
  }
}
