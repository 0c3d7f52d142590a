/** @typedef {import('./box-hop.js').Middlebox} Middlebox */

/**
 * A stateful firewall that does not know of window scaling (RFC 7323), as early connection tracking: it takes the
 * window field as bytes, and drops what ends beyond it.
 * @implements {Middlebox}
 */
export class UnscaledWindow {
  /** Right edge by the end whose data it bounds. @type {Map<import('../tcp/endpoint.js').Endpoint, number>} */
  #edges = new Map();

  /** @type {Middlebox['take']} */
  take(segment, out) {
    const { from, start, length, ack, windowField } = segment;
    const edge = this.#edges.get(from) ?? Infinity;
    if (length > 0 && start + length > edge) return out.drop(segment);
    const { peer } = from;
    const advertised = Math.max(ack, 1) + windowField; // a SYN's counts from the first byte
    if (peer !== null) this.#edges.set(peer, Math.max(this.#edges.get(peer) ?? 0, advertised));
    out.forward(segment);
  }
}
