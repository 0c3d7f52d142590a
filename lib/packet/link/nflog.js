import { LAYER } from '../layers.js';
import { littleUint16, uint16 } from '../packet.js';

const HEADER = 4;
const ATTRIBUTE_HEADER = 4;
const PAYLOAD = 9;

/**
 * Linux netfilter log: attributes in the order of the host that logged, which nothing names; one of them is the IP
 * packet.
 *
 * @param {import('../packet.js').Packet} packet
 * @returns {number}
 */
export function decodeNflog(packet) {
  const little = payloadAt(packet, littleUint16);
  const at = little > 0 ? little : payloadAt(packet, uint16);
  if (at === 0) return LAYER.NONE;
  packet.at = at;
  return LAYER.RAW_IP;
}

/** @param {import('../packet.js').Packet} packet @param {typeof uint16} read @returns {number} 0: there is none */
function payloadAt({ at: start, bytes, end }, read) {
  for (let at = start + HEADER; end - at >= ATTRIBUTE_HEADER;) {
    const length = read(bytes, at);
    if (length < ATTRIBUTE_HEADER) return 0;
    if (read(bytes, at + 2) === PAYLOAD) return at + ATTRIBUTE_HEADER;
    at += (length + 3) & ~3;
  }
  return 0;
}
