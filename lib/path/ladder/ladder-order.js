import { NOT_SEEN } from '../packets/joined-packets.js';

/** @typedef {import('../path.js').Path} Path */
/** @typedef {import('../fates/fates.js').Fates} Fates */

/** The packets of connections that several points have, by the time of their first sight. */
export class LadderOrder {
  /** @type {Uint32Array} */
  packets;
  /** When each was seen first, ns on the first point's clock. @type {Float64Array} */
  firstNs;
  /** When the first of them was seen first, and the last of them last. */
  startNs = 0;
  endNs = 0;
  #path;
  #fates;
  /** The longest that a packet took from its first sight to its last. */
  #longestNs = 0;

  /** @param {Path} path @param {Fates} fates */
  constructor(path, fates) {
    this.#path = path;
    this.#fates = fates;
    const { packets, connections } = path;
    const isShared = connections.map(({ facts }) => facts.filter((one) => one !== null).length > 1);
    const shared = new Uint32Array(packets.count);
    const seenNs = new Float64Array(packets.count);
    let count = 0;
    for (let packet = 0; packet < packets.count; packet++) {
      if (!isShared[fates.keyOf(packet) >> 1]) continue;
      shared[count++] = packet;
      const lastNs = this.#seenNs(packet, -1);
      seenNs[packet] = this.#seenNs(packet, 1);
      this.#longestNs = Math.max(this.#longestNs, lastNs - seenNs[packet]);
      this.endNs = count === 1 ? lastNs : Math.max(this.endNs, lastNs);
    }
    this.packets = shared.subarray(0, count).sort((a, b) => seenNs[a] - seenNs[b] || a - b);
    this.firstNs = Float64Array.from(this.packets, (packet) => seenNs[packet]);
    if (count > 0) this.startNs = this.firstNs[0];
  }

  /** @param {number} packet @param {1|-1} step 1: at the first point that has it; −1: at the last */
  #seenNs(packet, step) {
    const { rowOf } = this.#path.packets;
    const way = this.#fates.wayOf(packet);
    let at = step > 0 ? 0 : way.length - 1;
    while (rowOf[way[at]][packet] === NOT_SEEN) at += step;
    return this.#path.timeNs(way[at], rowOf[way[at]][packet]);
  }

  /**
   * Calls `take` for the packets on their way within a stretch of time.
   * @param {number} startNs @param {number} endNs @param {(packet: number) => void} take
   */
  within(startNs, endNs, take) {
    const { packets, firstNs } = this;
    for (let at = this.#firstFrom(startNs - this.#longestNs); at < packets.length && firstNs[at] <= endNs; at++) {
      if (firstNs[at] >= startNs || this.#seenNs(packets[at], -1) >= startNs) take(packets[at]);
    }
  }

  /** @param {number} ns */
  #firstFrom(ns) {
    let low = 0;
    let high = this.firstNs.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.firstNs[middle] < ns) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
