const FIRST_CAPACITY = 16;

/**
 * Packets in order of departure, each with its time, in a ring that grows to the most that were in it at once. Indexes
 * count from the first packet ever, so that they stay valid when the ring grows.
 * @template P
 */
export class PacketRing {
  /** Indexes of the first packet still in it, and after the last. */
  head = 0;
  end = 0;
  /** @type {(P|null)[]} */
  #packets = new Array(FIRST_CAPACITY).fill(null);
  #departsNs = new Float64Array(FIRST_CAPACITY);
  #mask = FIRST_CAPACITY - 1;

  get size() {
    return this.end - this.head;
  }

  /** @param {P} packet @param {number} departsNs */
  push(packet, departsNs) {
    if (this.end - this.head > this.#mask) this.#enlarge();
    const at = this.end++ & this.#mask;
    this.#packets[at] = packet;
    this.#departsNs[at] = departsNs;
  }

  /** @param {number} place @returns {P} */
  packetAt(place) {
    return /** @type {P} */ (this.#packets[place & this.#mask]);
  }

  /** @param {number} place @returns {number} */
  departsNsAt(place) {
    return this.#departsNs[place & this.#mask];
  }

  /** @returns {P} the first one, now removed */
  shift() {
    const at = this.head++ & this.#mask;
    const packet = /** @type {P} */ (this.#packets[at]);
    this.#packets[at] = null;
    return packet;
  }

  #enlarge() {
    const capacity = 2 * (this.#mask + 1);
    const departsNs = new Float64Array(capacity);
    /** @type {(P|null)[]} */
    const packets = new Array(capacity).fill(null);
    for (let place = this.head; place < this.end; place++) {
      packets[place & (capacity - 1)] = this.#packets[place & this.#mask];
      departsNs[place & (capacity - 1)] = this.#departsNs[place & this.#mask];
    }
    this.#packets = packets;
    this.#departsNs = departsNs;
    this.#mask = capacity - 1;
  }
}
