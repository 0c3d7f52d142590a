import { ANALYSIS } from '../../../tcpflow/verdicts/analysis-flags.js';
import { packetsWhere } from './evidence.js';
import { earlierConnection } from './opening.js';

/** @typedef {import('../context.js').Context['packets']} Packets */

export const LEAST_DROPS = 2;
/** More than the FIN's sequence number, which an acknowledgement counts too. */
const LEAST_MISSING_BYTES = 2;

/**
 * Acknowledges data that had not been captured. Packets of an earlier connection do not count.
 * @param {Packets} packets
 * @returns {(i: number) => boolean}
 */
export function ofUnseen(packets) {
  const others = earlierConnection(packets)?.own;
  return (i) => (packets.analysis[i] & ANALYSIS.ack_lost_segment) !== 0 && !others?.has(i);
}

/** Bytes of both directions that were acknowledged and never seen. @param {Packets} packets */
export const missingOf = (packets) => neverSeenBytes(packets, 0) + neverSeenBytes(packets, 1);

/** Whether the capture has lost packets of a connection. @param {Packets} packets */
export function isIncomplete(packets) {
  if ((packets.seen.analysis & ANALYSIS.ack_lost_segment) === 0) return false;
  const { count } = packetsWhere(packets, ofUnseen(packets));
  return missingOf(packets) >= (count < LEAST_DROPS ? LEAST_MISSING_BYTES : 1);
}

/**
 * Bytes that such acknowledgements cover and that were never captured, before them or later: an acknowledgement may
 * have overtaken its data, and one direction's clock may be ahead of the other's.
 * @param {Packets} packets
 * @param {number} of direction of the data
 * @returns {number} bytes of sequence space
 */
function neverSeenBytes(packets, of) {
  const { count, direction, seqOffset, endOffset, ackOffset } = packets;
  const isOfUnseen = ofUnseen(packets);
  const sent = [];
  let acked = -1;
  for (let i = 0; i < count; i++) {
    if (direction[i] !== of && isOfUnseen(i)) acked = Math.max(acked, ackOffset[i]);
    else if (direction[i] === of && endOffset[i] > seqOffset[i]) sent.push(i);
  }
  if (acked < 0) return 0;
  sent.sort((a, b) => seqOffset[a] - seqOffset[b]);
  let reached = sent.length > 0 ? Math.min(seqOffset[sent[0]], acked) : acked;
  let missing = 0;
  for (const i of sent) {
    missing += Math.max(0, Math.min(seqOffset[i], acked) - reached);
    reached = Math.max(reached, endOffset[i]);
  }
  return missing + Math.max(0, acked - reached);
}
