import { inferred, notObservable } from '../judged-value.js';
import { quantile } from '../pacing.js';
import { isNeeded } from './losses.js';

/** @typedef {import('../../tcpflow/connection/connection-packets.js').ConnectionPackets} ConnectionPackets */

const NS_PER_SECOND = 1e9;
/** The rule's own limits (Flach et al., "An Internet-Wide Analysis of Traffic Policing", SIGCOMM 2016, algorithm 1). */
const LEAST_LOSSES = 15;
const EMPTY_SHARE = 0.9;
const FILLED_SHARE = 0.03;
/** Round trips over which the bucket counts as empty. */
const TOLERANCE_TRIPS = 2;
/** A queue that is filled before losses is no policer: the round trips at losses are above the median by this share of the shortest. */
const QUEUE_SHARE = 0.2;
const CONFIDENCE = 0.8;
/** What passes finds more tokens than what is lost, by a round trip's worth in the upper quarter: else anything fits. */
const HIGH = 0.75;

/** Bytes of payload a second. @typedef {{ rate: number, losses: number }} Policer */

/**
 * Whether something on the path drops what exceeds a rate without delaying it: between the first loss and the last, every loss meets an empty token bucket that the
 * goodput between them fills, and nearly everything that passes meets one with tokens.
 *
 * ```
 *   tokens │╲    ╱╲   ╱╲
 *          │ ╲  ╱  ╲ ╱  ╲       passes while there are tokens
 *        0 │──x──────x──x x──   lost while there are none
 * ```
 *
 * @param {ConnectionPackets} packets @param {number} direction
 * @param {{ rttNs: number, baseRttNs: number, lossQueuesNs: number[] }} known lossQueuesNs: queueing delay in front of each loss event
 * @returns {import('../judged-value.js').Inferred<Policer | 'none'>}
 */
export function policer(packets, direction, { rttNs, baseRttNs, lossQueuesNs }) {
  const lost = lostSendings(packets, direction), losses = lost.reduce((sum, isLost) => sum + isLost, 0);
  if (losses < LEAST_LOSSES) return losses === 0 ? inferred('none', CONFIDENCE) : notObservable('there were too few losses');
  if (quantile(Float64Array.from(lossQueuesNs), 0.5) > baseRttNs * QUEUE_SHARE) return inferred('none', CONFIDENCE, 'a queue filled before losses');
  const first = lost.indexOf(1), last = lost.lastIndexOf(1), spanNs = packets.timeNs[last] - packets.timeNs[first], rate = passedBytes(packets, lost, direction, first, last) / spanNs;
  if (!(spanNs > 0) || !(rate > 0)) return notObservable('losses came all at once');
  const tokens = tokensAt(packets, lost, direction, { first, last, rate }), tolerance = TOLERANCE_TRIPS * rttNs * rate;
  const empty = tokens.lost.filter((value) => Math.abs(value) <= tolerance).length / tokens.lost.length, filled = tokens.passed.filter((value) => value < -tolerance).length / tokens.passed.length;
  const isPolicer = empty >= EMPTY_SHARE && filled <= FILLED_SHARE && mean(tokens.lost) < mean(tokens.passed) && quantile(tokens.lost, 0.5) < quantile(tokens.passed, 0.5);
  return isPolicer && quantile(tokens.passed, HIGH) > quantile(tokens.lost, HIGH) + tolerance / TOLERANCE_TRIPS ? inferred({ rate: Math.round(rate * NS_PER_SECOND), losses }, CONFIDENCE) : inferred('none', CONFIDENCE);
}

/** By packet, whether that sending was lost: sent again later out of need. @param {ConnectionPackets} packets @param {number} direction @returns {Uint8Array} */
function lostSendings(packets, direction) {
  const lost = new Uint8Array(packets.count);
  /** @type {Map<number, number>} */
  const latest = new Map();
  for (let i = 0; i < packets.count; i++) {
    if (packets.direction[i] !== direction || packets.length[i] === 0) continue;
    const before = latest.get(packets.seqOffset[i]);
    if (before !== undefined && isNeeded(packets, i)) lost[before] = 1;
    latest.set(packets.seqOffset[i], i);
  }
  return lost;
}

/** @param {ConnectionPackets} packets @param {Uint8Array} lost @param {number} direction @param {number} first @param {number} last */
function passedBytes(packets, lost, direction, first, last) {
  let bytes = 0;
  for (let i = first; i <= last; i++) if (packets.direction[i] === direction && lost[i] === 0) bytes += packets.length[i];
  return bytes;
}

/** Tokens in the bucket, in bytes, when each segment came to it. @param {ConnectionPackets} packets @param {Uint8Array} lost @param {number} direction @param {{ first: number, last: number, rate: number }} known rate: bytes a nanosecond */
function tokensAt(packets, lost, direction, { first, last, rate }) {
  const tokens = { lost: new Float64Array(packets.count), passed: new Float64Array(packets.count) };
  let used = 0, lostCount = 0, passedCount = 0;
  for (let i = first; i <= last; i++) {
    if (packets.direction[i] !== direction || packets.length[i] === 0) continue;
    const available = rate * (packets.timeNs[i] - packets.timeNs[first]) - used;
    if (lost[i]) tokens.lost[lostCount++] = available;
    else {
      tokens.passed[passedCount++] = available;
      used += packets.length[i];
    }
  }
  return { lost: tokens.lost.subarray(0, lostCount), passed: tokens.passed.subarray(0, passedCount) };
}

/** @param {Float64Array} values */
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
