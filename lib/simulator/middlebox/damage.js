import { ECE, RST, SYN } from '../tcp/segment.js';

/** @typedef {import('./box-hop.js').Middlebox} Middlebox */
/** @typedef {'all'|'syn'|'ecnSyn'|'synAck'|'ack'|'data'} Which packets */

/** @param {import('../tcp/segment.js').Segment} segment @param {Which} which @returns {boolean} it is one of these */
export function isOne({ flags, length, from }, which) {
  if (which === 'all') return true;
  if (which === 'data') return length > 0;
  if (which === 'ecnSyn') return (flags & (SYN | ECE)) === (SYN | ECE) && from.isClient;
  if (which === 'ack') return length === 0 && (flags & (SYN | RST)) === 0;
  return (flags & SYN) !== 0 && from.isClient === (which === 'syn');
}

/**
 * Leaves wrong TCP checksums, as broken offload in a tunnel's host does of some packets (Linux kernels with VXLAN), or
 * a bad memory or cable of a share of all. The receiver drops them before TCP.
 * @implements {Middlebox}
 */
export class Damage {
  #count = 0;

  /** @param {{ which?: Which, share?: number, most?: number }} options most: no more than so many */
  constructor({ which = 'all', share = 1, most = Infinity }) {
    this.which = which;
    this.share = share;
    this.most = most;
  }

  /** @type {Middlebox['take']} */
  take(segment, out) {
    if (this.#count < this.most && isOne(segment, this.which) && out.random.chance(this.share)) {
      this.#count++;
      segment.alter().isDamaged = true;
    }
    out.forward(segment);
  }
}
