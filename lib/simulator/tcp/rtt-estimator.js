import { NS_PER_MS } from '../units.js';

/** Smoothed round trip and retransmission time-out (RFC 6298). */
export class RttEstimator {
  srttNs = NaN;
  variationNs = NaN;
  minRttNs = Infinity;
  backoff = 0;
  /** Time-out, with back-off. */
  rtoNs = NaN;
  /** @type {import('./profiles.js').TcpFeatures} */
  #features = /** @type {any} */ (null);

  /** As new. @param {import('./profiles.js').TcpFeatures} features */
  restart(features) {
    this.srttNs = this.variationNs = this.backoff = 0;
    this.minRttNs = Infinity;
    this.#features = features;
    this.#computeRto();
  }

  get hasSample() {
    return this.srttNs > 0;
  }

  /** @param {number} rttNs */
  sample(rttNs) {
    this.minRttNs = Math.min(this.minRttNs, rttNs);
    if (!this.hasSample) {
      this.srttNs = rttNs;
      this.variationNs = Math.floor(rttNs / 2);
    } else {
      this.variationNs += Math.floor((Math.abs(rttNs - this.srttNs) - this.variationNs) / 4);
      this.srttNs += Math.floor((rttNs - this.srttNs) / 8);
    }
    this.backoff = 0;
    this.#computeRto();
  }

  /** A time-out brought no answer. */
  backOff() {
    this.backoff++;
    this.#computeRto();
  }

  #computeRto() {
    const firstNs = this.#firstRtoNs();
    const rtoNs = this.backoff === 0 ? firstNs : firstNs * 2 ** this.backoff;
    this.rtoNs = Math.min(rtoNs, this.#features.maxRtoMs * NS_PER_MS);
  }

  #firstRtoNs() {
    const { initialRtoMs, minRtoMs, rtoFloor } = this.#features;
    const floorNs = minRtoMs * NS_PER_MS;
    if (!this.hasSample) return initialRtoMs * NS_PER_MS;
    if (rtoFloor === 'variation') return this.srttNs + Math.max(4 * this.variationNs, floorNs);
    return Math.max(this.srttNs + 4 * this.variationNs, floorNs);
  }
}
