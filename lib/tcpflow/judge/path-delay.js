const FEWEST_WAITING = 64;

/**
 * Least delays around the point of capture, for one direction's data, in ns; NaN where nothing tells them.
 *
 * ```
 *   sender ◀──────── near ────────▶ capture ◀──── far ────▶ receiver
 *          acknowledgement goes by,          data goes by,
 *          until what the sender             until its acknowledgement
 *          sends with knowledge of it        goes by
 * ```
 * @typedef {object} PathDelay
 * @property {number} nearNs
 * @property {number} farNs
 * @property {number} roundTripNs their sum, or the part that is known
 */

/**
 * @param {[number, number]} leastNs of both directions (LeastDelay) @param {0|1} direction of the data
 * @returns {PathDelay}
 */
export function pathDelay(leastNs, direction) {
  const nearNs = leastNs[1 - direction], farNs = leastNs[direction];
  return { nearNs, farNs, roundTripNs: (nearNs || 0) + (farNs || 0) };
}

/** Something sent that waits for its answer: what the answer will say, and when it went by. */
class Waiting {
  #keys = new Float64Array(FEWEST_WAITING);
  #times = new Float64Array(FEWEST_WAITING);
  #first = 0;
  #end = 0;

  get isEmpty() { return this.#first === this.#end; }

  get key() { return this.#keys[this.#first]; }

  get timeNs() { return this.#times[this.#first]; }

  /** @param {number} key @param {number} timeNs */
  push(key, timeNs) {
    if (this.#end === this.#keys.length) this.#makeRoom();
    this.#keys[this.#end] = key;
    this.#times[this.#end++] = timeNs;
  }

  shift() { this.#first++; }

  #makeRoom() {
    const keys = this.#keys, times = this.#times, isMostlyRead = this.#first > keys.length / 2;
    if (!isMostlyRead) {
      this.#keys = new Float64Array(keys.length * 2);
      this.#times = new Float64Array(keys.length * 2);
    }
    this.#keys.set(keys.subarray(this.#first));
    this.#times.set(times.subarray(this.#first));
    this.#end -= this.#first;
    this.#first = 0;
  }
}

/** Least delay from the capture point to the receiver of a direction and back, over all packets of a connection. */
export class LeastDelay {
  /** NaN: nothing tells it. */
  ns = NaN;
  /** Segments not acknowledged yet that each went on where the last one ended. */
  #segments = new Waiting();
  /** Timestamps not echoed yet. */
  #stamps = new Waiting();
  #top = -Infinity;
  #acked = -Infinity;
  #disturbed = -Infinity;
  #latestStamp = 0;
  #stamped = false;

  /** The direction sends a segment, no copy. @param {number} seqOffset @param {number} endOffset @param {number} timeNs */
  sent(seqOffset, endOffset, timeNs) {
    if (seqOffset < this.#top) this.#disturbed = Math.max(this.#top, endOffset);
    else this.#segments.push(endOffset, timeNs);
    if (endOffset > this.#top) this.#top = endOffset;
  }

  /**
   * Shortest time from a segment to the acknowledgement of its last byte, while nothing up to there was sent again (Karn) or came late.
   * @param {number} ackOffset @param {number} timeNs
   */
  acknowledged(ackOffset, timeNs) {
    if (ackOffset <= this.#acked) return;
    this.#acked = ackOffset;
    const segments = this.#segments;
    while (!segments.isEmpty && segments.key < ackOffset) segments.shift();
    if (!segments.isEmpty && segments.key === ackOffset && ackOffset > this.#disturbed) this.#take(timeNs - segments.timeNs);
  }

  /** The direction sends a timestamp. @param {number} tsValue @param {number} timeNs */
  stamped(tsValue, timeNs) {
    if (this.#stamped && ((tsValue - this.#latestStamp) | 0) <= 0) return;
    this.#stamped = true;
    this.#latestStamp = tsValue;
    this.#stamps.push(tsValue, timeNs);
  }

  /**
   * Shortest time from the first packet that bears a timestamp to the first that echoes it (as pping does). What is echoed late, since
   * the other side had nothing to send, is longer and does not count.
   * @param {number} tsEcho @param {number} timeNs
   */
  echoed(tsEcho, timeNs) {
    const stamps = this.#stamps;
    while (!stamps.isEmpty && ((stamps.key - tsEcho) | 0) < 0) stamps.shift();
    if (stamps.isEmpty || stamps.key !== tsEcho) return;
    this.#take(timeNs - stamps.timeNs);
    stamps.shift();
  }

  /** @param {number} ns */
  #take(ns) {
    if (!(ns >= this.ns)) this.ns = ns;
  }
}
