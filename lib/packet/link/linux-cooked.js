import { LAYER } from '../layers.js';
import { layerOfEthertype } from '../next-layer.js';
import { uint16 } from '../packet.js';

const V1_HEADER = 16;
const V2_HEADER = 20;
const PROTOCOL_802_2 = 4;

/**
 * Linux cooked capture, version 1 (LINKTYPE_LINUX_SLL).
 *
 * @param {import('../packet.js').Packet} packet
 * @returns {number}
 */
export function decodeCookedV1(packet) {
  const at = packet.at;
  if (packet.isShortOf(V1_HEADER)) return LAYER.NONE;
  packet.at = at + V1_HEADER;
  return layerOfCookedProtocol(packet, uint16(packet.bytes, at + 14));
}

/**
 * Version 2 (LINKTYPE_LINUX_SLL2), which begins with the protocol.
 *
 * @param {import('../packet.js').Packet} packet
 * @returns {number}
 */
export function decodeCookedV2(packet) {
  const at = packet.at;
  if (packet.isShortOf(V2_HEADER)) return LAYER.NONE;
  packet.at = at + V2_HEADER;
  return layerOfCookedProtocol(packet, uint16(packet.bytes, at));
}

/** @param {import('../packet.js').Packet} packet @param {number} protocol @returns {number} */
function layerOfCookedProtocol(packet, protocol) {
  return protocol === PROTOCOL_802_2 ? LAYER.LLC : layerOfEthertype(packet, protocol);
}
