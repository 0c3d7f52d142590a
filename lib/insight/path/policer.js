import { scrambled } from '../../shared/scrambled.js';
import { inferred, notObservable } from '../sender/inferred-value.js';
import { quantile } from '../sender/pacing.js';
import { NS_PER_SECOND } from '../sender/units.js';
import { Holes } from '../upstream/holes.js';
import { isNeeded } from './losses.js';

/** @typedef {import('../../transport/packets.js').Packets} Packets */

/** The rule's own limits (Flach et al., "An Internet-Wide Analysis of Traffic Policing", SIGCOMM 2016, algorithm 1). */
export const MIN_LOSSES = 15;
const EMPTY_SHARE = 0.9;
const FILLED_SHARE = 0.03;
/** Round trips over which the bucket counts as empty. */
const TOLERANCE_TRIPS = 2;
/**
 * With a queue filling before losses it is no policer: the round trips at losses are above the median by this share of
 * the shortest.
 */
const QUEUE_SHARE = 0.2;
const CONFIDENCE = 0.8;
/**
 * Segments that pass find more tokens than lost ones, by a round trip's worth in the upper quarter: otherwise any
 * bucket fits.
 */
const HIGH = 0.75;
/** Of a bucket: what may be left in an empty one. */
const TOLERATED_SHARE = 1 / 3;
/** Times between losses that a bucket's rate is taken from, and which of them: in the others it overflowed. */
const MIN_TIMES = 8;
const FASTEST = 0.75;
/** Of the delay of a queue of the bucket's size: more before losses means that it is that queue. */
const OWN_QUEUE = 0.5;

/** Bytes of payload a second. @typedef {{ rate: number, losses: number }} Policer */

/**
 * Whether something on the path drops what exceeds a rate without delaying it: between the first loss and the last,
 * every loss meets an empty token bucket that the goodput between them fills, and nearly everything that passes meets
 * one with tokens. After the policer the dropped segments are not captured, but their places are known: from IP
 * identifications (`unseenOf`), else from holes in the sequence space.
 *
 * ```
 *   tokens │╲    ╱╲   ╱╲
 *          │ ╲  ╱  ╲ ╱  ╲       passes while there are tokens
 *        0 │──x──────x──x x──   lost while there are none
 * ```
 *
 * @param {Packets} packets @param {number} direction
 * @param {{ rttNs: number, baseRttNs: number, lossQueuesNs: number[], gaps?: import('../upstream/unseen.js').Gap[] }}
 *   known lossQueuesNs:
 *   queueing delay in front of each loss event
 * @returns {import('../sender/inferred-value.js').Inferred<Policer | 'none'>}
 */
export function policer(packets, direction, { rttNs, baseRttNs, lossQueuesNs, gaps = [] }) {
  const lost = lostSendings(packets, direction, gaps);
  if (lost.count < MIN_LOSSES) {
    return lost.count === 0 ? inferred('none', CONFIDENCE) : notObservable('too few losses');
  }
  const isQueued = fillsQueue(lossQueuesNs, baseRttNs);
  const spanNs = packets.timeNs[lost.last] - packets.timeNs[lost.first];
  const goodput = passedBytes(packets, lost, direction) / spanNs;
  if (!(spanNs > 0) || !(goodput > 0)) return notObservable('the losses came all at once');
  const never = { rate: goodput, bytes: Infinity };
  const found = !isQueued && fits(packets, lost, direction, { ...never, rttNs }) ? never : cappedBucket();
  if (found !== null) return inferred({ rate: Math.round(found.rate * NS_PER_SECOND), losses: lost.count }, CONFIDENCE);
  return inferred('none', CONFIDENCE, isQueued ? 'a queue filled before the losses' : undefined);

  /** A bucket that overflows between losses. A queue of its size would have delayed what was lost by so much. */
  function cappedBucket() {
    const bucket = bucketOf(packets, lost, direction, rttNs);
    if (bucket === null) return null;
    const isQueue = quantile(Float64Array.from(lossQueuesNs), 0.5) > (bucket.bytes / bucket.rate) * OWN_QUEUE;
    return !isQueue && fits(packets, lost, direction, { ...bucket, rttNs }) ? bucket : null;
  }
}

/** Bytes a nanosecond that come, and bytes that it holds. @typedef {{ rate: number, bytes: number }} Bucket */

/**
 * Whether losses meet an empty bucket, and what passes tokens.
 * @param {Packets} packets @param {LostSendings} lost @param {number} direction
 * @param {Bucket & { rttNs: number }} bucket
 */
function fits(packets, lost, direction, { rate, bytes, rttNs }) {
  const tokens = tokensAt(packets, lost, direction, { rate, bytes });
  const tolerance = Math.min(TOLERANCE_TRIPS * rttNs * rate, bytes * TOLERATED_SHARE);
  const empty = tokens.lost.filter((value) => Math.abs(value) <= tolerance).length / tokens.lost.length;
  const filled = tokens.passed.filter((value) => value < -tolerance).length / tokens.passed.length;
  const isPolicer =
    empty >= EMPTY_SHARE &&
    filled <= FILLED_SHARE &&
    mean(tokens.lost) < mean(tokens.passed) &&
    quantile(tokens.lost, 0.5) < quantile(tokens.passed, 0.5);
  return isPolicer && quantile(tokens.passed, HIGH) > quantile(tokens.lost, HIGH) + tolerance / TOLERANCE_TRIPS;
}

/**
 * The bucket that each loss finds empty: its rate is what passed between two losses where it did not overflow, the
 * fastest of those times; its size what passed before a loss beyond that rate, at most.
 * @param {Packets} packets @param {LostSendings} lost @param {number} direction @param {number} rttNs
 * @returns {Bucket | null} null: too few times between losses
 */
function bucketOf({ timeNs, length, direction: directions }, { seen, behind, first, last }, direction, rttNs) {
  /** Between losses a round trip apart or more: what passed, and how long. @type {{ bytes: number, ns: number }[]} */
  const between = [];
  let from = first;
  let bytes = 0;
  for (let i = first + 1; i <= last; i++) {
    if (directions[i] !== direction) continue;
    if (!seen[i]) bytes += length[i];
    if (!seen[i] && behind[i] === 0) continue;
    if (timeNs[i] - timeNs[from] < rttNs) continue;
    between.push({ bytes, ns: timeNs[i] - timeNs[from] });
    from = i;
    bytes = 0;
  }
  if (between.length < MIN_TIMES) return null;
  const rate = quantile(
    Float64Array.from(between, (one) => one.bytes / one.ns),
    FASTEST,
  );
  let most = 0;
  let beyond = 0;
  for (let i = last - 1; i >= first; i--) {
    if (directions[i] !== direction || length[i] === 0) continue;
    beyond = seen[i] ? 0 : Math.max(0, beyond - rate * (timeNs[i + 1] - timeNs[i])) + length[i];
    most = Math.max(most, beyond);
  }
  return { rate, bytes: most };
}

/**
 * Whether a queue fills before losses: no policer then.
 * @param {number[]} lossQueuesNs queueing delay in front of each loss event @param {number} baseRttNs
 */
export const fillsQueue = (lossQueuesNs, baseRttNs) =>
  quantile(Float64Array.from(lossQueuesNs), 0.5) > baseRttNs * QUEUE_SHARE;

/**
 * Transmissions that were lost: retransmitted later, not spuriously.
 * @typedef {object} LostSendings
 * @property {number} count
 * @property {Uint8Array} seen by packet, 1: it was lost behind this place
 * @property {Uint32Array} behind by packet, how many segments sent after it were lost before the capture point
 * @property {number} first packet of the first of them, and of the last
 * @property {number} last
 */

/**
 * @param {Packets} packets
 * @param {number} direction
 * @param {import('../upstream/unseen.js').Gap[]} gaps
 * @returns {LostSendings}
 */
function lostSendings(packets, direction, gaps) {
  const { count, seqOffset, endOffset, length } = packets;
  const holes = new Holes();
  const lost = { count: 0, seen: new Uint8Array(count), behind: new Uint32Array(count), first: count, last: -1 };
  const book = (/** @type {number} */ at, /** @type {number} */ segments) => {
    lost.count += segments;
    lost.first = Math.min(lost.first, at);
    lost.last = Math.max(lost.last, at);
  };
  /** By `scrambled` offset. @type {Map<number, number>} */
  const latest = new Map();
  for (let i = 0; i < count; i++) {
    if (packets.direction[i] !== direction || length[i] === 0) continue;
    holes.add(i, seqOffset[i], endOffset[i]);
    const key = scrambled(seqOffset[i]);
    const before = latest.get(key);
    const hole = before === undefined && gaps.length === 0 ? holes.lostBehind(seqOffset[i]) : -1;
    latest.set(key, i);
    if (!isNeeded(packets, i) || (before === undefined && hole < 0)) continue;
    if (before === undefined) lost.behind[hole]++;
    else lost.seen[before] = 1;
    book(before ?? hole, 1);
  }
  for (const { before, missing } of gaps) {
    lost.behind[before] += missing;
    book(before, missing);
  }
  return lost;
}

/** @param {Packets} packets @param {LostSendings} lost @param {number} direction */
function passedBytes(packets, { seen, first, last }, direction) {
  let bytes = 0;
  for (let i = first; i <= last; i++) {
    if (packets.direction[i] === direction && seen[i] === 0) bytes += packets.length[i];
  }
  return bytes;
}

/**
 * Tokens in the bucket, in bytes, when each segment arrived at it.
 * @param {Packets} packets
 * @param {LostSendings} lost
 * @param {number} direction
 * @param {Bucket} bucket
 */
function tokensAt(packets, { count, seen, behind, first, last }, direction, { rate, bytes }) {
  const tokens = { lost: new Float64Array(count), passed: new Float64Array(last - first + 1) };
  let available = 0;
  let atNs = packets.timeNs[first];
  let lostCount = 0;
  let passedCount = 0;
  for (let i = first; i <= last; i++) {
    if (packets.direction[i] !== direction || packets.length[i] === 0) continue;
    available = Math.min(bytes, available + rate * (packets.timeNs[i] - atNs));
    atNs = packets.timeNs[i];
    if (seen[i]) tokens.lost[lostCount++] = available;
    else {
      tokens.passed[passedCount++] = available;
      available -= packets.length[i];
    }
    for (let k = 0; k < behind[i]; k++) tokens.lost[lostCount++] = available;
  }
  return { lost: tokens.lost.subarray(0, lostCount), passed: tokens.passed.subarray(0, passedCount) };
}

/** @param {Float64Array} values */
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
