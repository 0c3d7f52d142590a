import { LAYER } from '../layers.js';
import { layerOfEthertype } from '../next-layer.js';
import { uint16 } from '../packet.js';

const SNAP = 0xaa;
const IP = 0x06;
export const UNNUMBERED_INFORMATION = 0x03;
/** Encapsulated Ethernet (RFC 1042), and its twin of Cisco (802.1H bridge tunnel). */
const ETHERTYPE_ORGANISATIONS = [0x000000, 0x0000f8];
/** Whose protocols bear no TCP: Cisco's (CDP, VTP), AppleTalk, Foundry's and Extreme's discovery. */
const OTHER_ORGANISATIONS = [0x00000c, 0x080007, 0x00e052, 0x00e02b];

/**
 * IEEE 802.2 LLC, with SNAP or an IP service access point.
 *
 * @param {import('../packet.js').Packet} packet
 * @returns {number}
 */
export function decodeLlc(packet) {
  const { at, bytes } = packet;
  if (packet.isShortOf(3) || bytes[at + 2] !== UNNUMBERED_INFORMATION) return LAYER.NONE;
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
  const { at, bytes } = packet;
  if (packet.isShortOf(5)) return LAYER.NONE;
  const organisation = (bytes[at] << 16) | uint16(bytes, at + 1);
  packet.at = at + 5;
  if (ETHERTYPE_ORGANISATIONS.includes(organisation)) return layerOfEthertype(packet, uint16(bytes, at + 3));
  return OTHER_ORGANISATIONS.includes(organisation) ? LAYER.NONE : packet.stop('SNAP organisation', organisation);
}
