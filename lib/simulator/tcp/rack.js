import { DUPLICATE_THRESHOLD } from './send-queue.js';

/** @typedef {import('./send-queue.js').Sent} Sent */

/** Loss by time (RFC 8985): lost is what was sent long enough before something that has arrived. */
export class Rack {
  /** Of the sending that arrived and was the last to be sent. */
  #order = -1;
  #rttNs = 0;

  /** @param {Sent} sent has arrived @param {number} nowNs @param {number} minRttNs */
  onDelivered(sent, nowNs, minRttNs) {
    const rttNs = nowNs - sent.sentNs;
    if (sent.times > 1 && rttNs < minRttNs) return; // the acknowledgement is of an earlier sending
    this.#rttNs = rttNs;
    this.#order = Math.max(this.#order, sent.order);
  }

  /**
   * @param {import('./send-queue.js').SendQueue} queue @param {import('./rtt-estimator.js').RttEstimator} rtt
   * @param {boolean} isRecovering @param {number} nowNs
   * @returns {number} when to look again for what may have been overtaken only; Infinity: not needed
   */
  markLost(queue, rtt, isRecovering, nowNs) {
    const reorderingNs = this.#reorderingNs(queue, rtt, isRecovering);
    for (let sent = queue.oldestSent; sent && sent.order < this.#order; sent = queue.oldestSent) {
      const dueNs = sent.sentNs + this.#rttNs + reorderingNs;
      if (dueNs > nowNs) return dueNs;
      queue.markLost(sent);
    }
    return Infinity;
  }

  /** @param {import('./send-queue.js').SendQueue} queue @param {import('./rtt-estimator.js').RttEstimator} rtt @param {boolean} isRecovering */
  #reorderingNs(queue, rtt, isRecovering) {
    if (!queue.sawReordering && (isRecovering || queue.sackedOut >= DUPLICATE_THRESHOLD)) return 0;
    return Math.floor(Math.min(rtt.minRttNs / 4, rtt.srttNs));
  }
}
