import { VERDICT } from '../../../transport/verdict.js';

/**
 * A copy of the previous acknowledgement, with the same IP identification.
 * @param {import('../context.js').Context['packets']} packets
 * @param {number} i
 */
export function isCopy({ direction, length, ipId, seqOffset, ackOffset, window, flags, tsValue, verdict }, i) {
  if (length[i] > 0 || verdict[i] !== VERDICT.NONE || ipId[i] === 0 || ipId[i] === 65535) return false;
  for (let before = i - 1; before >= 0 && before > i - 4; before--) {
    if (direction[before] !== direction[i]) continue;
    const isSame =
      ipId[before] === ipId[i] &&
      seqOffset[before] === seqOffset[i] &&
      ackOffset[before] === ackOffset[i] &&
      window[before] === window[i] &&
      flags[before] === flags[i] &&
      tsValue[before] === tsValue[i];
    if (isSame && length[before] === 0) return true;
  }
  return false;
}
