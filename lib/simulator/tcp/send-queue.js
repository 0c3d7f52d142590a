import { DUPLICATE_THRESHOLD } from '../../shared/tcp-numbers.js';
import { SentPool } from './sent.js';

const FIRST_CAPACITY = 4;

/** @typedef {import('./sent.js').Sent} Sent */
/** @typedef {{ add: (sent: Sent) => void }} Arrivals */

/**
 * What was sent and not acknowledged, in order, with the counts that Linux keeps:
 *
 *     inFlight = packetsOut − sackedOut − lostOut + retransOut
 *
 * A list by time of sending contains what is neither known to have arrived nor known to be lost, if requested: only
 * RACK needs it. Without SACK, duplicate acknowledgements count as segments that arrived. An acknowledgement costs only
 * its news: ranges already selectively acknowledged are skipped in one step, and segments already marked lost are not
 * examined again.
 */
export class SendQueue {
  /** A ring: place p is at p & #mask. @type {Sent[]} */
  #ring = new Array(FIRST_CAPACITY);
  #mask = FIRST_CAPACITY - 1;
  #head = 0;
  #end = 0;
  /** All before is on its way again, or does not count as lost. */
  #lostHint = 0;
  /** All before counts as lost, or is selectively acknowledged. */
  #countedTo = 0;
  /** The three highest places that were ever selectively acknowledged, the highest first. */
  #highest = [-1, -1, -1];
  #sendings = 0;
  #isListing = true;
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
  /** Some data of the last cumulative acknowledgement had been retransmitted. */
  tookSentAgain = false;
  #pool;

  /** @param {SentPool} [pool] the network's */
  constructor(pool = new SentPool()) {
    this.#pool = pool;
  }

  /** As new, but for its room. @param {boolean} isListing by time of sending */
  restart(isListing) {
    this.#isListing = isListing;
    for (let place = this.#head; place < this.#end; place++) {
      const sent = this.#at(place);
      sent.older = sent.newer = null;
      this.#pool.release(sent);
    }
    this.#head = this.#end = this.#lostHint = this.#countedTo = this.#sendings = 0;
    if (this.#highest[0] >= 0) this.#highest.fill(-1);
    this.oldestSent = this.#newestSent = null;
    this.sackedOut = this.lostOut = this.retransOut = this.highestSacked = 0;
    this.sawReordering = this.tookSentAgain = false;
  }

  /** The place of the next sending among all. */
  get nextOrder() {
    return this.#sendings;
  }
  get packetsOut() {
    return this.#end - this.#head;
  }
  get inFlight() {
    return this.#end - this.#head - this.sackedOut - this.lostOut + this.retransOut;
  }
  /** Nothing counts as lost, and nothing was selectively acknowledged. */
  get isWhole() {
    return this.sackedOut === 0 && this.lostOut === 0;
  }
  get first() {
    return this.#at(this.#head);
  }
  get last() {
    return this.#at(this.#end - 1);
  }

  /** @param {number} place @returns {Sent} */
  #at(place) {
    return this.#ring[place & this.#mask];
  }

  /** @param {number} start @param {number} end @param {number} flags @param {number} nowNs @returns {Sent} */
  add(start, end, flags, nowNs) {
    if (this.#end - this.#head > this.#mask) this.#enlarge();
    const sent = this.#pool.take();
    this.#ring[this.#end & this.#mask] = sent;
    sent.place = this.#end++;
    sent.start = start;
    sent.end = end;
    sent.flags = flags;
    sent.sentNs = nowNs;
    sent.order = this.#sendings++;
    sent.times = 1;
    sent.sending = -1;
    sent.isSacked = sent.isLost = sent.isAgainOnTheWay = false;
    if (this.#isListing) this.#listAsNewest(sent);
    return sent;
  }

  #enlarge() {
    const before = this.#ring;
    const capacity = 2 * before.length;
    /** @type {Sent[]} */
    const ring = new Array(capacity);
    for (let place = this.#head; place < this.#end; place++) ring[place & (capacity - 1)] = before[place & this.#mask];
    this.#ring = ring;
    this.#mask = capacity - 1;
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
    if (this.#isListing) this.#listAsNewest(sent);
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
    if (sent.place < this.#lostHint) this.#lostHint = sent.place;
  }

  /** After a time-out all counts as lost that is not known to have arrived. @param {boolean} hasSack */
  markAllLost(hasSack) {
    if (!hasSack) this.sackedOut = 0;
    for (let place = this.#head; place < this.#end; place++) this.markLost(this.#at(place));
  }

  /** All that counts as lost is on its way after all. */
  unmarkLost() {
    for (let place = this.#head; place < this.#end; place++) {
      this.#at(place).isLost = this.#at(place).isAgainOnTheWay = false;
    }
    this.lostOut = this.retransOut = this.#countedTo = 0;
    if (this.#isListing) this.#listAll();
  }

  /** Rebuilds the list of data in flight, by time of sending. */
  #listAll() {
    const onTheWay = [];
    for (let place = this.#head; place < this.#end; place++) {
      if (!this.#at(place).isSacked) onTheWay.push(this.#at(place));
    }
    this.oldestSent = this.#newestSent = null;
    for (const sent of onTheWay.sort((a, b) => a.order - b.order)) {
      sent.newer = null;
      this.#listAsNewest(sent);
    }
  }

  /** Lost by the count of segments selectively acknowledged above (RFC 6675). */
  markLostByCount() {
    if (this.sackedOut < DUPLICATE_THRESHOLD) return;
    const end = this.#highest[DUPLICATE_THRESHOLD - 1];
    for (
      let place = this.#notSackedFrom(Math.max(this.#head, this.#countedTo));
      place < end;
      place = this.#notSackedFrom(place + 1)
    ) {
      const sent = this.#at(place);
      if (!sent.isLost) this.markLost(sent);
    }
    this.#countedTo = Math.max(this.#countedTo, end);
  }

  /** @returns {Sent|null} the first that is lost and not on the way again */
  nextLost() {
    if (this.lostOut === this.retransOut) return null;
    for (
      let place = this.#notSackedFrom(Math.max(this.#head, this.#lostHint));
      place < this.#end;
      place = this.#notSackedFrom(place + 1)
    ) {
      const sent = this.#at(place);
      if (!sent.isLost || sent.isAgainOnTheWay) continue;
      this.#lostHint = place;
      return sent;
    }
    return null;
  }

  /**
   * @param {number} ack all before is acknowledged
   * @param {Arrivals} arrivals called for each not known to have arrived before
   * @returns {number} segments taken off
   */
  acknowledge(ack, arrivals) {
    const from = this.#head;
    this.tookSentAgain = false;
    while (this.#head < this.#end && this.#at(this.#head).end <= ack) {
      const sent = this.#at(this.#head++);
      if (sent.times > 1) this.tookSentAgain = true;
      if (sent.isSacked) this.sackedOut--;
      else {
        if (sent.end < this.highestSacked && sent.times === 1) this.sawReordering = true;
        this.#arrived(sent);
        arrivals.add(sent);
      }
      this.#pool.release(sent);
    }
    return this.#head - from;
  }

  /**
   * @param {number} start @param {number} end a SACK block
   * @param {Arrivals} arrivals
   */
  selectivelyAcknowledge(start, end, arrivals) {
    for (
      let place = this.#notSackedFrom(this.#find(start));
      place < this.#end;
      place = this.#notSackedFrom(place + 1)
    ) {
      const sent = this.#at(place);
      if (sent.end > end) break;
      if (sent.end < this.highestSacked && sent.times === 1) this.sawReordering = true;
      this.#arrived(sent);
      sent.isSacked = true;
      sent.sackedTo = place + 1;
      this.sackedOut++;
      this.highestSacked = Math.max(this.highestSacked, sent.end);
      this.#noteHighest(place);
      arrivals.add(sent);
    }
  }

  /** @param {number} place selectively acknowledged now */
  #noteHighest(place) {
    const highest = this.#highest;
    let rank = highest.length;
    while (rank > 0 && highest[rank - 1] < place) rank--;
    for (let lower = highest.length - 1; lower > rank; lower--) highest[lower] = highest[lower - 1];
    if (rank < highest.length) highest[rank] = place;
  }

  /**
   * @param {number} from a place
   * @returns {number} the first from there on that is not selectively acknowledged, or the end
   */
  #notSackedFrom(from) {
    let place = from;
    while (place < this.#end && this.#at(place).isSacked) place = this.#at(place).sackedTo;
    for (let passed = from; passed < place;) {
      // so that the next time it is one step
      const sent = this.#at(passed);
      passed = sent.sackedTo;
      sent.sackedTo = place;
    }
    return place;
  }

  /** @param {number} offset @returns {number} place of the first that starts there or beyond */
  #find(offset) {
    let low = this.#head;
    let high = this.#end;
    while (low < high) {
      const middle = low + ((high - low) >> 1);
      if (this.#at(middle).start < offset) low = middle + 1;
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
