import { burstsOf } from './bursts.js';

const HIGH = 0.95;

/**
 * A connection's path, as QUIC's packet numbers and acknowledgements show it: what the inference of congestion windows,
 * phases and limits works on.
 */
export class QuicPath {
  #recovery;
  sack = true;

  /** @param {import('./recover.js').Recovery} recovery */
  constructor(recovery) {
    this.#recovery = recovery;
    this.vantages = recovery.vantages;
  }

  /** @param {number} direction @returns {import('../../transport/path.js').SenderOrder} */
  orderAtSender(direction) {
    const { walk, shiftNs, orderConfidence } = this.#recovery.directions[direction];
    const { count, packet, timeNs } = walk.log;
    return {
      method: shiftNs > 0 ? 'shifted' : 'captured',
      packet: packet.subarray(0, count),
      timeNs: timeNs.subarray(0, count),
      confidence: new Float32Array(count).fill(orderConfidence),
    };
  }

  /** @param {number} direction @returns {import('../../transport/path.js').FlightSeries} */
  flight(direction) {
    const { walk, orderConfidence } = this.#recovery.directions[direction];
    const { count, packet, timeNs, inFlight } = walk.log;
    return {
      count,
      packet: packet.subarray(0, count),
      timeNs: timeNs.subarray(0, count),
      bytes: inFlight.subarray(0, count),
      confidence: new Float32Array(count).fill(orderConfidence),
    };
  }

  /** @param {number} direction @returns {import('../../transport/round-trips.js').SenderSamples} */
  senderSamples(direction) {
    const { count, timeNs, rttNs } = this.#recovery.directions[direction].walk.samples;
    const sorted = rttNs.slice(0, count).sort();
    const at = (/** @type {number} */ share) => sorted[Math.min(count - 1, Math.floor(count * share))] ?? 0;
    return { count, timeNs, rttNs, leastNs: at(0), medianNs: at(0.5), highNs: at(HIGH) };
  }

  /** Whether packets came evenly spaced, as from a bottleneck: they are not looked at for it. */
  isSpaced() {
    return false;
  }

  /** Not looked for. */
  hostQueueNs() {
    return null;
  }

  /** @param {number} direction @param {import('../../transport/bursts.js').Habits} habits */
  bursts(direction, habits) {
    return burstsOf(this.#recovery.directions[direction], habits);
  }
}
