import { SYN } from '../tcp/segment.js';

/** @typedef {import('./box-hop.js').Middlebox} Middlebox */

/**
 * Hosts behind one address with clocks of their own, or a box that writes the option anew: for a time, segments of the
 * server bear timestamps older than those before, and are refused (PAWS, RFC 7323, section 5.3).
 * @implements {Middlebox}
 */
export class TimestampShift {
  /** @param {{ atMs: number, forMs: number, backMs: number }} options */
  constructor({ atMs, forMs, backMs }) {
    this.fromNs = atMs * 1e6;
    this.endNs = (atMs + forMs) * 1e6;
    this.backMs = backMs;
  }

  /** @type {Middlebox['take']} */
  take(segment, out) {
    const { nowNs } = out;
    const isIn = nowNs >= this.fromNs && nowNs < this.endNs;
    if (
      !segment.from.isClient &&
      isIn &&
      segment.length > 0 &&
      segment.timestamp > this.backMs &&
      !(segment.flags & SYN)
    ) {
      segment.timestamp -= this.backMs;
    }
    out.forward(segment);
  }
}
