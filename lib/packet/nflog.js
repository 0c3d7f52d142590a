import { LAYER } from './layers.js';
import { littleUint16 } from './packet.js';

const HEADER = 4;
const ATTRIBUTE_HEADER = 4;
const PAYLOAD = 9;

/**
 * Linux netfilter log: attributes in host order (little-endian here), one of which is the IP packet.
 *
 * @param {import('./packet.js').Packet} packet
 * @returns {number}
 */
export function decodeNflog(packet) {
  const { bytes, end } = packet;
  let at = packet.at + HEADER;
  while (end - at >= ATTRIBUTE_HEADER) {
    const length = littleUint16(bytes, at);
    if (length < ATTRIBUTE_HEADER) return LAYER.NONE;
    if (littleUint16(bytes, at + 2) === PAYLOAD) {
      packet.at = at + ATTRIBUTE_HEADER;
      return LAYER.RAW_IP;
    }
    at += (length + 3) & ~3;
  }
  return LAYER.NONE;
}
