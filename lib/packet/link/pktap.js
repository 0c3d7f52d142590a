import { LAYER } from '../layers.js';
import { layerOfInnerLinkType } from '../next-layer.js';
import { littleUint16 } from '../packet.js';

const MIN_HEADER = 12;

/**
 * Apple's PKTAP: a header of a length it names, in host order of little-endian machines, and the link type of what
 * follows.
 *
 * @param {import('../packet.js').Packet} packet
 * @returns {number}
 */
export function decodePktap(packet) {
  const { at, bytes, end } = packet;
  if (packet.isShortOf(MIN_HEADER)) return LAYER.NONE;
  const length = littleUint16(bytes, at);
  if (length < MIN_HEADER || length > end - at) return LAYER.NONE;
  packet.at = at + length;
  return layerOfInnerLinkType(packet, littleUint16(bytes, at + 8));
}
