import { LAYER } from '../layers.js';
import { layerOfEthertype } from '../next-layer.js';
import { uint16 } from '../packet.js';
import { tunnelKind } from '../scopes.js';

/** @typedef {import('../packet.js').Packet} Packet */

const TUNNEL = tunnelKind('pbb');
const BACKBONE_TAG = 18;
const VN_TAG = 6;

/**
 * The service tag of provider backbone bridges (802.1ah), with the customer's Ethernet header behind it.
 *
 * @param {Packet} packet
 * @param {import('../scopes.js').Scopes} scopes
 * @returns {number}
 */
export function decodeBackboneTag(packet, scopes) {
  const { at, bytes } = packet;
  if (packet.isShortOf(BACKBONE_TAG)) return LAYER.NONE;
  const service = (bytes[at + 1] << 16) | uint16(bytes, at + 2);
  packet.scope = scopes.enterTunnel(packet.scope, TUNNEL, service);
  packet.at = at + BACKBONE_TAG;
  return layerOfEthertype(packet, uint16(bytes, at + 16));
}

/**
 * Cisco's VN-Tag: six bytes, the last two the next EtherType.
 *
 * @param {Packet} packet
 * @returns {number}
 */
export function decodeVnTag(packet) {
  const at = packet.at;
  if (packet.isShortOf(VN_TAG)) return LAYER.NONE;
  packet.at = at + VN_TAG;
  return layerOfEthertype(packet, uint16(packet.bytes, at + 4));
}

/**
 * Cisco metadata: version, length of the options in words, options, next EtherType.
 *
 * @param {Packet} packet
 * @returns {number}
 */
export function decodeCiscoMetadata(packet) {
  const at = packet.at;
  if (packet.isShortOf(2)) return LAYER.NONE;
  const next = at + 2 + packet.bytes[at + 1] * 4;
  if (packet.isShortOf(2, next)) return LAYER.NONE;
  packet.at = next + 2;
  return layerOfEthertype(packet, uint16(packet.bytes, next));
}
