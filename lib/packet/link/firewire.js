import { LAYER } from '../layers.js';
import { layerOfEthertype } from '../next-layer.js';
import { uint16 } from '../packet.js';

const HEADER = 18;

/**
 * IP over IEEE 1394 as Apple captures it: two addresses of eight bytes, EtherType.
 *
 * @param {import('../packet.js').Packet} packet
 * @returns {number}
 */
export function decodeFirewire(packet) {
  const at = packet.at;
  if (packet.isShortOf(HEADER)) return LAYER.NONE;
  packet.at = at + HEADER;
  return layerOfEthertype(packet, uint16(packet.bytes, at + 16));
}
