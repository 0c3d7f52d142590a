/**
 * A segment's worth of sequence space that was sent and not acknowledged; used again, by whichever end, when it is
 * acknowledged.
 */
export class Sent {
  start = 0;
  end = 0;
  flags = 0;
  /** Last. */
  sentNs = NaN;
  /** Of the last sending among all. */
  order = 0;
  /** Sent so often. */
  times = 0;
  /** Number of the last sending; -1: none yet. */
  sending = -1;
  /** Its place, counted on from the first ever. */
  place = 0;
  isSacked = false;
  isLost = false;
  /** Retransmitted since it counts as lost. */
  isAgainOnTheWay = false;
  /** If selectively acknowledged: a later index up to which all others are, too. */
  sackedTo = 0;
  /** In the list by time of sending. */
  isListed = false;
  /** @type {Sent|null} */
  older = null;
  /** @type {Sent|null} */
  newer = null;
}

/**
 * A pool for all ends of a network, so that objects used last, and so in the cache, are reused first: an end keeps none
 * beyond those in flight.
 */
export class SentPool {
  /** @type {Sent[]} */
  #free = [];

  /** @returns {Sent} as it was when last used */
  take() {
    return this.#free.pop() ?? new Sent();
  }

  /** @param {Sent} sent that is no longer used */
  release(sent) {
    this.#free.push(sent);
  }
}
