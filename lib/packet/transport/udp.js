import { LAYER } from '../layers.js';
import { layerOfPort } from '../next-layer.js';
import { uint16 } from '../packet.js';

export const UDP_HEADER = 8;

/**
 * UDP: tunnels and DNS, identified by their well-known ports, and what may be QUIC.
 *
 * @param {import('../packet.js').Packet} packet
 * @param {import('../scopes.js').Scopes} _scopes
 * @param {import('../registry.js').Tools} tools
 * @returns {number}
 */
export function decodeUdp(packet, _scopes, { quic }) {
  const { at, bytes } = packet;
  if (packet.isShortOf(UDP_HEADER)) return LAYER.NONE;
  packet.at = at + UDP_HEADER;
  const layer = layerOfPort(uint16(bytes, at + 2)) || layerOfPort(uint16(bytes, at));
  if (layer !== LAYER.NONE) return layer;
  return quic?.lets(packet) ? LAYER.QUIC : LAYER.NONE;
}
