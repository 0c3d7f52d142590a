import { OPTION } from '../../engine/segment-batch.js';

/** @typedef {import('../connection/connection-packets.js').ConnectionPackets} ConnectionPackets */

/** Ticks of hosts' timestamp clocks (RFC 7323 section 5.4: 1 ms to 1 s) that are fine enough to show a queue. */
const TICKS_NS = [1e6, 4e6, 10e6];
/** How close to one of these the clock's rate must be, over so long: a growing queue makes it seem slow. */
const TICK_ERROR = 0.03;
const TICK_SLOW = 0.1;
const MIN_TIMED_NS = 100e6;
/** A segment later than its timestamp by more than this has waited; less is rounding and clock drift. */
const MIN_TICKS = 3;
const DRIFT = 2e-4;
/** Least segments with timestamps, and the share of them that had waited. */
const MIN_SEGMENTS = 20;
const QUEUED_SHARE = 0.5;
/** A queue exists before half of the time is over; a clock with a wrong rate is only half as late by then. */
const EARLY_SHARE = 0.6;

/**
 * How long segments had waited in their sender's host, or right after it, by their timestamps: TCP timestamps a segment
 * when passing it down; a capture after the host's queue, or a shaper, sees it when it leaves.
 *
 * ```
 *   stamped   ■■■■■■■■                  ■■■■■■■■
 *   captured  ■  ■  ■  ■  ■  ■  ■  ■    ■  ■  ■  ■  ■  ■ …
 *                               │◀ waited
 * ```
 *
 * @param {ConnectionPackets} packets @param {number} direction
 * @returns {number | null} the longest, ns; null where most of them did not wait, or it is unknown
 */
export function hostQueueNs(packets, direction) {
  const { count, length, timeNs } = packets;
  const clock = clockOf(packets, direction);
  if (clock === null) return null;
  const { first, last, tickNs, lagNs } = clock;
  const halfNs = (timeNs[first] + timeNs[last]) / 2;
  let segments = 0;
  let queued = 0;
  let mostNs = 0;
  let mostEarlyNs = 0;
  for (let i = first; i < count; i++) {
    if (length[i] === 0 || !isStamped(packets, direction, i)) continue;
    const waitedNs = lagNs(i);
    segments++;
    if (waitedNs <= MIN_TICKS * tickNs + (timeNs[i] - timeNs[first]) * DRIFT) continue;
    queued++;
    mostNs = Math.max(mostNs, waitedNs);
    if (timeNs[i] <= halfNs) mostEarlyNs = mostNs;
  }
  const isDrift = mostEarlyNs < mostNs * EARLY_SHARE;
  return segments >= MIN_SEGMENTS && queued >= segments * QUEUED_SHARE && !isDrift ? mostNs : null;
}

/** @param {ConnectionPackets} packets @param {number} direction @param {number} i */
const isStamped = ({ direction: directions, options }, direction, i) =>
  directions[i] === direction && (options[i] & OPTION.TIMESTAMPS) !== 0;

/**
 * A direction's timestamp clock against the capture's: how much later than its timestamp each packet is, the earliest
 * at 0.
 * @param {ConnectionPackets} packets
 * @param {number} direction
 */
function clockOf(packets, direction) {
  const { count, timeNs, tsValue } = packets;
  let first = 0;
  while (first < count && !isStamped(packets, direction, first)) first++;
  let last = count - 1;
  while (last > first && !isStamped(packets, direction, last)) last--;
  if (first >= count || timeNs[last] - timeNs[first] < MIN_TIMED_NS) return null;
  const ratio = (timeNs[last] - timeNs[first]) / ((tsValue[last] - tsValue[first]) | 0);
  const tickNs = TICKS_NS.find((ns) => ratio >= ns * (1 - TICK_ERROR) && ratio <= ns * (1 + TICK_SLOW));
  if (tickNs === undefined) return null;
  const behindNs = (/** @type {number} */ i) =>
    timeNs[i] - timeNs[first] - ((tsValue[i] - tsValue[first]) | 0) * tickNs;
  let leastNs = 0;
  for (let i = first; i <= last; i++) if (isStamped(packets, direction, i)) leastNs = Math.min(leastNs, behindNs(i));
  return { first, last, tickNs, lagNs: (/** @type {number} */ i) => behindNs(i) - leastNs };
}
