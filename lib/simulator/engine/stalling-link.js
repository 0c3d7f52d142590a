import { Timer } from './event-queue.js';
import { PacketRing } from './packet-ring.js';
import { Pauses } from './pauses.js';

/** @typedef {import('./link.js').Packet} Packet */
/**
 * @template P
 * @typedef {{ counts: ReturnType<typeof import('./link.js').newCounts>, onTheWay: number, send: (packet: P) => void }}
 *   InnerLink
 */

/**
 * Lets packets pass, but not while its host stands still: then they wait, without bound, and pass together at the end.
 * @template {Packet} P
 */
class Gate {
  #events;
  #pauses;
  #exit;
  #timer;
  /** @type {PacketRing<P>} */
  #waiting = new PacketRing();

  /**
   * @param {import('./event-queue.js').EventQueue} events
   * @param {import('./pauses.js').Pause[]} stalls
   * @param {import('./link.js').Exit<P>} exit
   */
  constructor(events, stalls, exit) {
    this.#events = events;
    this.#pauses = new Pauses(stalls);
    this.#exit = exit;
    this.#timer = new Timer(events, () => this.#open());
  }

  /** @param {P} packet */
  pass(packet) {
    const { nowNs } = this.#events;
    const endNs = this.#pauses.endNs(nowNs);
    if (endNs === nowNs && this.#waiting.size === 0) {
      this.#exit.pass(packet);
      return;
    }
    this.#waiting.push(packet, endNs);
    if (!this.#timer.isSet) this.#timer.set(endNs);
  }

  #open() {
    while (this.#waiting.size > 0) this.#exit.pass(this.#waiting.shift());
  }
}

/**
 * One direction of a link whose forwarding host stalls at times, as a busy software router or link emulator does:
 * packets that arrive meanwhile enter the queue together at the end; packets due for delivery are delivered at the end.
 * The queue's rate and delays continue, so a stall longer than the time to empty the full queue makes a burst that
 * overflows it (pauses of QueueLink do not: there packets meet the queue as they come).
 *
 *     send ──▶ gate ──▶ any link ──▶ gate ──▶ deliver
 *
 * @template {Packet} P
 */
export class StallingLink {
  #link;
  #before;

  /**
   * @param {import('./event-queue.js').EventQueue} events
   * @param {import('./pauses.js').Pause[]} stalls in order
   * @param {import('./link.js').Exit<P>} exit
   * @param {(exit: import('./link.js').Exit<P>) => InnerLink<P>} linkTo makes the link, which leads there
   */
  constructor(events, stalls, exit, linkTo) {
    const link = linkTo(new Gate(events, stalls, exit));
    this.#link = link;
    /** @type {import('./link.js').Exit<P>} */
    const entry = { pass: (packet) => link.send(packet) };
    this.#before = new Gate(events, stalls, entry);
  }

  /** Of the link between the gates: packets waiting before it are not sent yet, those after it are delivered. */
  get counts() {
    return this.#link.counts;
  }
  get onTheWay() {
    return this.#link.onTheWay;
  }

  /** @param {P} packet */
  send(packet) {
    this.#before.pass(packet);
  }
}
