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
  /** Sent again since it counts as lost. */
  isAgainOnTheWay = false;
  /** Where it is selectively acknowledged: a place behind, up to which all others are too. */
  sackedTo = 0;
  /** In the list by time of sending. */
  isListed = false;
  /** @type {Sent|null} */
  older = null;
  /** @type {Sent|null} */
  newer = null;
}

/**
 * For all ends of a network, so that what was used last, and is near the processor, is used next: an end keeps nothing
 * for what it does not have on the way.
 */
export class SentPool {
  /** @type {Sent[]} */
  #free = [];

  /** @returns {Sent} as it was when last used */
  take() {
    return this.#free.pop() ?? new Sent();
  }

  /** @param {Sent} sent that nobody looks at any more */
  release(sent) {
    this.#free.push(sent);
  }
}
