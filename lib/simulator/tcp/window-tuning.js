/** Linux: 131 072 bytes of buffer hold so much payload of full Ethernet segments. */
const FIRST_LIMIT_BYTES = 85_632;
const INITIAL_SEGMENTS = 10;
const RTT_SHARE = 1 / 8;

/**
 * How far a receive window may grow. Linux's auto-tuning (dynamic right-sizing): once a round trip, to twice the data
 * that the application read in it, plus room for the sender's slow start.
 */
export class WindowTuning {
  limitBytes = 0;
  #maxBytes = 0;
  #isOn = false;
  #rttNs = NaN;
  #measuredNs = NaN;
  #measuredOffset = 1;
  #readBytes = 0;

  /** As new. @param {import('./profiles.js').TcpFeatures} features */
  restart({ receiveWindowBytes, maxReceiveWindowBytes, receiveAutotuning }) {
    this.#rttNs = this.#measuredNs = this.#readBytes = 0;
    this.#measuredOffset = 1;
    this.#isOn = receiveAutotuning;
    this.#maxBytes = Math.max(maxReceiveWindowBytes, receiveWindowBytes);
    this.limitBytes = receiveAutotuning
      ? Math.min(this.#maxBytes, Math.max(receiveWindowBytes, FIRST_LIMIT_BYTES))
      : this.#maxBytes;
  }

  /** @param {number} rttNs from an acknowledgement sent to the data that answered it */
  onRtt(rttNs) {
    this.#rttNs = this.#rttNs === 0 ? rttNs : this.#rttNs + (rttNs - this.#rttNs) * RTT_SHARE;
  }

  /** @param {number} read offset to which the application has read @param {number} mss @param {number} nowNs */
  onRead(read, mss, nowNs) {
    if (!this.#isOn || this.#rttNs === 0 || nowNs - this.#measuredNs < this.#rttNs) return;
    const bytes = read - this.#measuredOffset;
    const before = this.#readBytes || INITIAL_SEGMENTS * mss;
    if (bytes > before) {
      const neededBytes = 2 * bytes;
      const more = (2 * neededBytes * (bytes - before)) / before;
      this.limitBytes = Math.max(this.limitBytes, Math.min(this.#maxBytes, Math.floor(neededBytes + more)));
      this.#readBytes = bytes;
    }
    this.#measuredOffset = read;
    this.#measuredNs = nowNs;
  }
}
