/** Whether a link spaced a sender's segments, or the sender itself by pacing. */

/** @typedef {import('../transport/tcp/tcp-packets.js').TcpPackets} Packets */

/** Segments of a train that a link would have spaced, as in the inferred rate (insight/path/bottleneck.js). */
const TRAIN_SEGMENTS = 8;
/** A link widens smaller gaps; this factor is more than chance. */
const CLOSER = 2;

/**
 * Segments sent closely come out of a link spaced by its rate. A train that left no closer than that was paced by its
 * sender, and one that left closer and came out faster shows a faster link: then the most frequent rate of
 * acknowledgements is the sender's. The capture must have been taken at the sender.
 * @param {Packets} packets
 * @param {number} direction
 * @param {{ bytesPerSecond: number, mss: number }} train rate by the spacing of acknowledgements
 * @returns {boolean} no train left closer than that and came out so
 */
export function spacedByItself(packets, direction, { bytesPerSecond, mss }) {
  const acked = new Acknowledgements(packets, direction);
  const times = new Float64Array(TRAIN_SEGMENTS);
  const ends = new Float64Array(TRAIN_SEGMENTS);
  let sent = 0;
  for (let i = 0; i < packets.count; i++) {
    if (packets.direction[i] !== direction || packets.length[i] === 0) continue;
    const at = sent++ % TRAIN_SEGMENTS;
    times[at] = packets.timeNs[i];
    ends[at] = packets.endOffset[i];
    const first = sent % TRAIN_SEGMENTS;
    const bytes = ends[at] - ends[first];
    if (sent < TRAIN_SEGMENTS || bytes < (TRAIN_SEGMENTS - 1) * mss) continue;
    const sentRate = rateOf(bytes, times[at] - times[first]);
    if (sentRate <= bytesPerSecond * CLOSER) continue;
    const cameOutAt = rateOf(bytes, acked.timeNs(ends[at]) - acked.timeNs(ends[first]));
    if (cameOutAt < bytesPerSecond * CLOSER) return false;
  }
  return true;
}

/** @param {number} bytes @param {number} ns @returns {number} bytes a second */
const rateOf = (bytes, ns) => (ns > 0 ? (bytes * 1e9) / ns : Infinity);

/** When a direction's bytes were acknowledged. */
class Acknowledgements {
  #count = 0;
  #offsets;
  #times;

  /** @param {Packets} packets @param {number} direction of the data */
  constructor(packets, direction) {
    this.#offsets = new Float64Array(packets.count);
    this.#times = new Float64Array(packets.count);
    let highest = 1;
    for (let i = 0; i < packets.count; i++) {
      if (packets.direction[i] === direction || packets.ackOffset[i] <= highest) continue;
      highest = packets.ackOffset[i];
      this.#offsets[this.#count] = highest;
      this.#times[this.#count++] = packets.timeNs[i];
    }
  }

  /** @param {number} end @returns {number} of the first that covers it; −1: none does */
  timeNs(end) {
    let low = 0;
    let high = this.#count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#offsets[middle] < end) low = middle + 1;
      else high = middle;
    }
    return low < this.#count ? this.#times[low] : -1;
  }
}
