import { NS_PER_SECOND } from '../units.js';

/** A token bucket: what finds too few tokens is to be dropped; nothing is delayed. */
export class Policer {
  #rateBps;
  #burstBytes;
  #tokenBytes;
  #filledNs = 0;

  /** @param {{ rateBps: number, burstBytes: number }} options */
  constructor({ rateBps, burstBytes }) {
    this.#rateBps = rateBps;
    this.#burstBytes = this.#tokenBytes = burstBytes;
  }

  /** Takes tokens for what passes. @param {number} bytes @param {number} nowNs @returns {boolean} */
  passes(bytes, nowNs) {
    this.#tokenBytes = Math.min(
      this.#burstBytes,
      this.#tokenBytes + ((nowNs - this.#filledNs) * this.#rateBps) / (8 * NS_PER_SECOND),
    );
    this.#filledNs = nowNs;
    if (this.#tokenBytes < bytes) return false;
    this.#tokenBytes -= bytes;
    return true;
  }
}
