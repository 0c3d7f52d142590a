/** @typedef {import('../transport/packets.js').Packets} Packets */

/**
 * When a client received a server's data, from its acknowledgements: they include a queue between the capture point and
 * the client. A delayed acknowledgement is late, by 40 ms at most with Linux.
 */
export class Arrivals {
  /** When data of the server passed, and its end. @type {number[]} */
  #dataTimes = [];
  /** @type {number[]} */
  #reached = [];
  /** When the client acknowledged more, and how much. @type {number[]} */
  #ackTimes = [];
  /** @type {number[]} */
  #acked = [];
  #nearNs;

  /** @param {Packets} packets @param {number} nearNs round trip between the capture point and the client */
  constructor({ count, direction, timeNs, endOffset, length, ackOffset }, nearNs) {
    this.#nearNs = nearNs;
    for (let i = 0; i < count; i++) {
      if (direction[i] === 1 && length[i] > 0 && endOffset[i] > (this.#reached.at(-1) ?? 0)) {
        this.#dataTimes.push(timeNs[i]);
        this.#reached.push(endOffset[i]);
      } else if (direction[i] === 0 && ackOffset[i] > (this.#acked.at(-1) ?? 0)) {
        this.#ackTimes.push(timeNs[i]);
        this.#acked.push(ackOffset[i]);
      }
    }
  }

  /**
   * @param {number} passedNs when bytes passed the capture point
   * @returns {number} when they would have without a queue after it: never earlier
   */
  heardNs(passedNs) {
    const reached = this.#reached[countUpTo(this.#dataTimes, passedNs) - 1];
    if (reached === undefined) return passedNs;
    const ackNs = this.#ackTimes[countUpTo(this.#acked, reached - 1)];
    return ackNs === undefined ? passedNs : Math.max(passedNs, ackNs - this.#nearNs);
  }
}

/** @param {number[]} ascending @param {number} value @returns {number} how many are at most that */
function countUpTo(ascending, value) {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
