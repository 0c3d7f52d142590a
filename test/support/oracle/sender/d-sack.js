/** @typedef {import('../../../../lib/tcpflow/connection/connection-packets.js').ConnectionPackets} ConnectionPackets */

/**
 * Whether a packet's first SACK block is a D-SACK: it reports bytes that came twice (RFC 2883 section 4). Such a block
 * lies below the acknowledgement, or inside the second block.
 * @param {ConnectionPackets} packets @param {number} i
 */
export function hasDuplicateSack(packets, i) {
  const count = packets.sackCount[i];
  if (count === 0) return false;
  const first = packets.sackStart[i];
  const left = packets.sackLeft[first];
  const right = packets.sackRight[first];
  if (right <= left) return false;
  if (right <= packets.ackOffset[i]) return true;
  return count > 1 && left >= packets.sackLeft[first + 1] && right <= packets.sackRight[first + 1];
}
