import { ACK, RST, SYN } from '../tcp/segment.js';
import { isOne } from './damage.js';
import { sendError } from './router.js';

/** @typedef {import('./box-hop.js').Middlebox} Middlebox */
/** @typedef {import('./box-hop.js').Outlet} Outlet */
/** @typedef {import('../tcp/segment.js').Segment} Segment */

/**
 * What becomes of what a filter stops; with `quench` it goes on.
 * @typedef {'drop'|'reset'|'unreachable'|'prohibited'|'parameter'|'quench'} Fate
 */

/** ICMP errors by fate (RFC 792, RFC 1812). @type {Partial<Record<Fate, { type?: number, code: number }>>} */
const ERRORS = {
  unreachable: { code: 1 },
  prohibited: { code: 13 },
  parameter: { type: 12, code: 0 },
  quench: { type: 4, code: 0 },
};

/**
 * The reset of a host, or box, that has no such connection (RFC 9293, section 3.10.7.1).
 * @param {Segment} segment that it answers @param {Outlet} out @param {{ ttl?: number }} [fields]
 */
export function refuse(segment, out, fields = {}) {
  const { flags, ack, start, length, from } = segment;
  if (flags & RST || from.peer === null) return;
  const hasAck = (flags & ACK) !== 0 && (flags & SYN) === 0;
  const end = start + length + (flags & SYN ? 1 : 0);
  const reset = out.make(
    from.peer,
    segment,
    hasAck ? { flags: RST, start: ack, ...fields } : { flags: RST | ACK, ack: end, ...fields },
  );
  out.emit(reset);
}

/**
 * Stops packets for a time: a path that is down, a host that has died, a port that is closed, a full listen queue, a
 * firewall's rule.
 * @implements {Middlebox}
 */
export class Filter {
  #count = 0;

  /**
   * @param {object} options
   * @param {number} [options.atMs] @param {number} [options.forMs]
   * @param {'both'|'toServer'|'toClient'} [options.way]
   * @param {import('./damage.js').Which} [options.which]
   * @param {Fate} [options.fate]
   * @param {number} [options.most] no more than so many
   * @param {number} [options.port] of the server; all
   */
  constructor({ atMs = 0, forMs = Infinity, way = 'both', which = 'all', fate = 'drop', most = Infinity }) {
    this.fromNs = atMs * 1e6;
    this.endNs = (atMs + forMs) * 1e6;
    this.way = way;
    this.which = which;
    this.fate = fate;
    this.most = most;
  }

  /** @type {Middlebox['take']} */
  take(segment, out) {
    if (!this.#stops(segment, out.nowNs)) return out.forward(segment);
    this.#count++;
    if (this.fate === 'reset') refuse(segment, out);
    const error = ERRORS[this.fate];
    if (error) sendError(segment, out, error);
    if (this.fate === 'quench') out.forward(segment);
    else out.drop(segment);
  }

  /** @param {Segment} segment @param {number} nowNs */
  #stops(segment, nowNs) {
    if (nowNs < this.fromNs || nowNs >= this.endNs || this.#count >= this.most) return false;
    return (this.way === 'both' || (this.way === 'toServer') === segment.from.isClient) && isOne(segment, this.which);
  }
}

/**
 * Clears the ECN field, as some routers do that take it for the old TOS.
 * @implements {Middlebox}
 */
export class EcnBleach {
  /** @type {Middlebox['take']} */
  take(segment, out) {
    segment.ecn = 0;
    out.forward(segment);
  }
}

/**
 * A stateful firewall that one direction does not pass (asymmetric routes): it has seen no SYN-ACK, so all that follows
 * the SYN is invalid to it.
 * @implements {Middlebox}
 */
export class OneSided {
  /** @type {Middlebox['take']} */
  take(segment, out) {
    if (segment.from.isClient && !(segment.flags & SYN)) out.drop(segment);
    else out.forward(segment);
  }
}
