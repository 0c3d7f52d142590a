import { LAYER } from '../layers.js';
import { layerOfEthertype } from '../next-layer.js';

/** @typedef {import('../packet.js').Packet} Packet */

const ETHERNET_HEADER = 14;
/** Smaller values of the type field are lengths (IEEE 802.3 clause 3.2.6). */
const FIRST_ETHERTYPE = 0x0600;
const VLAN_TAG = 4;

/**
 * Ethernet II, or 802.3 with a length and LLC behind it.
 *
 * @param {Packet} packet
 * @returns {number}
 */
export function decodeEthernet(packet) {
  const at = packet.at;
  if (packet.isShortOf(ETHERNET_HEADER)) return LAYER.NONE;
  packet.at = at + ETHERNET_HEADER;
  return layerOfTypeOrLength(packet, packet.view.getUint16(at + 12));
}

/**
 * 802.1Q and 802.1ad tags. A tag with VLAN 0 only bears a priority and names no VLAN.
 *
 * @param {Packet} packet
 * @param {import('../scopes.js').Scopes} scopes
 * @returns {number}
 */
export function decodeVlan(packet, scopes) {
  const at = packet.at;
  if (packet.isShortOf(VLAN_TAG)) return LAYER.NONE;
  const vlan = packet.view.getUint16(at) & 0x0fff;
  if (vlan !== 0) packet.scope = scopes.enterVlan(packet.scope, vlan);
  packet.at = at + VLAN_TAG;
  return layerOfTypeOrLength(packet, packet.view.getUint16(at + 2));
}

/** @param {Packet} packet @param {number} value @returns {number} */
function layerOfTypeOrLength(packet, value) {
  if (value >= FIRST_ETHERTYPE) return layerOfEthertype(packet, value);
  packet.boundByLink(packet.at, value);
  return LAYER.LLC;
}
