import { windowScaleFor } from '../tcp/offers.js';
import { datagramBytes, SYN } from '../tcp/segment.js';

/** @typedef {import('./box-hop.js').Middlebox} Middlebox */
/** @typedef {'windowScale'|'sackPermitted'|'timestamps'} Stripped an option of SYNs */

/**
 * Lowers the MSS in SYNs, as routers before a tunnel or DSL line do.
 * @implements {Middlebox}
 */
export class MssClamp {
  /** @param {{ mss: number }} options */
  constructor({ mss }) {
    this.mss = mss;
  }

  /** @type {Middlebox['take']} */
  take(segment, out) {
    const { synOptions } = segment;
    if (synOptions !== null) segment.synOptions = { ...synOptions, mss: Math.min(synOptions.mss, this.mss) };
    out.forward(segment);
  }
}

/**
 * Takes options out of SYNs, as "TCP normalisation" does: of both ends', so that neither uses them; or of the SYN-ACK
 * only, so that the server does and the client does not know.
 * @implements {Middlebox}
 */
export class OptionStrip {
  /**
   * By end, the scale that the other end applies to its windows: the client none, the server that of the SYN that it
   * saw, although the client has learnt of no scaling.
   * @type {Map<import('../tcp/endpoint.js').Endpoint, number>}
   */
  #scales = new Map();

  /** @param {{ options: Stripped[], of?: 'both'|'synAck' }} options */
  constructor({ options, of = 'both' }) {
    this.options = options;
    this.of = of;
  }

  /** @type {Middlebox['take']} */
  take(segment, out) {
    if (segment.flags & SYN) this.#strip(segment);
    else {
      const scale = this.#scales.get(segment.from);
      if (scale !== undefined) segment.windowBytes = segment.windowField << scale;
    }
    out.forward(segment);
  }

  /** @param {import('../tcp/segment.js').Segment} segment */
  #strip(segment) {
    const { synOptions, from } = segment;
    if (synOptions === null || (from.isClient && this.of === 'synAck')) return;
    const left = { ...synOptions };
    for (const option of this.options) {
      if (option === 'windowScale') left.windowScale = null;
      else left[option] = false;
    }
    if (left.windowScale !== synOptions.windowScale && this.of === 'synAck' && from.peer !== null) {
      this.#scales.set(from, 0);
      this.#scales.set(from.peer, windowScaleFor(from.peer.features.maxReceiveWindowBytes));
    }
    if (!left.timestamps) segment.timestamp = -1;
    segment.synOptions = left;
    segment.sizeBytes = datagramBytes(segment);
  }
}
