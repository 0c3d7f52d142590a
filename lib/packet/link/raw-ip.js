import { LAYER } from '../layers.js';

/**
 * An IP packet with nothing before it; its version field says which IP.
 *
 * @param {import('../packet.js').Packet} packet
 * @returns {number}
 */
export function decodeRawIp(packet) {
  if (packet.isShortOf(1)) return LAYER.NONE;
  switch (packet.bytes[packet.at] >> 4) {
    case 4:
      return LAYER.IPV4;
    case 6:
      return LAYER.IPV6;
    default:
      return packet.stop('IP version', packet.bytes[packet.at] >> 4);
  }
}

const SLIP_HEADER = 16;
/** First of the types that mean a header compressed by Van Jacobson's scheme. */
const SLIP_UNCOMPRESSED_TCP = 0x70;

/**
 * SLIP as libpcap gives it: direction, type (which is the packet's first byte), room for the compressed header, packet.
 *
 * @param {import('../packet.js').Packet} packet
 * @returns {number}
 */
export function decodeSlip(packet) {
  const at = packet.at;
  if (packet.isShortOf(SLIP_HEADER)) return LAYER.NONE;
  if (packet.bytes[at + 1] >= SLIP_UNCOMPRESSED_TCP) return packet.stop('SLIP with compressed headers');
  packet.at = at + SLIP_HEADER;
  return LAYER.RAW_IP;
}
