import { OPTION } from '../../engine/segment-batch.js';

/** @typedef {import('../connection/connection-packets.js').ConnectionPackets} ConnectionPackets */
/** @typedef {import('../connection/connection-packets.js').ConnectionOptions} ConnectionOptions */

/** Bytes that the timestamps option takes of each segment, padded (RFC 7323 appendix A). */
const TIMESTAMPS_BYTES = 12;
/** RFC 9293 section 3.7.1: default MSS of a receiver that announces none, by IP version. */
const DEFAULT_MSS = Object.freeze({ 4: 536, 6: 1220 });
/** How often the longest segment must be seen, within a write, to count as the path's limit. */
const MIN_FULL_SEGMENTS = 4;
/** Payload of a jumbo frame (9000 bytes) at the most: longer ones have been merged by offload. */
const MAX_PAYLOAD = 8960;

/**
 * Payload bytes of a direction's full segments: the receiver's MSS minus the options of every segment, or less where
 * the path's limit is lower (the longest segment seen, if some of that length were followed by more: without PSH). Null
 * where neither is known.
 * @param {ConnectionPackets} packets
 * @param {ConnectionOptions} options
 * @param {number} direction
 * @returns {number | null}
 */
export function segmentSize({ seen }, options, direction) {
  const stamped = options.synOptions[0] & options.synOptions[1] & OPTION.TIMESTAMPS;
  const announced = options.mss[1 - direction];
  const known = options.synOptions[1 - direction] !== 0 || announced !== null;
  const most = known
    ? (announced ?? DEFAULT_MSS[options.ipVersion === 6 ? 6 : 4]) - (stamped ? TIMESTAMPS_BYTES : 0)
    : Infinity;
  const longest = seen.unpushed[direction];
  const times = seen.unpushedTimes[direction];
  const isUnannounced = announced === null && longest <= MAX_PAYLOAD;
  if (times >= MIN_FULL_SEGMENTS && (longest < most || isUnannounced)) return longest;
  return Number.isFinite(most) ? most : null;
}
