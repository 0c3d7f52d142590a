import { CE } from '../../shared/tcp-numbers.js';
import { NOT_ECT } from '../tcp/ecn.js';
import { NS_PER_SECOND } from '../units.js';
import { Codel } from './codel.js';
import { Timer } from './event-queue.js';
import { newCounts } from './link.js';
import { Loss, needsLoss } from './loss.js';
import { PacketRing } from './packet-ring.js';
import { Pauses } from './pauses.js';
import { Policer } from './policer.js';
import { OPPORTUNITY_BYTES, RateTrace } from './rate-trace.js';
import { Wire } from './wire.js';

/** RFC 8289, section 5.3: CoDel leaves a queue alone that holds no more than a full packet. */
const FULL_PACKET_BYTES = 1514;

/**
 * @typedef {object} QueueFields
 * @property {number} [markBytes] packets that allow it are marked (CE, RFC 3168) when more waits already
 * @property {import('./codel.js').CodelOptions} [codel]
 * @property {number[]} [traceNs] opportunities to send (RateTrace), instead of a rate
 * @property {import('./pauses.js').Pause[]} [pauses] in which nothing departs, in order
 * @property {import('./pauses.js').Pause[]} [stalls] in which the host before the link stands still, in order
 *   (StallingLink)
 */
/** ECN as in the IP header. @typedef {import('./link.js').Packet & { ecn: number }} MarkablePacket */
/** @typedef {import('./link.js').LinkOptions & QueueFields & import('./wire.js').WireOptions} QueueLinkOptions */

/**
 * One direction of a link, whose packets depart one by one: for a queue that is managed, a rate that changes, and wires
 * that do more than delay. Each packet takes two events; one that comes at the very moment at which another has been
 * sent at a rate finds that one still there, or not, by which of the two events was set first, whereas in Link it is
 * gone.
 *
 *     send ──▶ lost? ──▶ policed? ──▶ queue full? ──▶ marked? ──▶ ▯▯▯▯ CoDel ──▶ rate or trace ──▶ wire ──▶ deliver
 *
 * @template {MarkablePacket} P
 */
export class QueueLink {
  #events;
  #options;
  #loss;
  #policer;
  #codel;
  #trace;
  #pauses;
  #wire;
  #drop;
  #timer;
  /** Waiting, with the time at which each came. @type {PacketRing<P>} */
  #packets = new PacketRing();
  /** The packet being sent. @type {P|null} */
  #sending = null;
  /** Of it, bytes that no opportunity has carried yet. */
  #leftBytes = 0;
  #backlogBytes = 0;
  #countedNs = 0;
  counts = newCounts();

  /**
   * @param {import('./event-queue.js').EventQueue} events
   * @param {import('./random.js').Random} random
   * @param {QueueLinkOptions} options
   * @param {import('./link.js').Exit<P>} exit
   * @param {(packet: P) => void} drop called with packets that will not be delivered
   * @param {(packet: P) => P} copy makes another one of a packet
   */
  constructor(events, random, options, exit, drop, copy) {
    this.#events = events;
    this.#options = options;
    this.#loss = needsLoss(options) ? new Loss(options, random) : null;
    this.#policer = options.policer ? new Policer(options.policer) : null;
    this.#codel = options.codel ? new Codel(options.codel) : null;
    this.#trace = options.traceNs ? new RateTrace(options.traceNs) : null;
    this.#pauses = new Pauses(options.pauses);
    this.#wire = new Wire(events, random, options, exit, copy, this.counts);
    this.#drop = drop;
    this.#timer = new Timer(events, () => (this.#trace ? this.#useOpportunity(this.#trace) : this.#depart()));
  }

  get onTheWay() {
    return this.#packets.size + (this.#sending ? 1 : 0) + this.#wire.onTheWay;
  }

  /** @param {P} packet */
  send(packet) {
    const { counts } = this;
    const bytes = this.#bytesOf(packet);
    counts.sent++;
    counts.sentBytes += packet.sizeBytes;
    if (packet.length > 0) {
      counts.dataPackets++;
      counts.dataBytes += packet.length;
    }
    const cause = this.#causeOfDrop(packet, bytes);
    if (cause !== null) {
      counts[cause]++;
      this.#drop(packet);
      return;
    }
    this.#addBacklog(bytes);
    counts.peakQueueBytes = Math.max(counts.peakQueueBytes, this.#backlogBytes);
    if (this.#backlogBytes - bytes > (this.#options.markBytes ?? Infinity) && packet.ecn !== NOT_ECT) {
      this.#mark(packet);
    }
    this.#packets.push(packet, this.#events.nowNs);
    if (!this.#timer.isSet) this.#start();
  }

  /** @param {P} packet */
  #bytesOf(packet) {
    return packet.sizeBytes + (this.#options.overheadBytes ?? 0);
  }

  /** @param {P} packet @param {number} bytes @returns {'lost'|'policed'|'queueDrops'|null} */
  #causeOfDrop(packet, bytes) {
    const { queueBytes = Infinity, queuePackets = Infinity } = this.#options;
    if (this.#loss?.takes(packet)) return 'lost';
    if (this.#policer?.passes(bytes, this.#events.nowNs) === false) return 'policed';
    const isFull =
      this.#backlogBytes + bytes > queueBytes || this.#packets.size + (this.#sending ? 1 : 0) >= queuePackets;
    return isFull ? 'queueDrops' : null;
  }

  #mark(/** @type {P} */ packet) {
    if (packet.ecn !== CE) this.counts.marked++;
    packet.ecn = CE;
  }

  /** @param {number} bytes */
  #addBacklog(bytes) {
    const { nowNs } = this.#events;
    this.counts.queueByteSeconds += (this.#backlogBytes * (nowNs - this.#countedNs)) / NS_PER_SECOND;
    this.#countedNs = nowNs;
    this.#backlogBytes += bytes;
  }

  /** Nothing is being sent: something may be. */
  #start() {
    const { nowNs } = this.#events;
    if (this.#trace) {
      this.#trace.skipTo(nowNs);
      this.#timer.set(this.#nextOpportunityNs(this.#trace));
      return;
    }
    const pauseEndNs = this.#pauses.endNs(nowNs);
    if (pauseEndNs > nowNs) this.#timer.set(pauseEndNs);
    else if (this.#takeNext()) this.#timer.set(nowNs + this.#sendingNs());
  }

  #sendingNs() {
    const { rateBps } = this.#options;
    return rateBps && this.#sending ? Math.round((this.#bytesOf(this.#sending) * 8 * NS_PER_SECOND) / rateBps) : 0;
  }

  /** @returns {boolean} there is something to send */
  #takeNext() {
    this.#sending = this.#codel ? this.#codel.next(this.#managed, this.#events.nowNs) : (this.#take()?.packet ?? null);
    if (this.#sending) this.#leftBytes = this.#bytesOf(this.#sending);
    return this.#sending !== null;
  }

  #take = () => {
    if (this.#packets.size === 0) return null;
    const sojournNs = this.#events.nowNs - this.#packets.departsNsAt(this.#packets.head);
    const packet = this.#packets.shift();
    return { packet, sojournNs, isLast: this.#backlogBytes - this.#bytesOf(packet) <= FULL_PACKET_BYTES };
  };

  /** What CoDel does to the queue. */
  #managed = {
    take: this.#take,
    drop: (/** @type {P} */ packet) => {
      this.counts.managedDrops++;
      this.#addBacklog(-this.#bytesOf(packet));
      this.#drop(packet);
    },
    mark: (/** @type {P} */ packet) => this.#mark(packet),
  };

  #depart() {
    if (this.#sending) this.#carry(this.#sending);
    if (this.#packets.size > 0) this.#start();
  }

  #carry(/** @type {P} */ packet) {
    this.#addBacklog(-this.#bytesOf(packet));
    this.#sending = null;
    this.#wire.carry(packet);
  }

  /** @param {RateTrace} trace */
  #useOpportunity(trace) {
    trace.take();
    let roomBytes = OPPORTUNITY_BYTES;
    while (roomBytes > 0 && (this.#sending || this.#takeNext())) {
      const usedBytes = Math.min(roomBytes, this.#leftBytes);
      roomBytes -= usedBytes;
      this.#leftBytes -= usedBytes;
      if (this.#leftBytes === 0 && this.#sending) this.#carry(this.#sending);
    }
    if (this.#sending || this.#packets.size > 0) this.#timer.set(this.#nextOpportunityNs(trace));
  }

  /** @param {RateTrace} trace @returns {number} of those that are in no pause */
  #nextOpportunityNs(trace) {
    for (let endNs = this.#pauses.endNs(trace.nextNs); endNs > trace.nextNs; endNs = this.#pauses.endNs(trace.nextNs)) {
      trace.skipTo(endNs);
    }
    return trace.nextNs;
  }
}

/** @param {QueueLinkOptions} options @returns {boolean} they ask for more than Link does */
export function needsQueueLink({ markBytes, codel, traceNs, pauses, jitterNs, reorder, duplicate }) {
  return [markBytes, codel, traceNs, pauses, jitterNs, reorder, duplicate].some((option) => option !== undefined);
}
