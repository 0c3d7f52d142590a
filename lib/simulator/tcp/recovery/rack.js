import { DUPLICATE_THRESHOLD } from '../send-queue.js';

/** @typedef {import('../sent.js').Sent} Sent */

const MAX_STEPS = 255;
/** Recoveries for which a window that duplicates made wider stays so (RFC 8985, section 6.2, step 4). */
const PERSISTS_RECOVERIES = 16;

/** Loss by time (RFC 8985): a segment is lost if it was sent long enough before one that has arrived. */
export class Rack {
  /** Of the sending that arrived and was the last to be sent. */
  #order = -1;
  /** Known once something has arrived. */
  #rttNs = NaN;
  /** The reordering window, in quarters of the shortest round trip. */
  #steps = 1;
  #persists = 0;
  #hasDuplicate = false;
  /** Of the first sending after the window was made wider. */
  #widenedOrder = 0;

  /** @param {Sent} sent has arrived @param {number} nowNs @param {number} minRttNs */
  onDelivered(sent, nowNs, minRttNs) {
    const rttNs = nowNs - sent.sentNs;
    if (sent.times > 1 && rttNs < minRttNs) return; // the acknowledgement is of an earlier sending
    this.#rttNs = rttNs;
    this.#order = Math.max(this.#order, sent.order);
  }

  /** @param {Sent|null} sent @returns {boolean} something that was sent after it has arrived */
  isAfter(sent) {
    return sent !== null && sent.order < this.#order;
  }

  /** The receiver reports a duplicate: reordering, not loss. */
  onDuplicate() {
    this.#hasDuplicate = true;
  }

  /** At the end of a recovery. @param {boolean} wasNeeded */
  onRecovered(wasNeeded) {
    if (!wasNeeded) this.#persists = Math.min(this.#persists + 1, PERSISTS_RECOVERIES);
    else if (this.#persists > 0) this.#persists--;
  }

  /**
   * Widens the reordering window, once a round trip at most, or lets go of that.
   * @param {number} nextOrder of the next sending
   */
  adapt(nextOrder) {
    if (this.#order < this.#widenedOrder) this.#hasDuplicate = false;
    if (this.#hasDuplicate) {
      this.#steps = Math.min(this.#steps + 1, MAX_STEPS);
      this.#persists = PERSISTS_RECOVERIES;
      this.#widenedOrder = nextOrder;
      this.#hasDuplicate = false;
    } else if (this.#persists === 0) this.#steps = 1;
  }

  /**
   * @param {import('../send-queue.js').SendQueue} queue @param {import('../rtt-estimator.js').RttEstimator} rtt
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

  /**
   * @param {import('../send-queue.js').SendQueue} queue
   * @param {import('../rtt-estimator.js').RttEstimator} rtt
   * @param {boolean} isRecovering
   */
  #reorderingNs(queue, rtt, isRecovering) {
    if (!queue.sawReordering && (isRecovering || queue.sackedOut >= DUPLICATE_THRESHOLD)) return 0;
    return Math.floor(Math.min((rtt.minRttNs / 4) * this.#steps, rtt.srttNs));
  }
}
