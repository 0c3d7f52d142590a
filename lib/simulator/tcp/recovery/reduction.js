/**
 * How the congestion window comes down to ssthresh in a recovery: at once, by one for every second acknowledgement
 * (rate halving), or in proportion to what arrives (PRR, RFC 6937 with the slow-start bound, as Linux counts it).
 */
export class Reduction {
  #how;
  /** Set by `start`; no small integer. */
  #priorCwnd = NaN;
  #delivered = 0;
  #sent = 0;
  #acks = 0;

  /** @param {import('../profiles.js').TcpFeatures['recoveryWindow']} how */
  constructor(how) {
    this.#how = how;
  }

  /** @param {import('../congestion/window-growth.js').CongestionWindow} window whose ssthresh is set already */
  start(window) {
    this.#priorCwnd = window.cwnd;
    this.#delivered = this.#sent = this.#acks = 0;
    if (this.#how === 'ssthresh') window.cwnd = window.ssthresh;
  }

  noteSent() {
    this.#sent++;
  }

  /**
   * @param {import('../congestion/window-growth.js').CongestionWindow} window
   * @param {number} inFlight @param {number} delivered segments newly delivered by this acknowledgement
   * @param {boolean} isClean it acknowledged more, and nothing was found to be lost
   */
  onAck(window, inFlight, delivered, isClean) {
    if (this.#how === 'rate-halving') this.#halve(window, inFlight);
    if (this.#how === 'prr' && delivered > 0) this.#proportional(window, inFlight, delivered, isClean);
  }

  /** @param {import('../congestion/window-growth.js').CongestionWindow} window @param {number} inFlight */
  #halve(window, inFlight) {
    if (++this.#acks % 2 === 0 && window.cwnd > window.ssthresh) window.cwnd--;
    window.cwnd = Math.max(1, Math.min(window.cwnd, inFlight + 1));
  }

  /**
   * @param {import('../congestion/window-growth.js').CongestionWindow} window
   * @param {number} inFlight
   * @param {number} delivered
   * @param {boolean} isClean
   */
  #proportional(window, inFlight, delivered, isClean) {
    this.#delivered += delivered;
    const room = window.ssthresh - inFlight;
    let send;
    if (room < 0) send = Math.ceil((window.ssthresh * this.#delivered) / this.#priorCwnd) - this.#sent;
    else send = Math.min(room, Math.max(this.#delivered - this.#sent, delivered) + (isClean ? 1 : 0));
    window.cwnd = inFlight + Math.max(send, this.#sent > 0 ? 0 : 1);
  }
}
