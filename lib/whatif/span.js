/** The active time span of a connection, in a capture and in a replay alike. */
import { TCP } from '../transport/tcp/header.js';

/** @typedef {import('../transport/tcp/tcp-packets.js').TcpPackets} TcpPackets */

const { FIN } = TCP;

/** Tracks one connection, packet by packet, without the handshake: a lost SYN says nothing about the rest. */
export class SpanMeter {
  /** When how many bytes of the direction were acknowledged. @type {number[]} */
  times = [];
  /** @type {number[]} */
  bytes = [];

  /** @param {number} [direction] whose acknowledged bytes are noted */
  constructor(direction = -1) {
    this.direction = direction;
  }

  startNs = -1;
  endNs = -1;
  /**
   * The same for the direction's data only: a client's last data, such as a final credit, comes later and nobody waits
   * for it.
   */
  directionEndNs = -1;
  /** Sequence offsets after the data of either direction, and whether they are unacknowledged. */
  #highest = [1, 1];
  #acknowledged = [1, 1];

  /** @param {number} timeNs @param {number} bytes */
  #note(timeNs, bytes) {
    this.times.push(timeNs);
    this.bytes.push(bytes);
  }

  /**
   * @param {number} timeNs
   * @param {number} direction
   * @param {number} dataEnd sequence offset after its payload; 0 without payload
   * @param {number} ack −1 without
   */
  see(timeNs, direction, dataEnd, ack) {
    if (this.startNs < 0 && dataEnd > 0) {
      this.startNs = timeNs;
      this.endNs = timeNs;
    }
    const other = 1 - direction;
    const acked = Math.min(ack, this.#highest[other]);
    if (this.startNs >= 0 && acked > this.#acknowledged[other]) {
      this.#acknowledged[other] = acked;
      this.endNs = timeNs;
      if (other === this.direction) {
        this.directionEndNs = timeNs;
        this.#note(timeNs, acked - 1);
      }
    }
    this.#highest[direction] = Math.max(this.#highest[direction], dataEnd);
  }
}

/** Points of a curve: enough for a diagram. */
const CURVE_POINTS = 1000;

/**
 * Acknowledged bytes of several connections together.
 * @param {SpanMeter[]} meters @param {number} startNs
 * @returns {[number, number][]} seconds since `startNs`, bytes; ascending, thinned out
 */
export function curveOf(meters, startNs) {
  const steps = meters
    .flatMap(({ times, bytes }) =>
      times.map((timeNs, i) => ({ timeNs, more: bytes[i] - (i === 0 ? 0 : bytes[i - 1]) })),
    )
    .sort((a, b) => a.timeNs - b.timeNs);
  /** @type {[number, number][]} */
  const curve = [];
  let total = 0;
  const every = Math.ceil(steps.length / CURVE_POINTS);
  steps.forEach(({ timeNs, more }, i) => {
    total += more;
    if (i % every === 0 || i === steps.length - 1) curve.push([Math.round(timeNs - startNs) / 1e9, total]);
  });
  return curve;
}

/**
 * The span of a captured connection, measured as that of a replayed one.
 * @param {TcpPackets} packets
 * @param {number} direction 0: the client's data
 * @returns {SpanMeter}
 */
export function observedSpan(packets, direction) {
  const meter = new SpanMeter(direction);
  for (let i = 0; i < packets.count; i++) {
    const dataEnd = packets.length[i] === 0 ? 0 : packets.endOffset[i] - (packets.flags[i] & FIN);
    meter.see(packets.timeNs[i], packets.direction[i], dataEnd, packets.ackOffset[i]);
  }
  return meter;
}
