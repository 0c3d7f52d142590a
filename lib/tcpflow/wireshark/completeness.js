import { TCP } from '../../engine/segment-batch.js';

/** Bits of Wireshark's conversation completeness. */
const COMPLETENESS = Object.freeze({ SYN: 1, SYN_ACK: 2, ACK: 4, DATA: 8, FIN: 16, RST: 32 });

const NAMES = new Map([
  [1, 'Incomplete, SYN_SENT'],
  [3, 'Incomplete, CLIENT_ESTABLISHED'],
  [7, 'Incomplete, ESTABLISHED'],
  [15, 'Incomplete, DATA'],
  ...[23, 39, 55].map((value) => /** @type {const} */ ([value, 'Complete, NO_DATA'])),
  ...[31, 47, 63].map((value) => /** @type {const} */ ([value, 'Complete, WITH_DATA'])),
]);

/** @param {number} value of `COMPLETENESS` bits @returns {string} as Wireshark calls it */
export const completenessName = (value) => NAMES.get(value) ?? 'Incomplete';

/**
 * The bits that a segment adds. A stream's first packet counts only as a SYN, with data or without (Wireshark 4.0).
 * @param {boolean} isFirst @param {number} flags bits of `TCP` @param {number} length of the payload
 */
export function completenessOf(isFirst, flags, length) {
  const { SYN, ACK, FIN, RST } = TCP;
  const handshake = flags & (SYN | ACK);
  if (isFirst) return handshake === SYN ? COMPLETENESS.SYN | (length > 0 ? COMPLETENESS.DATA : 0) : 0;
  let bits = 0;
  if (handshake === (SYN | ACK)) bits |= COMPLETENESS.SYN_ACK;
  if (handshake === ACK) bits |= length > 0 ? COMPLETENESS.DATA : COMPLETENESS.ACK;
  if ((flags & (FIN | ACK)) === (FIN | ACK)) bits |= COMPLETENESS.FIN;
  return flags & RST ? bits | COMPLETENESS.RST : bits;
}
