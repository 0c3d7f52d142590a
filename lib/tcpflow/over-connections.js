import { SURVEY } from '../engine/flow-fields.js';

/** @typedef {import('./tracker.js').TcpTracker} TcpTracker */

/** Connections that were open when they were looked at, and are looked at again: of more the rest are left to the end of the capture. */
const MAX_OPEN = 4096;
/** Connections looked at in one go. */
const LOOKED_AT = 64;

/**
 * Finds connections that are over while the capture is still being read, each of them once. What little may come behind, as a copy of an
 * acknowledgement, is for whoever asks to see by the number of packets. Connections that are plainly in order and short may be passed over.
 *
 * ```
 *   connection 0 … │ next … │ … the newest
 *   open ones kept │  not looked at yet
 * ```
 */
export class OverConnections {
  #tcp;
  #leastPackets;
  #next = 0;
  /** @type {number[]} */
  #open = [];
  /** Of those which comes next. */
  #turn = 0;

  /** @param {TcpTracker} tcp @param {number} leastPackets that make a connection worth finding though nothing else does */
  constructor(tcp, leastPackets) {
    this.#tcp = tcp;
    this.#leastPackets = leastPackets;
  }

  /** @returns {number} index of a connection; −1: none is known to be over now */
  next() {
    const { flows, packets } = this.#tcp;
    for (let looked = 0; looked < LOOKED_AT; looked++) {
      const flow = flows.next(this.#next, SURVEY.UNENDED | SURVEY.EVENTFUL, this.#leastPackets);
      if (flow >= flows.count) break;
      this.#next = flow + 1;
      if (flows.isOver(flow, packets.count)) return flow;
      if (this.#open.length < MAX_OPEN) this.#open.push(flow);
    }
    return this.#nextOfOpen();
  }

  #nextOfOpen() {
    const { flows, packets } = this.#tcp, open = this.#open;
    for (let looked = Math.min(open.length, LOOKED_AT); looked > 0; looked--) {
      this.#turn = this.#turn + 1 < open.length ? this.#turn + 1 : 0;
      const flow = open[this.#turn];
      if (!flows.isOver(flow, packets.count)) continue;
      open[this.#turn] = open[open.length - 1];
      open.pop();
      return flow;
    }
    return -1;
  }
}
