import { VERDICT } from '../verdict.js';

/** @typedef {import('../connection/connection-packets.js').ConnectionPackets} ConnectionPackets */
/** @typedef {import('../connection/connection-packets.js').ConnectionOptions} ConnectionOptions */

const TIMESTAMPS = 8;
const PSH = 8;
/** Bytes that the timestamps option takes of each segment, padded (RFC 7323 appendix A). */
const TIMESTAMPS_BYTES = 12;
/** RFC 9293 section 3.7.1: what a receiver takes that announces nothing, by IP version. */
const DEFAULT_MSS = Object.freeze({ 4: 536, 6: 1220 });
/** What the window held back goes out when an acknowledgement comes, within this share of the round trip. */
const HELD_BACK_SHARE = 0.25;
/** Times that the longest segment has to be seen, in mid-write, before it counts as what the path takes. */
const LEAST_FULL_SEGMENTS = 4;

/**
 * Payload bytes of a direction's full segments: what the receiver announced less the options of every segment, or less where the path
 * takes less (the longest segment seen, if there are some of it with more to come behind: without PSH). Null where neither shows.
 * @param {ConnectionPackets} packets @param {ConnectionOptions} options @param {number} direction @returns {number | null}
 */
export function segmentSize(packets, options, direction) {
  const stamped = options.synOptions[0] & options.synOptions[1] & TIMESTAMPS, announced = options.mss[1 - direction];
  const known = options.synOptions[1 - direction] !== 0 || announced !== null;
  const most = known ? (announced ?? DEFAULT_MSS[options.ipVersion === 6 ? 6 : 4]) - (stamped ? TIMESTAMPS_BYTES : 0) : Infinity;
  let longest = 0, times = 0;
  for (let i = 0; i < packets.count; i++) {
    if (packets.direction[i] !== direction || packets.length[i] < Math.max(1, longest) || packets.flags[i] & PSH) continue;
    times = packets.length[i] > longest ? 1 : times + 1;
    longest = packets.length[i];
  }
  if (times >= LEAST_FULL_SEGMENTS && longest < most) return longest;
  return Number.isFinite(most) ? most : null;
}

/**
 * The initial window (RFC 6928) in full segments: what left before the first acknowledgement of data came, lost or not, where the window and
 * nothing else ended it: more was waiting, for it left with that acknowledgement, and the receiver would have taken more. Null elsewhere.
 * (Where the SYN was sent twice it is one segment: RFC 5681 section 3.1.)
 * @param {ConnectionPackets} packets @param {ConnectionOptions} options @param {number} direction
 * @param {import('./sender-order.js').SenderOrder} order @param {number | null} mss
 * @returns {number | null}
 */
export function initialWindowSegments(packets, options, direction, order, mss) {
  if (mss === null || options.synOptions[direction] === 0) return null;
  let segments = 0, firstNs = -1, sentEnd = 1, windowEnd = Infinity, ackNs = -1, full = false;
  for (let k = 0; k < packets.count; k++) {
    const i = order.packet[k], timeNs = order.timeNs[k];
    if (packets.direction[i] !== direction) {
      if (packets.ackOffset[i] > 1 && firstNs >= 0) ackNs = ackNs < 0 ? timeNs : ackNs;
      else if (packets.ackOffset[i] >= 0) windowEnd = packets.ackOffset[i] + packets.windowBytes[i];
      continue;
    }
    if (packets.length[i] === 0) continue;
    if (packets.verdict[i] !== VERDICT.ORIGINAL) return null;
    if (firstNs < 0) firstNs = timeNs;
    // segments that were lost before they came to the capture point count too
    segments += Math.round((packets.seqOffset[i] - sentEnd) / mss);
    if (ackNs >= 0) return full && sentEnd + mss <= windowEnd && timeNs - ackNs <= (ackNs - firstNs) * HELD_BACK_SHARE ? segments : null;
    segments += Math.ceil(packets.length[i] / mss);
    sentEnd = packets.endOffset[i];
    full = packets.length[i] >= mss;
  }
  return null;
}
