import { OPTION } from '../../engine/segment-batch.js';

/** @typedef {import('../connection/connection-packets.js').ConnectionPackets} ConnectionPackets */

/** Ticks that hosts' timestamp clocks have (RFC 7323 section 5.4: 1 ms to 1 s), as far as a queue shows in them. */
const TICKS_NS = [1e6, 4e6, 10e6];
/** How near to one the clock must run, over so long: a queue that grows makes it seem slow. */
const TICK_ERROR = 0.03;
const TICK_SLOW = 0.1;
const LEAST_TIMED_NS = 100e6;
/** Behind its stamp by more than this a segment has waited: rounding, and clocks that drift apart. */
const LEAST_TICKS = 3;
const DRIFT = 2e-4;
/** Segments that show how a direction goes, and how many of them had waited. */
const LEAST_SEGMENTS = 20;
const QUEUED_SHARE = 0.5;
/** A queue has stood before half of the time is over; a clock that runs wrong is half as far behind then. */
const EARLY_SHARE = 0.6;

/**
 * How long segments had waited in their sender's host, or in front of it, by their timestamps: TCP stamps a segment
 * when it hands it down; a capture behind the host's queue, or a shaper, has it when it leaves.
 *
 * ```
 *   stamped   ■■■■■■■■                  ■■■■■■■■
 *   captured  ■  ■  ■  ■  ■  ■  ■  ■    ■  ■  ■  ■  ■  ■ …
 *                               │◀ waited
 * ```
 *
 * @param {ConnectionPackets} packets @param {number} direction
 * @returns {number | null} the most, ns; null where most of them did not wait, or that cannot be known
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
    if (waitedNs <= LEAST_TICKS * tickNs + (timeNs[i] - timeNs[first]) * DRIFT) continue;
    queued++;
    mostNs = Math.max(mostNs, waitedNs);
    if (timeNs[i] <= halfNs) mostEarlyNs = mostNs;
  }
  const isDrift = mostEarlyNs < mostNs * EARLY_SHARE;
  return segments >= LEAST_SEGMENTS && queued >= segments * QUEUED_SHARE && !isDrift ? mostNs : null;
}

/** @param {ConnectionPackets} packets @param {number} direction @param {number} i */
const isStamped = ({ direction: directions, options }, direction, i) =>
  directions[i] === direction && (options[i] & OPTION.TIMESTAMPS) !== 0;

/**
 * A direction's timestamp clock against the capture's: how far behind its stamp each packet is, the promptest at 0.
 * @param {ConnectionPackets} packets
 * @param {number} direction
 */
function clockOf(packets, direction) {
  const { count, timeNs, tsValue } = packets;
  let first = -1;
  let last = -1;
  for (let i = 0; i < count; i++) {
    if (!isStamped(packets, direction, i)) continue;
    if (first < 0) first = i;
    last = i;
  }
  if (first < 0 || timeNs[last] - timeNs[first] < LEAST_TIMED_NS) return null;
  const ratio = (timeNs[last] - timeNs[first]) / ((tsValue[last] - tsValue[first]) | 0);
  const tickNs = TICKS_NS.find((ns) => ratio >= ns * (1 - TICK_ERROR) && ratio <= ns * (1 + TICK_SLOW));
  if (tickNs === undefined) return null;
  const behindNs = (/** @type {number} */ i) =>
    timeNs[i] - timeNs[first] - ((tsValue[i] - tsValue[first]) | 0) * tickNs;
  let leastNs = 0;
  for (let i = first; i <= last; i++) if (isStamped(packets, direction, i)) leastNs = Math.min(leastNs, behindNs(i));
  return { first, last, tickNs, lagNs: (/** @type {number} */ i) => behindNs(i) - leastNs };
}
