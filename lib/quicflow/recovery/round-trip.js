import { GAIN } from '../../transport/round-trips.js';

/** RTT before any sample (RFC 9002 section 6.2.2), and how exact clocks are at least (section 6.1.2). */
const INITIAL_RTT_NS = 333e6;
export const GRANULARITY_NS = 1e6;
/** Of the RTT's variation (RFC 9002 section 5.3). */
const VARIATION_GAIN = 1 / 4;

/** A sender's estimate of the round trip (RFC 9002 section 5). */
export class RoundTrip {
  latestNs = 0;
  smoothedNs = INITIAL_RTT_NS;
  variationNs = INITIAL_RTT_NS / 2;
  leastNs = Infinity;
  #hasSample = false;

  get isMeasured() {
    return this.#hasSample;
  }

  /** @param {number} rttNs unadjusted @param {number} delayNs by which the peer says it waited, capped */
  sample(rttNs, delayNs) {
    this.latestNs = rttNs;
    this.leastNs = Math.min(this.leastNs, rttNs);
    if (!this.#hasSample) {
      this.#hasSample = true;
      this.smoothedNs = rttNs;
      this.variationNs = rttNs / 2;
      return;
    }
    const adjusted = rttNs >= this.leastNs + delayNs ? rttNs - delayNs : rttNs;
    this.variationNs += VARIATION_GAIN * (Math.abs(this.smoothedNs - adjusted) - this.variationNs);
    this.smoothedNs += GAIN * (adjusted - this.smoothedNs);
  }

  /** How long a sender waits for an acknowledgement until it probes (section 6.2.1). @param {number} maxDelayNs */
  timeoutNs(maxDelayNs) {
    return this.smoothedNs + Math.max(4 * this.variationNs, GRANULARITY_NS) + maxDelayNs;
  }

  /** @param {number} factor of the time threshold (section 6.1.2) */
  lossDelayNs(factor) {
    return Math.max(GRANULARITY_NS, factor * Math.max(this.smoothedNs, this.latestNs));
  }
}
