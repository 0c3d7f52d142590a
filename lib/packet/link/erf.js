import { LAYER } from '../layers.js';

const HEADER = 16;
const EXTENSION_HEADER = 8;
const MORE = 0x80;
const TYPE_AT = 8;
/** Behind the header of a record with an Ethernet frame: an offset and a byte of padding. */
const ETHERNET_PADDING = 2;

/**
 * A record of Endace's cards (extensible record format): time, type, flags, lengths; extension headers while their
 * first bit says that another follows.
 *
 * @param {import('../packet.js').Packet} packet
 * @returns {number}
 */
export function decodeErf(packet) {
  const { at, bytes, end } = packet;
  if (packet.isShortOf(HEADER)) return LAYER.NONE;
  let next = at + HEADER;
  for (let more = bytes[at + TYPE_AT] & MORE; more !== 0 && next < end; next += EXTENSION_HEADER) {
    more = bytes[next] & MORE;
  }
  packet.at = next;
  return layerOfRecord(bytes[at + TYPE_AT] & ~MORE, packet);
}

/** @param {number} type @param {import('../packet.js').Packet} packet @returns {number} */
function layerOfRecord(type, packet) {
  switch (type) {
    case 2: // Ethernet,
    case 11: // with its color,
    case 16: // a filter's verdict,
    case 20: // or a hash
      packet.at += ETHERNET_PADDING;
      return LAYER.ETHERNET;
    case 1: // packet over SONET, in the same four kinds
    case 10:
    case 15:
    case 19:
      return LAYER.SERIAL_LINE;
    case 22:
      return LAYER.IPV4;
    case 23:
      return LAYER.IPV6;
    default:
      return packet.stop('ERF type', type);
  }
}
