import { LAYER } from '../layers.js';
import { layerOfProtocol } from '../next-layer.js';

const MIN_HEADER = 20;
/** "More fragments" and the fragment offset in the flags field. */
const FRAGMENT_BITS = 0x3fff;

/**
 * IPv4 (RFC 791). The total length bounds the packet, for what follows it in an Ethernet frame is padding. A total
 * length of 0 comes from segmentation offload: the packet then fills the frame.
 *
 * @param {import('../packet.js').Packet} packet
 * @param {import('./fragments.js').Fragments} fragments
 * @returns {number}
 */
export function decodeIpv4(packet, fragments) {
  const at = packet.at;
  if (packet.isShortOf(MIN_HEADER)) return LAYER.NONE;
  const view = packet.view;
  const first = view.getUint8(at);
  const headerLength = (first & 0x0f) << 2;
  if (first >> 4 !== 4 || headerLength < MIN_HEADER) return packet.stop('malformed IPv4 headers');
  const totalLength = view.getUint16(at + 2);
  if (totalLength !== 0) {
    if (totalLength < headerLength) return packet.stop('malformed IPv4 headers');
    packet.bound(at, totalLength);
  }
  packet.at = at + headerLength;
  if (packet.at > packet.end) return LAYER.NONE;
  packet.ipVersion = 4;
  packet.addressAt = at + 12;
  packet.ecn = view.getUint8(at + 1) & 3;
  packet.dscp = view.getUint8(at + 1) >> 2;
  packet.ttl = view.getUint8(at + 8);
  packet.identification = view.getUint16(at + 4);
  const protocol = view.getUint8(at + 9);
  const fragment = view.getUint16(at + 6) & FRAGMENT_BITS;
  if (fragment === 0) return layerOfProtocol(packet, protocol);
  const more = fragment & 0x2000;
  const isWhole = fragments.take(packet, packet.identification, protocol, (fragment & 0x1fff) << 3, more !== 0);
  return isWhole ? layerOfProtocol(packet, protocol) : LAYER.NONE;
}
