import { LAYER } from '../layers.js';
import { uint16 } from '../packet.js';
import { layerOfEthertype } from './ethertypes.js';

const SNAP = 0xaa;
const IP = 0x06;
const UNNUMBERED_INFORMATION = 0x03;
/** Encapsulated Ethernet (RFC 1042), and its twin of Cisco (802.1H bridge tunnel). */
const ETHERTYPE_ORGANISATIONS = [0x000000, 0x0000f8];

/**
 * IEEE 802.2 LLC, with SNAP or an IP service access point.
 *
 * @param {import('../packet.js').Packet} packet
 * @returns {number}
 */
export function decodeLlc(packet) {
  const { at, bytes, end } = packet;
  if (end - at < 3 || bytes[at + 2] !== UNNUMBERED_INFORMATION) return LAYER.NONE;
  const destination = bytes[at];
  packet.at = at + 3;
  if (destination === SNAP) return decodeSnap(packet);
  return destination === IP ? LAYER.IPV4 : LAYER.NONE;
}

/**
 * The five bytes of SNAP: organisation and protocol.
 *
 * @param {import('../packet.js').Packet} packet
 * @returns {number}
 */
export function decodeSnap(packet) {
  const { at, bytes, end } = packet;
  if (end - at < 5) return LAYER.NONE;
  const organisation = (bytes[at] << 16) | uint16(bytes, at + 1);
  packet.at = at + 5;
  return ETHERTYPE_ORGANISATIONS.includes(organisation) ? layerOfEthertype(uint16(bytes, at + 3)) : LAYER.NONE;
}
