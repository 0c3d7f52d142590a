import { SYN } from '../tcp/segment.js';

/** @typedef {import('./box-hop.js').Middlebox} Middlebox */

/**
 * A firewall that gives a client's connections other initial sequence numbers (as Cisco's "randomize"), and translates
 * SACK blocks too, or forgets them.
 * @implements {Middlebox}
 */
export class SequenceShift {
  /** Of the client's numbers, by flow. @type {Map<number, number>} */
  #shifts = new Map();

  /** @param {{ sack?: boolean }} options */
  constructor({ sack = true }) {
    this.sack = sack;
  }

  /** @type {Middlebox['take']} */
  take(segment, out) {
    const { from } = segment;
    if (from.isClient && segment.flags & SYN && from.peer !== null && !this.#shifts.has(from.flow)) {
      const shift = out.random.integer(2 ** 20, 2 ** 31);
      this.#shifts.set(from.flow, shift);
      from.peer.peerShift = shift;
    }
    const shift = this.#shifts.get(from.flow) ?? 0;
    if (shift === 0) return out.forward(segment);
    const altered = segment.alter();
    if (from.isClient) altered.sequenceShift += shift;
    else {
      altered.ackShift -= shift;
      if (this.sack) altered.sackShift -= shift;
    }
    out.forward(segment);
  }
}
