import { LAYER } from '../layers.js';

const FDDI_HEADER = 13;
const TOKEN_RING_HEADER = 14;

/**
 * FDDI: frame control and addresses. Only LLC frames hold data.
 *
 * @param {import('../packet.js').Packet} packet
 * @returns {number}
 */
export function decodeFddi(packet) {
  const at = packet.at;
  if (packet.isShortOf(FDDI_HEADER) || (packet.bytes[at] & 0xf0) !== 0x50) return LAYER.NONE;
  packet.at = at + FDDI_HEADER;
  return LAYER.LLC;
}

/**
 * Token Ring: access and frame control, addresses, and routing information where the source address says so.
 *
 * @param {import('../packet.js').Packet} packet
 * @returns {number}
 */
export function decodeTokenRing(packet) {
  const { at, bytes, end } = packet;
  if (packet.isShortOf(TOKEN_RING_HEADER) || bytes[at + 1] >> 6 !== 1) return LAYER.NONE;
  packet.at = at + TOKEN_RING_HEADER;
  if ((bytes[at + 8] & 0x80) === 0) return LAYER.LLC;
  if (packet.at >= end) return LAYER.NONE;
  packet.at += Math.max(2, bytes[packet.at] & 0x1f);
  return LAYER.LLC;
}
