/** @typedef {import('../../connection/connection-packets.js').ConnectionPackets} ConnectionPackets */

/** Initial TTLs of systems. */
const INITIAL_TTLS = [64, 128, 255];
/** Routes are shorter than this; a larger difference to an initial TTL means another initial TTL. */
const MAX_HOPS = 40;
const ACK_CLOCK_SHARE = 0.1;
const ACK_CLOCK_LEAST = 20;

/**
 * Routers that packets of a direction have passed, by their TTL: below the nearest initial value above. Null where that
 * is not plausible. 0: the capture point and the sender are on one link (RFC 1812 section 5.3.1: a router takes off
 * one).
 * @param {ConnectionPackets} packets @param {number} direction @returns {number | null}
 */
export function hopsFrom({ seen }, direction) {
  const highest = seen.ttl[direction];
  const initial = INITIAL_TTLS.find((value) => value >= highest);
  return highest === 0 || initial === undefined || initial - highest > MAX_HOPS ? null : initial - highest;
}

/**
 * Whether segments of a direction are longer than fit the link: they were captured before the sender's interface split
 * them, or after the receiver's merged them (segmentation and receive offload). Both happen in an end host, never
 * between.
 * @param {ConnectionPackets} packets @param {number} direction @param {number | null} mss announced by the other end
 */
export const showsOffload = ({ seen }, direction, mss) => mss !== null && seen.longest[direction] > mss;

/**
 * Share of the acknowledgements that are followed by data at once, a tenth of their mean interval or sooner: near 1
 * where they clock the sender (ACK clocking seen at its source), a tenth where data and acknowledgements pass at
 * unrelated times. Null where there are too few.
 * @param {ConnectionPackets} packets @param {number} direction of the data
 */
export function ackClocking(packets, direction) {
  let acks = 0;
  let firstNs = 0;
  let lastNs = 0;
  let highest = -1;
  const gaps = new Float64Array(packets.count);
  for (let i = 0; i + 1 < packets.count; i++) {
    if (packets.direction[i] === direction || packets.ackOffset[i] <= highest || packets.length[i] > 0) continue;
    highest = packets.ackOffset[i];
    if (acks === 0) firstNs = packets.timeNs[i];
    lastNs = packets.timeNs[i];
    gaps[acks++] = packets.direction[i + 1] === direction ? packets.timeNs[i + 1] - packets.timeNs[i] : Infinity;
  }
  if (acks < ACK_CLOCK_LEAST) return null;
  const soon = ((lastNs - firstNs) / acks) * ACK_CLOCK_SHARE;
  return gaps.subarray(0, acks).filter((gapNs) => gapNs <= soon).length / acks;
}
