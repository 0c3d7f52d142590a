import { Timer } from './event-queue.js';
import { Loss } from './loss.js';

const NS_PER_SECOND = 1e9;
const COMPACT_AT = 1024;

/**
 * @typedef {object} LinkFields
 * @property {number} [delayNs] propagation
 * @property {number} [rateBps] bits per second; without it, packets take no time to send
 * @property {number} [queueBytes] drop-tail: most bytes that wait or are being sent
 * @property {number} [queuePackets] the same in packets
 * @property {number} [overheadBytes] counted with each packet, besides its IP datagram
 * @property {{ rateBps: number, burstBytes: number }} [policer] drops what finds its token bucket empty, and delays nothing
 */
/** @typedef {LinkFields & import('./loss.js').LossOptions} LinkOptions */

/**
 * What a link carries. `dropped` is written by the link that loses it.
 * @typedef {{ sizeBytes: number, length: number, dropped: boolean }} Packet
 */

/**
 * @template {Packet} P
 * @typedef {{ packet: P, departsNs: number }} Waiting
 */

/**
 * One direction of a link: loss, a drop-tail FIFO at a rate, and a delay.
 *
 *     send ──▶ lost? ──▶ policed? ──▶ queue full? ──▶ ▯▯▯▯ rate ──▶ ··· delay ··· ──▶ deliver
 *
 * When a packet departs is known when it comes, so only the next delivery is in the event queue: one event for each packet.
 * @template {Packet} P
 */
export class Link {
  #events;
  #options;
  #loss;
  #deliver;
  #timer;
  /** Not delivered yet from #head on, not departed yet from #waiting on. @type {Waiting<P>[]} */
  #packets = [];
  #head = 0;
  #waiting = 0;
  #busyUntilNs = 0;
  #backlogBytes = 0;
  #tokenBytes;
  #filledNs = 0;
  /** What went in came out, was dropped, or is still on the way. */
  counts = {
    sent: 0, sentBytes: 0, lost: 0, policed: 0, queueDrops: 0, delivered: 0, deliveredBytes: 0, peakQueueBytes: 0,
    /** Those sent that bear data, and their payload. */
    dataPackets: 0, dataBytes: 0,
    /** Bytes times the time that they wait or are being sent: divided by a stretch of time, the mean queue (Little's law). */
    queueByteSeconds: 0,
  };

  /**
   * @param {import('./event-queue.js').EventQueue} events
   * @param {import('./random.js').Random} random
   * @param {LinkOptions} options
   * @param {(packet: P) => void} deliver
   */
  constructor(events, random, options, deliver) {
    this.#events = events;
    this.#options = options;
    this.#loss = new Loss(options, random);
    this.#tokenBytes = options.policer?.burstBytes ?? 0;
    this.#deliver = deliver;
    this.#timer = new Timer(events, () => this.#arrive());
  }

  get onTheWay() { return this.#packets.length - this.#head; }

  /** @param {P} packet */
  send(packet) {
    this.counts.sent++;
    this.counts.sentBytes += packet.sizeBytes;
    if (packet.length > 0) {
      this.counts.dataPackets++;
      this.counts.dataBytes += packet.length;
    }
    if (this.#loss.takes(packet.length > 0)) {
      this.counts.lost++;
      packet.dropped = true;
      return;
    }
    this.#leave();
    const bytes = packet.sizeBytes + (this.#options.overheadBytes ?? 0);
    if (this.#isPoliced(bytes)) {
      this.counts.policed++;
      packet.dropped = true;
      return;
    }
    if (this.#isFull(bytes)) {
      this.counts.queueDrops++;
      packet.dropped = true;
      return;
    }
    this.#enqueue(packet, bytes);
  }

  #enqueue(/** @type {P} */ packet, /** @type {number} */ bytes) {
    const { rateBps, delayNs = 0 } = this.#options, { nowNs } = this.#events;
    const sendingNs = rateBps ? Math.round(bytes * 8 * NS_PER_SECOND / rateBps) : 0;
    const departsNs = Math.max(nowNs, this.#busyUntilNs) + sendingNs;
    this.#busyUntilNs = departsNs;
    this.#backlogBytes += bytes;
    this.counts.queueByteSeconds += bytes * (departsNs - nowNs) / NS_PER_SECOND;
    this.counts.peakQueueBytes = Math.max(this.counts.peakQueueBytes, this.#backlogBytes);
    this.#packets.push({ packet, departsNs });
    if (this.onTheWay === 1) this.#timer.set(departsNs + delayNs);
  }

  /** Takes tokens for what passes. @param {number} bytes */
  #isPoliced(bytes) {
    const { policer } = this.#options, { nowNs } = this.#events;
    if (policer === undefined) return false;
    this.#tokenBytes = Math.min(policer.burstBytes, this.#tokenBytes + (nowNs - this.#filledNs) * policer.rateBps / (8 * NS_PER_SECOND));
    this.#filledNs = nowNs;
    if (this.#tokenBytes < bytes) return true;
    this.#tokenBytes -= bytes;
    return false;
  }

  /** @param {number} bytes */
  #isFull(bytes) {
    const { queueBytes = Infinity, queuePackets = Infinity } = this.#options;
    return this.#backlogBytes + bytes > queueBytes || this.#packets.length - this.#waiting >= queuePackets;
  }

  /** Takes off the queue what has departed. */
  #leave() {
    const { overheadBytes = 0 } = this.#options;
    while (this.#waiting < this.#packets.length && this.#packets[this.#waiting].departsNs <= this.#events.nowNs) {
      this.#backlogBytes -= this.#packets[this.#waiting].packet.sizeBytes + overheadBytes;
      this.#waiting++;
    }
  }

  #arrive() {
    this.#leave();
    const { packet } = this.#packets[this.#head++];
    if (this.#head >= COMPACT_AT && this.#head * 2 > this.#packets.length) this.#compact();
    if (this.onTheWay > 0) this.#timer.set(this.#packets[this.#head].departsNs + (this.#options.delayNs ?? 0));
    this.counts.delivered++;
    this.counts.deliveredBytes += packet.sizeBytes;
    this.#deliver(packet);
  }

  #compact() {
    this.#packets.splice(0, this.#head);
    this.#waiting -= this.#head;
    this.#head = 0;
  }
}
