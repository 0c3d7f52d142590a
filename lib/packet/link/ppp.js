import { LAYER } from '../layers.js';
import { layerOfEthertype, layerOfPppProtocol } from '../next-layer.js';
import { uint16 } from '../packet.js';
import { UNNUMBERED_INFORMATION } from './llc.js';

/** @typedef {import('../packet.js').Packet} Packet */

const PPPOE_HEADER = 6;
const ALL_STATIONS = 0xff;
const CISCO_UNICAST = 0x0f;
const CISCO_MULTICAST = 0x8f;

/**
 * PPPoE session stage (RFC 2516).
 *
 * @param {Packet} packet
 * @returns {number}
 */
export function decodePppoe(packet) {
  const { at, bytes } = packet;
  if (packet.isShortOf(PPPOE_HEADER) || bytes[at] !== 0x11 || bytes[at + 1] !== 0) return LAYER.NONE;
  packet.at = at + PPPOE_HEADER;
  packet.boundByLink(packet.at, uint16(bytes, at + 4));
  return LAYER.PPP;
}

/**
 * A capture of a serial line: PPP with or without its HDLC framing, or Cisco HDLC.
 *
 * @param {Packet} packet
 * @returns {number}
 */
export function decodeSerialLine(packet) {
  if (packet.isShortOf(1)) return LAYER.NONE;
  const address = packet.bytes[packet.at];
  return address === CISCO_UNICAST || address === CISCO_MULTICAST ? LAYER.CISCO_HDLC : LAYER.PPP;
}

/**
 * PPP as pppd records it: the direction stands in the place of HDLC's address, or before all of it.
 *
 * @param {Packet} packet
 * @returns {number}
 */
export function decodePppd(packet) {
  const { at, bytes } = packet;
  if (packet.isShortOf(2)) return LAYER.NONE;
  if (bytes[at] <= 1) packet.at = at + (bytes[at + 1] === UNNUMBERED_INFORMATION ? 2 : 1);
  return LAYER.PPP;
}

/**
 * As `decodeSerialLine`, with a byte for the direction before it.
 *
 * @param {Packet} packet
 * @returns {number}
 */
export function decodeSerialLineWithDirection(packet) {
  packet.at++;
  return decodeSerialLine(packet);
}

/**
 * Cisco HDLC: address, control, EtherType.
 *
 * @param {Packet} packet
 * @returns {number}
 */
export function decodeCiscoHdlc(packet) {
  const at = packet.at;
  if (packet.isShortOf(4)) return LAYER.NONE;
  packet.at = at + 4;
  return layerOfEthertype(packet, uint16(packet.bytes, at + 2));
}

/**
 * PPP (RFC 1661): optional address and control bytes, a protocol number of two bytes or, compressed, of one (its first
 * byte is even, its last odd).
 *
 * @param {Packet} packet
 * @returns {number}
 */
export function decodePpp(packet) {
  const { bytes } = packet;
  let at = packet.at;
  if (packet.isShortOf(2)) return LAYER.NONE;
  if (bytes[at] === ALL_STATIONS && bytes[at + 1] === UNNUMBERED_INFORMATION) at += 2;
  if (packet.isShortOf(2, at)) return LAYER.NONE;
  const isCompressed = (bytes[at] & 1) === 1;
  packet.at = at + (isCompressed ? 1 : 2);
  return layerOfPppProtocol(packet, isCompressed ? bytes[at] : uint16(bytes, at));
}

/**
 * A bridged LAN frame (RFC 3518): flags, type of LAN (1 for Ethernet), the frame.
 *
 * @param {Packet} packet
 * @returns {number}
 */
export function decodeBridgedFrame(packet) {
  const { at, bytes } = packet;
  if (packet.isShortOf(2) || bytes[at + 1] !== 1) return LAYER.NONE;
  packet.at = at + 2;
  return LAYER.ETHERNET;
}
