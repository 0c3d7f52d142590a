const PRIME = 0x01000193;

/** A number (FNV-1a) over when which segment reached which end: two runs that differ anywhere differ in it. */
export class Fingerprint {
  /** Signed, as small integers are kept. */
  #hash = 0x811c9dc5 | 0;

  get value() {
    return this.#hash >>> 0;
  }

  /** @param {import('../network.js').Packet} segment @param {number} nowNs */
  add(segment, nowNs) {
    let hash = mixed(this.#hash, nowNs | 0); // its lower 32 bits
    hash = mixed(hash, segment.from.flow * 2 + (segment.from.isClient ? 1 : 0));
    hash = mixed(hash, segment.start);
    hash = mixed(hash, segment.ack);
    this.#hash = mixed(hash, segment.length * 256 + segment.flags);
  }
}

/** @param {number} hash @param {number} number */
function mixed(hash, number) {
  return Math.imul(hash ^ number, PRIME);
}
