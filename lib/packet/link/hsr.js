import { LAYER } from '../layers.js';
import { layerOfEthertype } from '../next-layer.js';
import { uint16 } from '../packet.js';

const TAG = 6;

/**
 * The tag of HSR (IEC 62439-3): path and length, sequence number, next EtherType. Its twin PRP has a trailer instead,
 * which the IP header's length leaves out.
 *
 * @param {import('../packet.js').Packet} packet
 * @returns {number}
 */
export function decodeHsrTag(packet) {
  const { at, bytes } = packet;
  if (packet.isShortOf(TAG)) return LAYER.NONE;
  packet.at = at + TAG;
  return layerOfEthertype(packet, uint16(bytes, at + 4));
}
