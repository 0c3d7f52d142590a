import { OPTION } from '../../../../lib/engine/segment-batch.js';

/** @typedef {import('../../../../lib/tcpflow/connection/connection-packets.js').ConnectionPackets} ConnectionPackets */

/** Timestamp clocks that systems use, ns a tick: Linux 1 ms (4 and 10 ms of old), microseconds since 6.7. */
const TICKS_NS = [1e6, 10e6, 4e6, 1e3, 100e6, 500e6, 1e9];
/** The measured tick may be off by this share: clocks differ little, but short connections measure badly. */
const TICK_TOLERANCE = 0.15;
const MIN_TICKS = 5;

/**
 * The clock that a direction's timestamps show, as seen at the capture point. A packet with value v left at
 * `offsetNs + v · tickNs`, up to a tick later, in the capture's time plus the shortest delay from the sender to the
 * capture point.
 * @typedef {{ tickNs: number, offsetNs: number, firstValue: number }} SenderClock
 */

/**
 * @param {ConnectionPackets} packets @param {number} direction
 * @returns {SenderClock | null} null without timestamps, or where they do not run like a clock
 */
export function senderClock(packets, direction) {
  let first = -1;
  let last = -1;
  for (let i = 0; i < packets.count; i++) {
    if (packets.direction[i] !== direction || (packets.options[i] & OPTION.TIMESTAMPS) === 0) continue;
    if (first < 0) first = i;
    last = i;
  }
  if (first < 0) return null;
  const firstValue = packets.tsValue[first];
  const ticks = (packets.tsValue[last] - firstValue) | 0;
  if (ticks < MIN_TICKS) return null;
  const measuredNs = (packets.timeNs[last] - packets.timeNs[first]) / ticks;
  const tickNs = TICKS_NS.find((tick) => Math.abs(measuredNs / tick - 1) < TICK_TOLERANCE);
  if (tickNs === undefined) return null;
  let offsetNs = Infinity;
  for (let i = first; i <= last; i++) {
    if (packets.direction[i] !== direction || (packets.options[i] & OPTION.TIMESTAMPS) === 0) continue;
    offsetNs = Math.min(offsetNs, packets.timeNs[i] - ((packets.tsValue[i] - firstValue) | 0) * tickNs);
  }
  return { tickNs, offsetNs, firstValue };
}

/**
 * The earliest time at which a packet of the clock's direction left.
 * @param {SenderClock} clock
 * @param {number} tsValue
 */
export const leftAfterNs = ({ tickNs, offsetNs, firstValue }, tsValue) =>
  offsetNs + ((tsValue - firstValue) | 0) * tickNs;

/**
 * The clock's value at a time.
 * @param {SenderClock} clock
 * @param {number} timeNs
 * @returns {number} as a 32-bit pattern
 */
export const valueAt = ({ tickNs, offsetNs, firstValue }, timeNs) =>
  (firstValue + Math.floor((timeNs - offsetNs) / tickNs)) | 0;
