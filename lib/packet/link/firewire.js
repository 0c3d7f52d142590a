import { LAYER } from '../layers.js';
import { uint16 } from '../packet.js';
import { layerOfEthertype } from './ethertypes.js';

const HEADER = 18;

/**
 * IP over IEEE 1394 as Apple captures it: two addresses of eight bytes, EtherType.
 *
 * @param {import('../packet.js').Packet} packet
 * @returns {number}
 */
export function decodeFirewire(packet) {
  const at = packet.at;
  if (packet.end - at < HEADER) return LAYER.NONE;
  packet.at = at + HEADER;
  return layerOfEthertype(uint16(packet.bytes, at + 16));
}
