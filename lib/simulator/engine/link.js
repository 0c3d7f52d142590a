import { NS_PER_SECOND } from '../units.js';
import { Timer } from './event-queue.js';
import { Loss, needsLoss } from './loss.js';
import { PacketRing } from './packet-ring.js';
import { Policer } from './policer.js';

/**
 * @typedef {object} LinkFields
 * @property {number} [delayNs] propagation
 * @property {number} [rateBps] bits per second; without it, packets take no time to send
 * @property {number} [queueBytes] drop-tail: most bytes that wait or are being sent
 * @property {number} [queuePackets] the same in packets
 * @property {number} [overheadBytes] counted with each packet, besides its IP datagram
 * @property {{ rateBps: number, burstBytes: number }} [policer] drops what finds its token bucket empty, and delays
 *   nothing
 */
/** @typedef {LinkFields & import('./loss.js').LossOptions} LinkOptions */

/**
 * What a link carries: bytes of its IP datagram, and of its payload; of a TCP segment also where that begins in the
 * sender's sequence space.
 * @typedef {{ sizeBytes: number, length: number, start?: number, from?: { flow: number } }} Packet
 */

/** Where a link leads to. @template P @typedef {{ pass: (packet: P) => void }} Exit */

/** What went in came out, was dropped, or is still on the way; duplicates come out besides. */
export function newCounts() {
  const counts = {
    sent: 0,
    sentBytes: NaN,
    lost: 0,
    policed: 0,
    queueDrops: 0,
    delivered: 0,
    deliveredBytes: NaN,
    peakQueueBytes: 0,
    /** Packets sent with data, and their payload. */
    dataPackets: 0,
    dataBytes: NaN,
    /**
     * Bytes times the time that they wait or are being sent: divided by a stretch of time, the mean queue (Little's
     * law).
     */
    queueByteSeconds: NaN,
    /** Dropped or marked (ECN) by a queue's management; delivered twice; overtaken on purpose. */
    managedDrops: 0,
    marked: 0,
    duplicated: 0,
    reordered: 0,
  };
  // these outgrow 31 bits, or are fractions
  counts.sentBytes = counts.deliveredBytes = counts.dataBytes = counts.queueByteSeconds = 0;
  return counts;
}

/**
 * One direction of a link: loss, a drop-tail FIFO at a rate, and a delay.
 *
 *     send ──▶ lost? ──▶ policed? ──▶ queue full? ──▶ ▯▯▯▯ rate ──▶ ··· delay ··· ──▶ deliver
 *
 * When a packet departs is known when it comes, so only the next delivery is in the event queue: one event for each
 * packet.
 * @template {Packet} P
 */
export class Link {
  #events;
  #rateBps;
  #delayNs;
  #overheadBytes;
  #queueBytes;
  #queuePackets;
  #policer;
  #loss;
  #exit;
  #drop;
  #timer;
  /** Not delivered yet; not departed yet from #waiting on. @type {PacketRing<P>} */
  #packets = new PacketRing();
  #waiting = 0;
  #busyUntilNs = NaN;
  #backlogBytes = 0;
  /** How long the packet before took to send: many are of one size. */
  #sentBytes = 0;
  #sendingNs = NaN;
  counts = newCounts();

  /**
   * @param {import('./event-queue.js').EventQueue} events
   * @param {import('./random.js').Random} random
   * @param {LinkOptions} options
   * @param {Exit<P>} exit
   * @param {(packet: P) => void} [drop] called with packets that will not be delivered
   */
  constructor(events, random, options, exit, drop = () => undefined) {
    this.#events = events;
    this.#rateBps = options.rateBps ?? 0;
    this.#delayNs = options.delayNs ?? 0;
    this.#overheadBytes = options.overheadBytes ?? 0;
    this.#queueBytes = options.queueBytes ?? Infinity;
    this.#queuePackets = options.queuePackets ?? Infinity;
    this.#policer = options.policer ? new Policer(options.policer) : null;
    this.#loss = needsLoss(options) ? new Loss(options, random) : null;
    this.#exit = exit;
    this.#drop = drop;
    this.#busyUntilNs = this.#sendingNs = 0;
    this.#timer = new Timer(events, () => this.arrive(), this);
  }

  get onTheWay() {
    return this.#packets.size;
  }

  /** @param {P} packet */
  send(packet) {
    const { counts } = this;
    const { sizeBytes, length } = packet;
    const bytes = sizeBytes + this.#overheadBytes;
    counts.sent++;
    counts.sentBytes += sizeBytes;
    if (length > 0) {
      counts.dataPackets++;
      counts.dataBytes += length;
    }
    if (this.#loss !== null && this.#loss.takes(packet)) {
      counts.lost++;
      this.#drop(packet);
      return;
    }
    this.#leave();
    if (this.#policer !== null && !this.#policer.passes(bytes, this.#events.nowNs)) {
      counts.policed++;
      this.#drop(packet);
      return;
    }
    if (this.#backlogBytes + bytes > this.#queueBytes || this.#packets.end - this.#waiting >= this.#queuePackets) {
      counts.queueDrops++;
      this.#drop(packet);
      return;
    }
    this.#enqueue(packet, bytes);
  }

  #enqueue(/** @type {P} */ packet, /** @type {number} */ bytes) {
    const { counts } = this;
    const { nowNs } = this.#events;
    const packets = this.#packets;
    if (bytes !== this.#sentBytes) this.#computeSendingNs(bytes);
    const departsNs = Math.max(nowNs, this.#busyUntilNs) + this.#sendingNs;
    this.#busyUntilNs = departsNs;
    this.#backlogBytes += bytes;
    counts.queueByteSeconds += (bytes * (departsNs - nowNs)) / NS_PER_SECOND;
    if (this.#backlogBytes > counts.peakQueueBytes) counts.peakQueueBytes = this.#backlogBytes;
    packets.push(packet, departsNs);
    if (packets.size === 1) this.#timer.set(departsNs + this.#delayNs);
  }

  #computeSendingNs(/** @type {number} */ bytes) {
    this.#sentBytes = bytes;
    this.#sendingNs = this.#rateBps > 0 ? Math.round((bytes * 8 * NS_PER_SECOND) / this.#rateBps) : 0;
  }

  /** Takes off the queue what has departed. */
  #leave() {
    const packets = this.#packets;
    const { nowNs } = this.#events;
    while (this.#waiting < packets.end && packets.departsNsAt(this.#waiting) <= nowNs) {
      this.#backlogBytes -= packets.packetAt(this.#waiting).sizeBytes + this.#overheadBytes;
      this.#waiting++;
    }
  }

  /** The first packet arrives. For the timer. */
  arrive() {
    this.#leave();
    const packets = this.#packets;
    const packet = packets.shift();
    const { counts } = this;
    if (packets.size > 0) this.#timer.set(packets.departsNsAt(packets.head) + this.#delayNs);
    counts.delivered++;
    counts.deliveredBytes += packet.sizeBytes;
    this.#exit.pass(packet);
  }
}
