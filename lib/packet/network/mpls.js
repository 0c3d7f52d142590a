import { LAYER } from '../layers.js';
import { knownLayerOfEthertype } from '../next-layer.js';
import { uint16 } from '../packet.js';

/** @typedef {import('../packet.js').Packet} Packet */

const LABEL = 4;
const CONTROL_WORD = 4;
export const ETHERTYPE_AT = 12;

/**
 * A stack of MPLS labels (RFC 3032). No field says what follows: guessed, as usual, from the first four bits; a
 * pseudowire from an Ethernet header with a known type, with or without the control word (RFC 4448).
 *
 * @param {Packet} packet
 * @returns {number}
 */
export function decodeMpls(packet) {
  const { bytes, end } = packet;
  let at = packet.at;
  while (end - at >= LABEL && (bytes[at + 2] & 1) === 0) at += LABEL;
  at += LABEL;
  packet.at = at;
  if (at >= end) return LAYER.NONE;
  switch (bytes[at] >> 4) {
    case 4:
      return LAYER.IPV4;
    case 6:
      return LAYER.IPV6;
    case 1:
      return LAYER.NONE;
    default:
      return layerOfPseudowire(packet);
  }
}

/** @param {Packet} packet @returns {number} */
function layerOfPseudowire(packet) {
  const at = packet.at;
  if (bytesLookLikeEthernet(packet, at + CONTROL_WORD) && packet.bytes[at] >> 4 === 0) {
    packet.at = at + CONTROL_WORD;
    return LAYER.ETHERNET;
  }
  return bytesLookLikeEthernet(packet, at) ? LAYER.ETHERNET : packet.stop('MPLS payload');
}

/** @param {Packet} packet @param {number} at @returns {boolean} */
function bytesLookLikeEthernet(packet, at) {
  return (
    packet.end - at >= ETHERTYPE_AT + 2 && knownLayerOfEthertype(uint16(packet.bytes, at + ETHERTYPE_AT)) !== LAYER.NONE
  );
}
