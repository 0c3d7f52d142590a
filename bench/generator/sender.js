/**
 * The data sender of a simulated connection: slow start, congestion avoidance (RFC 5681), recovery by SACK (RFC 6675,
 * in short: a segment is lost once three segments above it have arrived) and a retransmission timeout. Linear in the
 * number of segments.
 *
 * Where a real sender reads SACK blocks, this one is handed the very segments that arrived (the simulation knows them),
 * and so needs no search in its scoreboard. The blocks on the wire say the same.
 */

/**
 * @typedef {{ seq: number, length: number, sacked: boolean, lost: boolean, inPipe: boolean, after: Sent|null }} Sent
 */

const INITIAL_SEGMENTS = 10;
const LARGEST_WINDOW_BYTES = 8 << 20;
const DUPLICATE_THRESHOLD = 3;

export class Sender {
  /** Offsets: all below `una` is acknowledged, `next` is sent next, the application has written up to `end`. */
  una = 1;
  next = 1;
  end = 1;
  rtoAtNs = Infinity;
  #ssthresh = Infinity;
  #pipe = 0;
  #highestSacked = 0;
  #recoveryEnd = 0;
  /** Unacknowledged segments as a list; `#scan` is the first that was not yet looked at for loss. @type {Sent|null} */
  #first = null;
  /** @type {Sent|null} */
  #last = null;
  /** @type {Sent|null} */
  #scan = null;
  /** @type {Sent[]} */
  #toRetransmit = [];

  /** @param {number} mss payload bytes of a full segment @param {number} rtoNs */
  constructor(mss, rtoNs) {
    this.mss = mss;
    this.rtoNs = rtoNs;
    this.cwnd = INITIAL_SEGMENTS * mss;
  }

  /**
   * What may be sent now.
   * @param {number} windowEnd offset up to which the receiver allows
   * @param {number} nowNs
   * @returns {Sent|null}
   */
  take(windowEnd, nowNs) {
    const sent = this.#takeLost() ?? this.#takeNew(windowEnd);
    if (!sent) return null;
    sent.inPipe = true;
    this.#pipe += sent.length;
    if (this.rtoAtNs === Infinity) this.rtoAtNs = nowNs + this.rtoNs;
    return sent;
  }

  /**
   * @param {number} ack
   * @param {Sent[]} arrived segments above `ack` that this acknowledgement reports for the first time
   * @param {number} nowNs
   */
  acknowledge(ack, arrived, nowNs) {
    const limited = this.#pipe + 2 * this.mss >= this.cwnd;
    for (const sent of arrived) this.#sack(sent);
    if (ack > this.una) this.#advance(ack, limited, nowNs);
    this.#findLost();
  }

  /** The timer fired: everything that is not known to have arrived counts as lost. @param {number} nowNs */
  timeout(nowNs) {
    this.#ssthresh = Math.max(this.#pipe / 2, 2 * this.mss);
    this.cwnd = this.mss;
    this.#recoveryEnd = this.next;
    this.#toRetransmit = [];
    for (let sent = this.#first; sent; sent = sent.after) {
      if (!sent.sacked) this.#markLost(sent);
    }
    this.rtoAtNs = nowNs + 2 * this.rtoNs;
  }

  /** @returns {Sent|null} */
  #takeLost() {
    for (let sent = this.#toRetransmit[0]; sent; sent = this.#toRetransmit[0]) {
      const done = sent.sacked || sent.seq < this.una;
      if (!done && this.#pipe + sent.length > this.cwnd) return null;
      this.#toRetransmit.shift();
      if (!done) return sent;
    }
    return null;
  }

  /** @param {number} windowEnd @returns {Sent|null} */
  #takeNew(windowEnd) {
    const length = Math.min(this.mss, this.end - this.next);
    if (length === 0 || this.next + length > windowEnd || this.#pipe + length > this.cwnd) return null;
    const sent = { seq: this.next, length, sacked: false, lost: false, inPipe: false, after: null };
    this.next += length;
    if (this.#last && this.#first) this.#last.after = sent;
    else this.#first = sent;
    this.#last = sent;
    this.#scan ??= sent;
    return sent;
  }

  /** @param {Sent} sent */
  #sack(sent) {
    if (sent.sacked || sent.seq < this.una) return;
    sent.sacked = true;
    this.#leavePipe(sent);
    this.#highestSacked = Math.max(this.#highestSacked, sent.seq + sent.length);
  }

  /** @param {number} ack @param {boolean} limited @param {number} nowNs */
  #advance(ack, limited, nowNs) {
    if (limited && ack > this.#recoveryEnd) this.#grow(ack - this.una);
    this.una = ack;
    while (this.#first && this.#first.seq < ack) {
      this.#leavePipe(this.#first);
      if (this.#scan === this.#first) this.#scan = this.#first.after;
      this.#first = this.#first.after;
    }
    this.rtoAtNs = this.#first ? nowNs + this.rtoNs : Infinity;
  }

  /** @param {number} bytes */
  #grow(bytes) {
    this.cwnd += this.cwnd < this.#ssthresh ? bytes : (this.mss * bytes) / this.cwnd;
    this.cwnd = Math.min(this.cwnd, LARGEST_WINDOW_BYTES);
  }

  #findLost() {
    const limit = this.#highestSacked - DUPLICATE_THRESHOLD * this.mss;
    for (; this.#scan && this.#scan.seq + this.#scan.length <= limit; this.#scan = this.#scan.after) {
      if (this.#scan.sacked || this.#scan.lost) continue;
      this.#enterRecovery(this.#scan.seq);
      this.#markLost(this.#scan);
    }
  }

  /** One reduction a window. @param {number} seq */
  #enterRecovery(seq) {
    if (seq < this.#recoveryEnd) return;
    this.#ssthresh = Math.max(this.cwnd * 0.7, 2 * this.mss);
    this.cwnd = this.#ssthresh;
    this.#recoveryEnd = this.next;
  }

  /** @param {Sent} sent */
  #markLost(sent) {
    this.#leavePipe(sent);
    sent.lost = true;
    this.#toRetransmit.push(sent);
  }

  /** @param {Sent} sent */
  #leavePipe(sent) {
    if (!sent.inPipe) return;
    sent.inPipe = false;
    this.#pipe -= sent.length;
  }
}
