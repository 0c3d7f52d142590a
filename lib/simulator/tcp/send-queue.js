const COMPACT_AT = 1024;
/** Segments that must have been selectively acknowledged above a hole before it counts as lost (RFC 6675). */
export const DUPLICATE_THRESHOLD = 3;

/**
 * A segment's worth of sequence space that was sent and not acknowledged.
 * @typedef {object} Sent
 * @property {number} start
 * @property {number} end
 * @property {number} flags
 * @property {number} sentNs last
 * @property {number} order of the last sending among all
 * @property {number} times sent
 * @property {boolean} isSacked
 * @property {boolean} isLost
 * @property {boolean} isAgainOnTheWay sent again since it counts as lost
 * @property {boolean} isListed in the list by time of sending
 * @property {Sent|null} older
 * @property {Sent|null} newer
 * @property {number} sending number of the last; -1: none yet
 */

/**
 * What was sent and not acknowledged, in order, with the counts that Linux keeps:
 *
 *     inFlight = packetsOut − sackedOut − lostOut + retransOut
 *
 * A list by time of sending holds what is neither known to have arrived nor known to be lost. Without SACK, duplicate
 * acknowledgements count as segments that arrived.
 */
export class SendQueue {
  /** @type {Sent[]} */
  #queue = [];
  #head = 0;
  #lostHint = 0;
  #sendings = 0;
  /** @type {Sent|null} */
  oldestSent = null;
  /** @type {Sent|null} */
  #newestSent = null;
  sackedOut = 0;
  lostOut = 0;
  retransOut = 0;
  /** End of the highest SACK block. */
  highestSacked = 0;
  /** A segment was acknowledged that had been overtaken, not lost. */
  sawReordering = false;

  get packetsOut() { return this.#queue.length - this.#head; }
  get inFlight() { return this.packetsOut - this.sackedOut - this.lostOut + this.retransOut; }
  get first() { return this.#queue[this.#head]; }
  get last() { return this.#queue[this.#queue.length - 1]; }

  /** @param {number} start @param {number} end @param {number} flags @param {number} nowNs @returns {Sent} */
  add(start, end, flags, nowNs) {
    /** @type {Sent} */
    const sent = { start, end, flags, sentNs: nowNs, order: this.#sendings++, times: 1, isSacked: false, isLost: false, isAgainOnTheWay: false, isListed: false, older: null, newer: null, sending: -1 };
    this.#queue.push(sent);
    this.#listAsNewest(sent);
    return sent;
  }

  /** @param {Sent} sent @param {number} nowNs */
  noteSentAgain(sent, nowNs) {
    sent.times++;
    sent.sentNs = nowNs;
    sent.order = this.#sendings++;
    if (!sent.isAgainOnTheWay && sent.isLost) {
      sent.isAgainOnTheWay = true;
      this.retransOut++;
    }
    this.#unlist(sent);
    this.#listAsNewest(sent);
  }

  /** @param {Sent} sent a retransmission of it counts as lost too */
  markLost(sent) {
    if (sent.isSacked) return;
    if (sent.isAgainOnTheWay) {
      sent.isAgainOnTheWay = false;
      this.retransOut--;
    }
    if (!sent.isLost) this.lostOut++;
    sent.isLost = true;
    this.#unlist(sent);
    this.#lostHint = 0;
  }

  /** After a time-out all counts as lost that is not known to have arrived. @param {boolean} hasSack */
  markAllLost(hasSack) {
    if (!hasSack) this.sackedOut = 0;
    for (let index = this.#head; index < this.#queue.length; index++) this.markLost(this.#queue[index]);
  }

  /** All that counts as lost is on its way after all. */
  unmarkLost() {
    for (let index = this.#head; index < this.#queue.length; index++) this.#queue[index].isLost = this.#queue[index].isAgainOnTheWay = false;
    this.lostOut = this.retransOut = 0;
    this.#listAll();
  }

  /** Lists anew what is on its way, by time of sending. */
  #listAll() {
    const onTheWay = this.#queue.slice(this.#head).filter(({ isSacked }) => !isSacked).sort((a, b) => a.order - b.order);
    this.oldestSent = this.#newestSent = null;
    for (const sent of onTheWay) {
      sent.newer = null;
      this.#listAsNewest(sent);
    }
  }

  /** Lost by the count of segments selectively acknowledged above (RFC 6675). @returns {number} newly lost */
  markLostByCount() {
    if (this.sackedOut < DUPLICATE_THRESHOLD) return 0;
    const before = this.lostOut;
    let index = this.#queue.length, above = 0;
    while (above < DUPLICATE_THRESHOLD && index > this.#head) if (this.#queue[--index].isSacked) above++;
    for (let below = this.#head; below < index; below++) if (!this.#queue[below].isLost) this.markLost(this.#queue[below]);
    return this.lostOut - before;
  }

  /** @returns {Sent|null} the first that is lost and not on the way again */
  nextLost() {
    if (this.lostOut === this.retransOut) return null;
    for (let index = Math.max(this.#head, this.#lostHint); index < this.#queue.length; index++) {
      const sent = this.#queue[index];
      if (!sent.isLost || sent.isAgainOnTheWay) continue;
      this.#lostHint = index;
      return sent;
    }
    return null;
  }

  /**
   * @param {number} ack all before is acknowledged
   * @param {(sent: Sent) => void} onDelivered for each that was not known to have arrived
   * @returns {number} segments taken off
   */
  acknowledge(ack, onDelivered) {
    const from = this.#head;
    while (this.#head < this.#queue.length && this.#queue[this.#head].end <= ack) {
      const sent = this.#queue[this.#head++];
      if (sent.isSacked) this.sackedOut--;
      else {
        if (sent.end < this.highestSacked && sent.times === 1) this.sawReordering = true;
        this.#arrived(sent);
        onDelivered(sent);
      }
    }
    const taken = this.#head - from;
    if (this.#head >= COMPACT_AT && this.#head * 2 > this.#queue.length) {
      this.#queue.splice(0, this.#head);
      this.#lostHint = 0;
      this.#head = 0;
    }
    return taken;
  }

  /**
   * @param {number} start @param {number} end a SACK block
   * @param {(sent: Sent) => void} onDelivered
   */
  selectivelyAcknowledge(start, end, onDelivered) {
    for (let index = this.#find(start); index < this.#queue.length; index++) {
      const sent = this.#queue[index];
      if (sent.end > end) break;
      if (sent.isSacked) continue;
      if (sent.end < this.highestSacked && sent.times === 1) this.sawReordering = true;
      this.#arrived(sent);
      sent.isSacked = true;
      this.sackedOut++;
      this.highestSacked = Math.max(this.highestSacked, sent.end);
      onDelivered(sent);
    }
  }

  /** @param {number} offset @returns {number} index of the first that starts there or beyond */
  #find(offset) {
    let low = this.#head, high = this.#queue.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#queue[middle].start < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #arrived(/** @type {Sent} */ sent) {
    if (sent.isLost) this.lostOut--;
    if (sent.isAgainOnTheWay) this.retransOut--;
    sent.isLost = sent.isAgainOnTheWay = false;
    this.#unlist(sent);
  }

  #listAsNewest(/** @type {Sent} */ sent) {
    sent.isListed = true;
    sent.older = this.#newestSent;
    if (this.#newestSent) this.#newestSent.newer = sent;
    else this.oldestSent = sent;
    this.#newestSent = sent;
  }

  #unlist(/** @type {Sent} */ sent) {
    if (!sent.isListed) return;
    if (sent.older) sent.older.newer = sent.newer;
    else this.oldestSent = sent.newer;
    if (sent.newer) sent.newer.older = sent.older;
    else this.#newestSent = sent.older;
    sent.older = sent.newer = null;
    sent.isListed = false;
  }
}
