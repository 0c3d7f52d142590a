import { LAYER } from '../layers.js';
import { knownLayerOfProtocol, layerOfProtocol } from '../next-layer.js';
import { int32, uint16 } from '../packet.js';

/** @typedef {import('../packet.js').Packet} Packet */

const HEADER = 40;
const MIN_EXTENSION_HEADER = 8;
/** A chain of extension headers is followed so far. */
export const MAX_EXTENSION_HEADERS = 32;
const HOP_BY_HOP = 0;
const ROUTING = 43;
export const FRAGMENT = 44;
export const AUTHENTICATION = 51;
const DESTINATION_OPTIONS = 60;
const MOBILITY = 135;
const HOST_IDENTITY = 139;
const SHIM6 = 140;
const JUMBO_OPTION = 0xc2;
const ADDRESS = 16;
/** Types of the routing header. */
const ROUTING_TYPE = Object.freeze({ SOURCE_ROUTE: 0, SEGMENTS: 4 });

/**
 * IPv6 (RFC 8200) with its extension headers. A payload length of 0 is that of a jumbogram (RFC 2675) where the option
 * says one, else it comes from segmentation offload and the packet fills the frame.
 *
 * @param {Packet} packet
 * @param {import('./fragments.js').Fragments} fragments
 * @returns {number}
 */
export function decodeIpv6(packet, fragments) {
  const at = packet.at;
  if (packet.isShortOf(HEADER)) return LAYER.NONE;
  const view = packet.view;
  if (view.getUint8(at) >> 4 !== 6) return packet.stop('malformed IPv6 headers');
  const payloadLength = view.getUint16(at + 4);
  const nextHeader = view.getUint8(at + 6);
  packet.ipVersion = 6;
  packet.addressAt = at + 8;
  packet.destinationAt = -1;
  packet.ecn = (view.getUint8(at + 1) >> 4) & 3;
  packet.dscp = (view.getUint16(at) >> 6) & 0x3f;
  packet.ttl = view.getUint8(at + 7);
  packet.identification = -1;
  packet.at = at + HEADER;
  if (payloadLength !== 0) packet.bound(packet.at, payloadLength);
  else if (nextHeader === HOP_BY_HOP) boundJumbogram(packet);
  const layer = knownLayerOfProtocol(nextHeader);
  return layer !== LAYER.NONE && nextHeader !== AUTHENTICATION
    ? layer
    : skipExtensionHeaders(packet, nextHeader, fragments);
}

/**
 * @param {Packet} packet
 * @param {number} header protocol number of the header at `packet.at`
 * @param {import('./fragments.js').Fragments} fragments
 * @returns {number}
 */
function skipExtensionHeaders(packet, header, fragments) {
  for (let headers = 0; headers < MAX_EXTENSION_HEADERS; headers++) {
    if (!isExtensionHeader(header)) return layerOfProtocol(packet, header);
    const { at, bytes } = packet;
    if (packet.isShortOf(MIN_EXTENSION_HEADER)) return LAYER.NONE;
    const next = bytes[at];
    if (header === FRAGMENT) {
      packet.at = at + MIN_EXTENSION_HEADER;
      const offsetAndMore = uint16(bytes, at + 2);
      const isWhole =
        (offsetAndMore & 0xfff9) === 0 ||
        fragments.take(packet, int32(bytes, at + 4), next, offsetAndMore & 0xfff8, (offsetAndMore & 1) === 1);
      if (!isWhole) return LAYER.NONE;
    } else if (header === AUTHENTICATION) {
      packet.at = at + ((bytes[at + 1] + 2) << 2);
    } else {
      packet.at = at + ((bytes[at + 1] + 1) << 3);
      if (header === ROUTING) findDestination(packet, at);
    }
    header = next;
  }
  return LAYER.NONE;
}

/**
 * While a routing header still has segments to visit, the destination is at its end (type 0, RFC 2460) or beginning
 * (segment routing, RFC 8754), and the IP header names the next hop: the way back knows only the former. As in
 * Wireshark.
 *
 * @param {Packet} packet that stands behind it
 * @param {number} start of the header
 */
function findDestination(packet, start) {
  const { at, bytes, end } = packet;
  if (at > end || at - start < MIN_EXTENSION_HEADER + ADDRESS || bytes[start + 3] === 0) return;
  const type = bytes[start + 2];
  if (type === ROUTING_TYPE.SOURCE_ROUTE) packet.destinationAt = at - ADDRESS;
  else if (type === ROUTING_TYPE.SEGMENTS) packet.destinationAt = start + MIN_EXTENSION_HEADER;
}

/** @param {number} header protocol number @returns {boolean} */
export function isExtensionHeader(header) {
  switch (header) {
    case HOP_BY_HOP:
    case ROUTING:
    case FRAGMENT:
    case AUTHENTICATION:
    case DESTINATION_OPTIONS:
    case MOBILITY:
    case HOST_IDENTITY:
    case SHIM6:
      return true;
    default:
      return false;
  }
}

/**
 * Bounds the packet by the jumbo payload option of the hop-by-hop header at `packet.at`. Never beyond the frame:
 * with 32 bits a wrong length would be out of all proportion.
 *
 * @param {Packet} packet
 */
function boundJumbogram(packet) {
  const { at, bytes } = packet;
  if (packet.end - at < MIN_EXTENSION_HEADER) return;
  const end = Math.min(at + ((bytes[at + 1] + 1) << 3), packet.end);
  for (let option = at + 2; option + 6 <= end;) {
    if (bytes[option] === JUMBO_OPTION && bytes[option + 1] === 4) {
      const length = int32(bytes, option + 2);
      if (length >= 0 && length <= packet.end - at + packet.missing) packet.bound(at, length);
      return;
    }
    option += bytes[option] === 0 ? 1 : 2 + bytes[option + 1];
  }
}
