import { LAYER } from '../layers.js';
import { layerOfPort } from '../next-layer.js';
import { uint16 } from '../packet.js';

const HEADER = 8;

/**
 * UDP, of which only tunnels and DNS responses matter, identified by their well-known ports.
 *
 * @param {import('../packet.js').Packet} packet
 * @returns {number}
 */
export function decodeUdp(packet) {
  const { at, bytes } = packet;
  if (packet.isShortOf(HEADER)) return LAYER.NONE;
  packet.at = at + HEADER;
  const layer = layerOfPort(uint16(bytes, at + 2));
  return layer !== LAYER.NONE ? layer : layerOfPort(uint16(bytes, at));
}
