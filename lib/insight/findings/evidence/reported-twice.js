import { VERDICT } from '../../../transport/verdict.js';
import { Shown } from './evidence.js';

export const MIN_DUPLICATES = 2;

/**
 * Acknowledgements that report data received twice and sent once (D-SACK, RFC 2883): a copy with the same
 * identification is no retransmission.
 * @param {import('../context.js').Context['packets']} packets @param {number} direction of the data
 */
export function reportedTwice(packets, direction) {
  const shown = new Shown(packets);
  if (packets.seen.doubleSacks[1 - direction] === 0) return shown;
  let resentEnd = -1;
  let resentFrom = Infinity;
  let lastLeft = -1;
  let lastRight = -1;
  for (let i = 0; i < packets.count; i++) {
    if (packets.direction[i] === direction) {
      if (
        packets.verdict[i] !== VERDICT.RETRANSMISSION &&
        packets.verdict[i] !== VERDICT.KEEP_ALIVE &&
        packets.verdict[i] !== VERDICT.WINDOW_PROBE
      ) {
        continue;
      }
      resentFrom = Math.min(resentFrom, packets.seqOffset[i]);
      resentEnd = Math.max(resentEnd, packets.endOffset[i]);
      continue;
    }
    if (packets.sackCount[i] === 0 || packets.verdict[i] === VERDICT.DUPLICATE_IN_CAPTURE) continue;
    const left = packets.sackLeft[packets.sackStart[i]];
    const right = packets.sackRight[packets.sackStart[i]];
    const isDouble = right <= packets.ackOffset[i] && right > left;
    if (!isDouble || (left === lastLeft && right === lastRight) || (left < resentEnd && right > resentFrom)) continue;
    [lastLeft, lastRight] = [left, right];
    shown.add(i);
  }
  return shown;
}

/**
 * Whether packets captured twice also arrived twice at the receiver: the path duplicated them.
 * @param {import('../context.js').Context['packets']} packets
 * @param {number} direction
 */
export const isCopiedOnPath = (packets, direction) => reportedTwice(packets, direction).count >= MIN_DUPLICATES;
