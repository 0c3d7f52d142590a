import { scrambled } from '../../../../engine/scrambled.js';
import { VERDICT } from '../../../../tcpflow/verdicts/verdict.js';
import { lowerBound } from '../../evidence/evidence.js';
import {
  bytesText,
  finding,
  MAX_EVIDENCE_FRAMES,
  ofEachDirection,
  receiverName,
  senderName,
  timesText,
  timeText,
} from '../../finding.js';
import { defineKind } from '../../kind.js';

export const MTU_BLACK_HOLE = defineKind(
  'mtu_black_hole',
  'Path MTU black hole',
  'network',
  ['RFC 2923 section 2.1', 'RFC 4821', 'RFC 8201'],
  ['response_lost', 'half_open'],
);

/** @typedef {import('../../context.js').DirectionContext} DirectionContext */
/** @typedef {import('../../context.js').Context} Context */
/** @typedef {import('../../../../tcpflow/verdicts/loss-episodes.js').LossEpisode} LossEpisode */

/** Least failed transmissions while the RTO doubled: where shorter segments got through at last, and where none did. */
const MIN_TRIES = 3;
const MIN_TRIES_WITHOUT_END = 4;
const MIN_TIMEOUTS = 2;
/**
 * No path in use drops shorter segments for their size (IPv6 carries 1280 bytes everywhere), unless they are full ones:
 * such losses had another cause.
 */
export const MIN_LARGE_BYTES = 1000;
const MAX_OPTION_BYTES = 40;
/** Allowed repeats among segments short enough to get through: the last one, and one ordinary loss. */
const MAX_SHORTER = 2;
/** Episodes examined: each takes a pass over the packets. */
const MAX_EPISODES = 8;

export const LARGE_PACKETS = Object.freeze({
  kind: MTU_BLACK_HOLE,
  advice:
    'Let ICMP "fragmentation needed" and "packet too big" pass, or clamp the MSS or lower the MTU where it gets smaller (tunnel, PPPoE). A sender that probes finds the size without ICMP (RFC 4821; Linux: net.ipv4.tcp_mtu_probing=1).',
});

/**
 * Something on the path drops packets above a size and sends no ICMP error, or the error does not arrive (RFC 2923
 * section 2.1): the same bytes are retransmitted until the sender uses smaller segments, or gives up.
 *
 * ```
 *   1448 ├──────────────┤ ×          first unacknowledged byte at the left
 *   1448 ├──────────────┤ ×          a time-out later
 *   1448 ├──────────────┤ ×          two
 *   1024 ├─────────┤ acknowledged    and nothing of 1448 bytes from there on
 * ```
 */
export const mtuBlackHole = ofEachDirection([MTU_BLACK_HOLE], (way, context) => {
  for (const episode of way.episodes
    .filter(({ cause, timeouts }) => cause === 'loss' && timeouts >= MIN_TIMEOUTS)
    .slice(0, MAX_EPISODES)) {
    const found = episode.endNs === null ? withoutEnd(way, context, episode) : cutSmaller(way, context, episode);
    if (found !== null) return found;
  }
  return null;
});

/** @param {DirectionContext} way @param {Context} context @param {LossEpisode} episode that ended */
function cutSmaller(way, context, { startNs, endNs, costNs }) {
  const through = largestThrough(way, context, startNs);
  const tries = triesAbove(through, way, context, startNs, endNs ?? context.endNs);
  if (through === 0 || tries.length < MIN_TRIES) return null;
  const { packets } = context;
  const bytes = shortest(tries, packets);
  const tookNs = packets.timeNs[tries[tries.length - 1]] - packets.timeNs[tries[0]];
  return finding(
    {
      ...LARGE_PACKETS,
      severity: 'warning',
      direction: way.direction,
      startNs,
      endNs: endNs ?? context.endNs,
      costNs,
      message: `The ${senderName(way.direction)} sent segments of ${bytesText(bytes)} ${timesText(tries.length)} in ${timeText(tookNs)} without an ACK, until shorter ones (${bytesText(through)} at most) got through: something on the path to the ${receiverName(way.direction)} silently drops large packets.`,
    },
    evidenceOf(packets, tries, bytes, through),
  );
}

/**
 * @param {DirectionContext} way
 * @param {Context} context
 * @param {LossEpisode} episode that the capture does not see the end of
 */
function withoutEnd(way, context, { startNs }) {
  const through = largestThrough(way, context, -Infinity);
  const tries = triesAbove(through, way, context, startNs, context.endNs);
  if (tries.length < MIN_TRIES_WITHOUT_END) return null;
  const areAnswered = isHeard(context, way.direction, tries[1]);
  if (!areAnswered && !areFirstLarge(way, context, through)) return null;
  const { packets } = context;
  const bytes = shortest(tries, packets);
  const sinceNs = packets.timeNs[tries[0]];
  return finding(
    {
      ...LARGE_PACKETS,
      severity: 'error',
      direction: way.direction,
      startNs: sinceNs,
      endNs: context.endNs,
      costNs: context.endNs - sinceNs,
      message: `The ${senderName(way.direction)} sent segments of ${bytesText(bytes)} ${timesText(tries.length)} in ${timeText(packets.timeNs[tries[tries.length - 1]] - sinceNs)} without an ACK, ${
        areAnswered
          ? `while shorter packets were answered: something on the path to the ${receiverName(way.direction)} silently drops large packets.`
          : `its first large ones; all shorter ones before were acknowledged. Something on the path to the ${receiverName(way.direction)} probably drops large packets silently; otherwise the ${receiverName(way.direction)} is gone.`
      }`,
    },
    { ...evidenceOf(packets, tries, bytes, through), ...(areAnswered ? {} : { confidence: UNHEARD_CONFIDENCE }) },
  );
}

/** That the other end went at that very moment is not ruled out. */
const UNHEARD_CONFIDENCE = 0.7;

/**
 * Whether all that went unanswered began with the first large segments that the sender ever sent, behind short ones
 * that had all been answered: that the other end should have gone at that very moment is the rarer thing.
 * @param {DirectionContext} way @param {Context} context @param {number} through bytes of the longest that got through
 */
function areFirstLarge({ direction }, { packets, options }, through) {
  const { count, direction: sender, length, endOffset, ackOffset, verdict } = packets;
  const least = Math.min(fullBytes(options, direction), MIN_LARGE_BYTES);
  if (through === 0 || through >= least) return false;
  let sentEnd = 0;
  let acked = 0;
  let isFirst = false;
  for (let i = 0; i < count; i++) {
    if (sender[i] !== direction) {
      acked = Math.max(acked, ackOffset[i]);
      // Nothing gets through to an end that has to say again what it said.
      if (isFirst && verdict[i] === VERDICT.RETRANSMISSION) return false;
    } else if (length[i] >= least) {
      if (!isFirst && (sentEnd === 0 || acked < sentEnd)) return false;
      isFirst = true;
    } else if (length[i] > 0) sentEnd = endOffset[i];
  }
  return isFirst;
}

/** @param {number[]} tries @param {Context['packets']} packets @returns {number} payload bytes */
const shortest = (tries, { length }) => tries.reduce((least, i) => Math.min(least, length[i]), Infinity);

/** @param {Context['packets']} packets @param {number[]} tries @param {number} bytes @param {number} through */
const evidenceOf = ({ frame }, tries, bytes, through) => ({
  bytesInVain: bytes,
  bytesThrough: through,
  tries: tries.length,
  frames: tries.slice(0, MAX_EVIDENCE_FRAMES).map((i) => frame[i]),
});

/**
 * Segments longer than what got through that held the first unacknowledged byte; none where shorter ones failed, too.
 * @param {number} through
 * @param {DirectionContext} way
 * @param {Context} context
 * @param {number} startNs
 * @param {number} endNs
 * @returns {number[]}
 */
function triesAbove(through, { direction }, { packets, options }, startNs, endNs) {
  const { count, timeNs, length, seqOffset, endOffset, verdict } = packets;
  const from = lowerBound(timeNs, startNs, count);
  let repair = from;
  while (
    repair < count &&
    (packets.direction[repair] !== direction || length[repair] === 0 || verdict[repair] !== VERDICT.RETRANSMISSION)
  ) {
    repair++;
  }
  if (repair === count) return [];
  const first = seqOffset[repair];
  const least = Math.min(fullBytes(options, direction), MIN_LARGE_BYTES);
  /** @type {number[]} */ const tries = [];
  let shorter = 0;
  for (let i = from; i < count && timeNs[i] <= endNs; i++) {
    if (packets.direction[i] !== direction || length[i] === 0 || seqOffset[i] > first || endOffset[i] <= first) {
      continue;
    }
    if (verdict[i] === VERDICT.DUPLICATE_IN_CAPTURE) continue;
    if (length[i] > through && length[i] >= least) tries.push(i);
    else shorter++;
  }
  return shorter > MAX_SHORTER ? [] : tries;
}

/**
 * Payload of the longest segment that got through: acknowledged, and sent no second time.
 * @param {DirectionContext} way @param {Context} context @param {number} sinceNs of segments sent from then on
 * @returns {number} 0: none did
 */
function largestThrough({ direction }, { packets }, sinceNs) {
  const { count, timeNs, length, seqOffset, endOffset, verdict } = packets;
  const acked = highestAck(packets, 1 - direction);
  const resent = resentRanges(packets, direction);
  /** @type {Map<number, number>} */ const lastRepairs = new Map();
  let largest = 0;
  for (let i = lowerBound(timeNs, sinceNs, count); i < count; i++) {
    if (packets.direction[i] !== direction || length[i] === 0 || endOffset[i] > acked) continue;
    if (verdict[i] === VERDICT.RETRANSMISSION) lastRepairs.set(scrambled(seqOffset[i]), length[i]);
    else if (length[i] > largest && !resent.overlaps(seqOffset[i], endOffset[i])) largest = length[i];
  }
  for (const bytes of lastRepairs.values()) largest = Math.max(largest, bytes);
  return largest;
}

/**
 * Least payload of a full segment: TCP options reduce it below the MSS (RFC 6691).
 * @param {Context['options']} options
 * @param {number} direction
 */
export const fullBytes = ({ mss }, direction) => (mss[1 - direction] ?? Infinity) - MAX_OPTION_BYTES;

/** @param {Context['packets']} packets @param {number} end whose acknowledgements */
function highestAck({ count, direction, ackOffset }, end) {
  let highest = -1;
  for (let i = 0; i < count; i++) if (direction[i] === end && ackOffset[i] > highest) highest = ackOffset[i];
  return highest;
}

/**
 * Retransmitted data, as ranges that do not touch.
 * @param {Context['packets']} packets
 * @param {number} direction
 */
function resentRanges({ count, direction: sender, length, seqOffset, endOffset, verdict }, direction) {
  const repairs = [];
  for (let i = 0; i < count; i++) {
    if (sender[i] === direction && length[i] > 0 && verdict[i] === VERDICT.RETRANSMISSION) repairs.push(i);
  }
  /** @type {number[]} */
  const starts = [];
  /** @type {number[]} */ const ends = [];
  for (const i of repairs.sort((a, b) => seqOffset[a] - seqOffset[b])) {
    const last = ends.length - 1;
    if (last >= 0 && seqOffset[i] <= ends[last]) ends[last] = Math.max(ends[last], endOffset[i]);
    else {
      starts.push(seqOffset[i]);
      ends.push(endOffset[i]);
    }
  }
  return {
    /** @param {number} start @param {number} end */
    overlaps(start, end) {
      const next = lowerBound(starts, end, starts.length);
      return next > 0 && ends[next - 1] > start;
    },
  };
}

/**
 * Whether the other end sent something new after the first repair and mostly did not have to repeat it: short packets
 * get through both ways.
 * @param {Context} context @param {number} direction of the data that does not arrive @param {number} repair the first
 */
function isHeard({ packets: { count, direction: sender, verdict } }, direction, repair) {
  let news = 0;
  let again = 0;
  for (let i = repair + 1; i < count; i++) {
    if (sender[i] === direction) continue;
    if (verdict[i] === VERDICT.RETRANSMISSION) again++;
    else if (verdict[i] !== VERDICT.DUPLICATE_IN_CAPTURE) news++;
  }
  return news > again;
}
