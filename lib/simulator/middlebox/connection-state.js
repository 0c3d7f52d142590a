import { RST, SYN } from '../tcp/segment.js';
import { refuse } from './filter.js';

/** @typedef {import('./box-hop.js').Middlebox} Middlebox */

/**
 * A NAT, or a firewall, that forgets a connection which is idle: what comes then is dropped, or answered with a reset
 * (as cloud gateways do).
 * @implements {Middlebox}
 */
export class ForgetfulNat {
  /** Last packet, by flow; -1: forgotten. @type {Map<number, number>} */
  #lastNs = new Map();

  /** @param {{ idleMs: number, resets?: boolean }} options */
  constructor({ idleMs, resets = false }) {
    this.idleNs = idleMs * 1e6;
    this.resets = resets;
  }

  /** @type {Middlebox['take']} */
  take(segment, out) {
    const { flow } = segment.from;
    const lastNs = this.#lastNs.get(flow);
    const isKnown = lastNs === undefined || (lastNs >= 0 && out.nowNs - lastNs < this.idleNs);
    if (isKnown || (segment.from.isClient && segment.flags & SYN)) {
      this.#lastNs.set(flow, out.nowNs);
      return out.forward(segment);
    }
    this.#lastNs.set(flow, -1);
    if (this.resets) refuse(segment, out);
    out.drop(segment);
  }
}

/**
 * Deep packet inspection that ends a connection at what it does not like: resets to both ends in the other's name, with
 * right sequence numbers and its own TTL.
 * @implements {Middlebox}
 */
export class InspectingReset {
  #requests = 0;

  /** @param {{ atRequest?: number, ttl?: number }} options atRequest: the client's segment with data that it minds */
  constructor({ atRequest = 1, ttl = 64 }) {
    this.atRequest = atRequest;
    this.ttl = ttl;
  }

  /** @type {Middlebox['take']} */
  take(segment, out) {
    const resets = this.#minds(segment) ? this.#resets(segment, out) : [];
    out.forward(segment);
    for (const reset of resets) out.emit(reset);
  }

  #minds(/** @type {import('../tcp/segment.js').Segment} */ { from, length }) {
    return from.isClient && length > 0 && ++this.#requests === this.atRequest;
  }

  /**
   * @param {import('../tcp/segment.js').Segment} segment @param {import('./box-hop.js').Outlet} out
   * @returns {import('../tcp/segment.js').Segment[]}
   */
  #resets(segment, out) {
    const { from, start, length, ack } = segment;
    const { ttl } = this;
    if (from.peer === null) return [];
    return [
      out.make(from.peer, segment, { flags: RST, start: ack, ttl }),
      out.make(from, segment, { flags: RST, start: start + length, ttl }),
    ];
  }
}

/**
 * From some time on the client's packets go to another host of the address (anycast, ECMP), which has no such
 * connection and says so.
 * @implements {Middlebox}
 */
export class AnycastShift {
  /** @param {{ atMs: number, ttl?: number }} options */
  constructor({ atMs, ttl = 60 }) {
    this.fromNs = atMs * 1e6;
    this.ttl = ttl;
  }

  /** @type {Middlebox['take']} */
  take(segment, out) {
    if (!segment.from.isClient || out.nowNs < this.fromNs || segment.flags & SYN) return out.forward(segment);
    refuse(segment, out, { ttl: this.ttl });
    out.drop(segment);
  }
}

/**
 * A balancer that gives each connection to a server by turns, of which some are dead or refuse.
 * @implements {Middlebox}
 */
export class Balancer {
  /** @type {Map<number, 'good'|'dead'|'refusing'>} */
  #chosen = new Map();

  /** @param {{ servers: ('good'|'dead'|'refusing')[] }} options */
  constructor({ servers }) {
    this.servers = servers;
  }

  /** @type {Middlebox['take']} */
  take(segment, out) {
    const { flow, isClient } = segment.from;
    const server = this.#chosen.get(flow) ?? this.servers[this.#chosen.size % this.servers.length];
    this.#chosen.set(flow, server);
    if (server === 'good' || !isClient) return out.forward(segment);
    if (server === 'refusing') refuse(segment, out);
    out.drop(segment);
  }
}

/**
 * An old or forged segment far beyond the window comes to the client at some time: it must refuse it.
 * @implements {Middlebox}
 */
export class Stray {
  #isDone = false;

  /** @param {{ atMs: number, beyondBytes: number }} options */
  constructor({ atMs, beyondBytes }) {
    this.atNs = atMs * 1e6;
    this.beyondBytes = beyondBytes;
  }

  /** @type {Middlebox['take']} */
  take(segment, out) {
    if (this.#isDone || out.nowNs < this.atNs || segment.from.isClient || segment.length === 0) {
      return out.forward(segment);
    }
    this.#isDone = true;
    const { from, start, length, ack, windowField, windowBytes, timestamp, timestampEcho } = segment;
    const fields = { ack, windowField, windowBytes, timestamp, timestampEcho };
    const stray = out.make(from, segment, { start: start + this.beyondBytes, ...fields });
    stray.length = Math.min(length, 500);
    stray.sizeBytes += stray.length;
    out.forward(segment);
    out.emit(stray);
  }
}

/**
 * The server still has an earlier connection on the client's ports: it answers the SYN with an acknowledgement of that
 * one (RFC 5961, section 4), and the client's reset of it ends it.
 * @implements {Middlebox}
 */
export class StaleConnection {
  /** @type {Set<number>} */
  #ended = new Set();

  /** @param {{ dropsResets?: number }} options a firewall drops so many of the client's resets */
  constructor({ dropsResets = 0 }) {
    this.dropsResets = dropsResets;
  }

  /** @type {Middlebox['take']} */
  take(segment, out) {
    const { from, flags } = segment;
    if (!from.isClient || this.#ended.has(from.flow) || from.peer === null) return out.forward(segment);
    if (flags & RST) {
      if (this.dropsResets-- <= 0) this.#ended.add(from.flow);
    } else if (flags & SYN) {
      const answer = out.make(from.peer, segment, { start: OLD_BYTES, ack: 2, windowField: 501, windowBytes: 501 });
      answer.alter().sequenceShift = OLD_SHIFT;
      answer.alter().ackShift = OLD_SHIFT;
      out.emit(answer);
    }
    out.drop(segment);
  }
}

/** Where the earlier connection's numbers are. */
const OLD_BYTES = 5000;
const OLD_SHIFT = 700_000_000;
