import { layerOfProtocol } from './ip-protocols.js';
import { LAYER } from './layers.js';

/**
 * The IP authentication header (RFC 4302), which leaves the payload readable.
 *
 * @param {import('./packet.js').Packet} packet
 * @returns {number}
 */
export function decodeAuthenticationHeader(packet) {
  const { at, bytes, end } = packet;
  if (end - at < 12) return LAYER.NONE;
  packet.at = at + ((bytes[at + 1] + 2) << 2);
  return layerOfProtocol(bytes[at]);
}
