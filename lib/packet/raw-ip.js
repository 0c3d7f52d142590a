import { LAYER } from './layers.js';

/**
 * An IP packet with nothing before it, told by its version.
 *
 * @param {import('./packet.js').Packet} packet
 * @returns {number}
 */
export function decodeRawIp(packet) {
  if (packet.at >= packet.end) return LAYER.NONE;
  switch (packet.bytes[packet.at] >> 4) {
    case 4: return LAYER.IPV4;
    case 6: return LAYER.IPV6;
    default: return LAYER.NONE;
  }
}
