import { ACK_KIND } from './ack-kind.js';

/** Count, sum and range of durations in µs, as tcptrace keeps them: a minimum of 0 gives way to the next value. */
export class Durations {
  count = 0;
  min = 0;
  max = 0;
  sum = 0;
  squares = 0;

  /** @param {number} us */
  add(us) {
    if (this.min === 0 || us < this.min) this.min = us;
    if (us > this.max) this.max = us;
    this.sum += us;
    this.squares += us * us;
    this.count++;
  }

  get mean() {
    return this.sum / (this.count + 0.0001);
  }

  /** 0 of fewer than three; NaN where rounding makes the radicand negative. */
  get deviation() {
    return this.count <= 2 ? 0 : Math.sqrt((this.squares - (this.sum * this.sum) / this.count) / (this.count - 1));
  }
}

/** tcptrace's RTT statistics, from the acknowledgements of a direction's segments. Durations in µs. */
export class RoundTrips {
  samples = new Durations();
  /** Of the largest segments so far; starts again with a larger one. */
  fullSize = new Durations();
  /** From the last sending of segments sent more than once. */
  ambiguous = new Durations();
  /** From one sending of a segment to the next, while it was not acknowledged. */
  resending = new Durations();
  #fullSizeBytes = 0;
  /** Of the latest acknowledgement that ends at a segment; 0 where it gave no sample. */
  latest = 0;
  /** The latest sample when the SYN's acknowledgement came. */
  handshake = 0;
  postLoss = 0;
  cumulative = 0;
  duplicates = 0;
  triples = 0;
  maxResent = 0;

  /**
   * An acknowledgement ends at a segment.
   * @param {number} us since it was last sent
   * @param {boolean} resent it was sent more than once
   * @param {boolean} postLoss something below was sent later
   * @param {number} bytes of the segment
   * @returns {number} one of ACK_KIND
   */
  acknowledged(us, resent, postLoss, bytes) {
    this.latest = 0;
    const elapsed = Math.max(0, us);
    if (postLoss) {
      this.postLoss++;
      return ACK_KIND.POST_LOSS;
    }
    if (resent) {
      this.ambiguous.add(elapsed);
      return ACK_KIND.AMBIGUOUS;
    }
    this.latest = elapsed;
    this.samples.add(elapsed);
    this.#sampleFullSize(elapsed, bytes);
    return ACK_KIND.SAMPLE;
  }

  /**
   * A segment was sent again before it was acknowledged.
   * @param {number} us since it was last sent
   * @param {number} times how often by now
   */
  resent(us, times) {
    if (times > this.maxResent) this.maxResent = times;
    this.resending.add(Math.max(0, us));
  }

  #sampleFullSize(/** @type {number} */ us, /** @type {number} */ bytes) {
    if (bytes > this.#fullSizeBytes) {
      this.#fullSizeBytes = bytes;
      this.fullSize = new Durations();
    }
    if (bytes === this.#fullSizeBytes) this.fullSize.add(us);
  }
}
