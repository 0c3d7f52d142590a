import { Timer } from './event-queue.js';
import { PacketRing } from './packet-ring.js';

/**
 * @typedef {object} WireOptions
 * @property {number} [delayNs] propagation
 * @property {number} [jitterNs] up to so much more, drawn for each packet; none overtakes another by that
 * @property {{ share: number, delayNs: number, spreadNs?: number }} [reorder] a share of packets comes so much later
 *   (and up to `spreadNs`
 *   more), so that others overtake them
 * @property {number} [duplicate] share of packets that come twice, one right after the other
 */

/**
 * The path after a link's queue: propagation, and other effects on packets.
 * @template {import('./link.js').Packet} P
 */
export class Wire {
  #events;
  #random;
  #options;
  #exit;
  #copy;
  #counts;
  /** In order of arrival. @type {PacketRing<P>} */
  #packets = new PacketRing();
  #lastNs = 0;
  #late = 0;
  #timer;

  /**
   * @param {import('./event-queue.js').EventQueue} events
   * @param {import('./random.js').Random} random
   * @param {WireOptions} options
   * @param {import('./link.js').Exit<P>} exit @param {(packet: P) => P} copy
   * @param {ReturnType<typeof import('./link.js').newCounts>} counts
   */
  constructor(events, random, options, exit, copy, counts) {
    this.#events = events;
    this.#random = random;
    this.#options = options;
    this.#exit = exit;
    this.#copy = copy;
    this.#counts = counts;
    this.#timer = new Timer(events, () => this.#arrive());
  }

  get onTheWay() {
    return this.#packets.size + this.#late;
  }

  /** @param {P} packet departs now */
  carry(packet) {
    const { duplicate = 0, reorder } = this.#options;
    if (reorder && this.#random.chance(reorder.share)) this.#carryLate(packet, reorder);
    else this.#carryInOrder(packet);
    if (this.#random.chance(duplicate)) {
      this.#counts.duplicated++;
      this.#carryInOrder(this.#copy(packet));
    }
  }

  #carryInOrder(/** @type {P} */ packet) {
    const { delayNs = 0, jitterNs = 0 } = this.#options;
    const drawnNs = jitterNs > 0 ? Math.floor(this.#random.uniform() * jitterNs) : 0;
    this.#lastNs = Math.max(this.#lastNs, this.#events.nowNs + delayNs + drawnNs);
    this.#packets.push(packet, this.#lastNs);
    if (this.#packets.size === 1) this.#timer.set(this.#lastNs);
  }

  /** @param {P} packet @param {NonNullable<WireOptions['reorder']>} reorder */
  #carryLate(packet, { delayNs: moreNs, spreadNs = 0 }) {
    const drawnNs = spreadNs > 0 ? Math.floor(this.#random.uniform() * spreadNs) : 0;
    this.#counts.reordered++;
    this.#late++;
    new Timer(this.#events, () => {
      this.#late--;
      this.#hand(packet);
    }).set(this.#events.nowNs + (this.#options.delayNs ?? 0) + moreNs + drawnNs);
  }

  #arrive() {
    const packet = this.#packets.shift();
    if (this.#packets.size > 0) this.#timer.set(this.#packets.departsNsAt(this.#packets.head));
    this.#hand(packet);
  }

  #hand(/** @type {P} */ packet) {
    this.#counts.delivered++;
    this.#counts.deliveredBytes += packet.sizeBytes;
    this.#exit.pass(packet);
  }
}
