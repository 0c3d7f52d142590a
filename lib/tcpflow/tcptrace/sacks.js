/**
 * Selective acknowledgements: tcptrace counts those with blocks, and those whose first block is a D-SACK (RFC 2883).
 */

/** @typedef {import('./direction.js').Direction} Direction */
/** @typedef {import('./packets.js').TcptracePackets} TcptracePackets */

/** Numbers nearer than this are compared around 2^32, others as they are, as tcptrace does with all. */
const NEAR = 2 ** 30;

/** @param {Direction} from @param {TcptracePackets} packets @param {number} i an ACK with blocks */
export function bookSack(from, packets, i) {
  const blocks = packets.sackCount[i];
  from.sackPackets++;
  if (blocks > from.maxSackBlocks) from.maxSackBlocks = blocks;
  if (isDsack(packets, i)) from.dsackPackets++;
}

/**
 * Whether the first block reports a duplicate: it lies below the acknowledgement, within the second block, or across
 * one of the second block's ends.
 * @param {TcptracePackets} packets @param {number} i
 */
function isDsack({ ack, sackStart, sackCount, sackLeft, sackRight }, i) {
  const first = sackStart[i];
  const left = sackLeft[first];
  const right = sackRight[first];
  if (compare(right, ack[i]) <= 0) return true;
  if (sackCount[i] < 2) return false;
  const secondLeft = sackLeft[first + 1];
  const secondRight = sackRight[first + 1];
  if (compare(right, secondRight) <= 0 && compare(left, secondLeft) >= 0) return true;
  const acrossLeft = compare(left, secondLeft) <= 0 && compare(right, secondLeft) > 0;
  return acrossLeft || (compare(right, secondRight) >= 0 && compare(left, secondRight) < 0);
}

/** @param {number} a @param {number} b */
function compare(a, b) {
  const around = (a - b) | 0;
  return Math.abs(around) < NEAR ? around : a - b;
}
