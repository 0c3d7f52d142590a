const PRIME = 0x01000193;

/** A number (FNV-1a) over when which segment reached which end: two runs that differ anywhere differ in it. */
export class Fingerprint {
  value = 0x811c9dc5;

  #add(/** @type {number} */ number) {
    this.value = Math.imul(this.value ^ (number >>> 0), PRIME) >>> 0;
  }

  /** @param {import('../network.js').Packet} segment @param {number} nowNs */
  add(segment, nowNs) {
    this.#add(nowNs); // its lower 32 bits
    this.#add(segment.from.flow * 2 + (segment.from.isClient ? 1 : 0));
    this.#add(segment.start);
    this.#add(segment.ack);
    this.#add(segment.length * 256 + segment.flags);
  }
}
