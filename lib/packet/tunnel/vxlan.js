import { LAYER } from '../layers.js';
import { int32, uint16 } from '../packet.js';
import { tunnelKind } from '../scopes.js';

/** @typedef {import('../packet.js').Packet} Packet */
/** @typedef {import('../scopes.js').Scopes} Scopes */

const TUNNEL = tunnelKind('vxlan');
const HEADER = 8;
/** Flag: the network identifier is valid. Always set. */
const VALID_NETWORK = 0x08;

/**
 * VXLAN (RFC 7348): flags, network identifier, Ethernet frame.
 *
 * @param {Packet} packet
 * @param {Scopes} scopes
 * @returns {number}
 */
export function decodeVxlan(packet, scopes) {
  return enterVxlan(packet, scopes) ? LAYER.ETHERNET : LAYER.NONE;
}

/**
 * VXLAN at the port that Linux took before one was assigned, and Kubernetes networks still take. Since that port is not
 * registered for it, all reserved bits must be 0.
 *
 * @param {Packet} packet
 * @param {Scopes} scopes
 * @returns {number}
 */
export function decodeLinuxVxlan(packet, scopes) {
  const { at, bytes } = packet;
  if (packet.isShortOf(HEADER) || int32(bytes, at) !== VALID_NETWORK << 24 || bytes[at + 7] !== 0) return LAYER.NONE;
  return decodeVxlan(packet, scopes);
}

/**
 * Its generic protocol extension, which says what follows in the fourth byte.
 *
 * @param {Packet} packet
 * @param {Scopes} scopes
 * @returns {number}
 */
export function decodeVxlanGpe(packet, scopes) {
  const next = packet.bytes[packet.at + 3];
  return enterVxlan(packet, scopes) ? layerOfNextProtocol(packet, next) : LAYER.NONE;
}

/**
 * Network service header (RFC 8300): its length in the second byte, in words, and the next protocol in the fourth.
 *
 * @param {Packet} packet
 * @returns {number}
 */
export function decodeNsh(packet) {
  const { at, bytes } = packet;
  if (packet.isShortOf(HEADER)) return LAYER.NONE;
  const length = (bytes[at + 1] & 0x3f) << 2;
  if (length < HEADER) return LAYER.NONE;
  packet.at = at + length;
  return layerOfNextProtocol(packet, bytes[at + 3]);
}

/** @param {Packet} packet @param {Scopes} scopes @returns {boolean} */
function enterVxlan(packet, scopes) {
  const { at, bytes } = packet;
  if (packet.isShortOf(HEADER) || (bytes[at] & VALID_NETWORK) === 0) return false;
  packet.scope = scopes.enterTunnel(packet.scope, TUNNEL, (bytes[at + 4] << 16) | uint16(bytes, at + 5));
  packet.at = at + HEADER;
  return true;
}

/**
 * @param {Packet} packet
 * @param {number} protocol of the registry that VXLAN-GPE and NSH share
 * @returns {number}
 */
function layerOfNextProtocol(packet, protocol) {
  switch (protocol) {
    case 1:
      return LAYER.IPV4;
    case 2:
      return LAYER.IPV6;
    case 3:
      return LAYER.ETHERNET;
    case 4:
      return LAYER.NSH;
    case 5:
      return LAYER.MPLS;
    default:
      return packet.stop('next protocol of VXLAN-GPE or NSH', protocol);
  }
}
