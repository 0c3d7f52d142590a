import { ANALYSIS } from '../../transport/tcp/analysis-flags.js';
import { TCP } from '../../transport/tcp/header.js';
import { kindOf, VERDICT } from '../../transport/verdict.js';

/** @typedef {import('../../transport/tcp/tcp-packets.js').TcpPackets} TcpPackets */

/**
 * Data that an end had sent and the other end was still missing when the capture ended, none of it captured.
 * @typedef {object} NeverCame
 * @property {number} bytes
 * @property {number} packet the first with a sequence number after them
 * @property {number} last the sender's last packet, this one or a later one
 * @property {number} later how many of the sender's packets were captured from the first on
 */

/**
 * Bytes of a direction that its sender's later sequence numbers count and that were lost before the capture point. A
 * segment without data has SEQ = SND.NXT (RFC 9293 section 3.10.7.4), so a lost tail is visible, too. What the other
 * end acknowledged has arrived: only the capture lacks it.
 *
 * ```
 *   acknowledged ───┤ ? ? ? ? ? ? ? ├── ACK or FIN without data, or what data is behind it
 * ```
 *
 * @param {TcpPackets} packets
 * @param {number} direction of the bytes
 * @returns {NeverCame | null} null: nothing of the kind
 */
export function neverCame(packets, direction) {
  const { count, direction: sender, flags, length, seqOffset, endOffset, verdict } = packets;
  if ((packets.seen.analysis & ANALYSIS.lost_segment) === 0) return null;
  const { acked, edge } = acknowledgedOf(packets, 1 - direction);
  const isBehind = (/** @type {number} */ i) =>
    sender[i] === direction &&
    seqOffset[i] > acked &&
    seqOffset[i] <= edge &&
    (flags[i] & (TCP.SYN | TCP.RST)) === 0 &&
    verdict[i] !== VERDICT.DUPLICATE_IN_CAPTURE;
  let next = Infinity;
  let packet = -1;
  let last = -1;
  let later = 0;
  for (let i = 0; i < count; i++) {
    if (sender[i] !== direction) continue;
    if (length[i] > 0 && seqOffset[i] <= acked && endOffset[i] > acked) return null;
    if (isBehind(i)) {
      if (packet < 0) packet = i;
      next = Math.min(next, seqOffset[i]);
    }
    if (packet >= 0) {
      last = i;
      later++;
    }
  }
  return packet < 0 ? null : { bytes: next - acked, packet, last, later };
}

/**
 * Spans from a segment without data that revealed bytes sent but not captured (SND.NXT, RFC 9293 section 3.10.7.4) to
 * their retransmission by a timer.
 * @param {TcpPackets} packets @param {number} direction
 * @returns {import('../sender/spans.js').Stretch[]} by start, none touching the next
 */
export function repairsOfUnseen(packets, direction) {
  const { count, direction: sender, flags, length, seqOffset, endOffset, timeNs, verdict, judgement } = packets;
  /** @type {import('../sender/spans.js').Stretch[]} */
  const stretches = [];
  let top = -1;
  let revealed = -1;
  let revealedNs = 0;
  for (let i = 0; i < count; i++) {
    if (sender[i] !== direction || (flags[i] & TCP.RST) !== 0) continue;
    if (length[i] === 0 && seqOffset[i] > Math.max(top, revealed) && top >= 0) {
      if (top >= revealed) revealedNs = timeNs[i];
      revealed = seqOffset[i];
    } else if (
      length[i] > 0 &&
      seqOffset[i] >= top &&
      seqOffset[i] < revealed &&
      verdict[i] === VERDICT.RETRANSMISSION
    ) {
      const last = stretches.at(-1);
      if (last !== undefined && last.endNs >= revealedNs) last.endNs = timeNs[i];
      else if (kindOf(judgement[i]) === 'rto') stretches.push({ startNs: revealedNs, endNs: timeNs[i] });
    }
    if (endOffset[i] > seqOffset[i]) top = Math.max(top, endOffset[i]);
  }
  return stretches;
}

/**
 * The highest acknowledgement of an end, and the highest number that its window ever let the other end send. Without
 * resets: one injected on the path may have any number.
 * @param {TcpPackets} packets @param {number} end
 */
function acknowledgedOf({ count, direction, flags, ackOffset, windowBytes }, end) {
  let acked = -1;
  let edge = -1;
  for (let i = 0; i < count; i++) {
    if (direction[i] !== end || (flags[i] & TCP.RST) !== 0 || ackOffset[i] < 0) continue;
    acked = Math.max(acked, ackOffset[i]);
    edge = Math.max(edge, ackOffset[i] + windowBytes[i]);
  }
  return acked < 0 ? { acked: Infinity, edge } : { acked, edge };
}
