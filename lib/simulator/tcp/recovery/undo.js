/**
 * Remembers a reduction of the congestion window, and detects whether it was needed: it was not if all retransmissions
 * were reported as duplicates (D-SACK, RFC 3708), or if an acknowledgement echoes a timestamp from before the first of
 * them (Eifel, RFC 3522). The window is then restored as in Linux (RFC 4015 restores less).
 */
export class Undo {
  #features;
  /** All below was acknowledged when the reduction began; −1: nothing can be given back. */
  #marker = -1;
  // Set by `begin`; not small integers.
  #priorCwnd = NaN;
  #priorSsthresh = NaN;
  /** Retransmissions not reported by D-SACK; −1: none yet. */
  #unexplained = -1;
  /** Timestamp of the first retransmission; −1: there was none yet. */
  #firstTimestamp = -1;

  /** @param {import('../profiles.js').TcpFeatures} features */
  constructor(features) {
    this.#features = features;
  }

  /** A reduction may still be taken back. */
  get isPossible() {
    return this.#marker >= 0;
  }

  /**
   * Before the reduction.
   * @param {import('../congestion/window-growth.js').CongestionWindow} window
   * @param {number} una
   */
  begin({ cwnd, ssthresh }, una) {
    this.#marker = una;
    this.#priorCwnd = cwnd;
    this.#priorSsthresh = ssthresh;
    this.#unexplained = this.#firstTimestamp = -1;
  }

  /** The reduction is needed, whatever is retransmitted. */
  forget() {
    this.#marker = -1;
  }

  /** @param {number} timestampMs */
  noteRetransmitted(timestampMs) {
    if (this.#firstTimestamp < 0) this.#firstTimestamp = timestampMs;
    this.#unexplained = Math.max(this.#unexplained, 0) + 1;
  }

  /**
   * The receiver reports a duplicate.
   * @param {number} end of it
   * @param {number} una before this acknowledgement
   */
  noteDuplicate(end, una) {
    if (this.isPossible && this.#unexplained > 0 && end > this.#marker && end <= una) this.#unexplained--;
  }

  /** All retransmissions came twice. */
  get areAllDuplicates() {
    return this.isPossible && this.#features.dsackUndo && this.#unexplained === 0;
  }

  /**
   * @param {number} echoMs of an acknowledgement of more; −1: without
   * @returns {boolean} it answers an original, or there was no retransmission
   */
  isOfOriginal(echoMs) {
    if (!this.isPossible || !this.#features.eifel) return false;
    return this.#firstTimestamp < 0 || (echoMs >= 0 && echoMs < this.#firstTimestamp);
  }

  /** @param {import('../congestion/window-growth.js').CongestionWindow} window */
  giveBack(window) {
    window.cwnd = Math.max(window.cwnd, this.#priorCwnd);
    window.ssthresh = Math.max(window.ssthresh, this.#priorSsthresh);
    this.forget();
  }
}
