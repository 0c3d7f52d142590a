import { LAYER } from '../layers.js';
import { uint16 } from '../packet.js';

const HEADER = 8;

/**
 * UDP, of which only tunnels and the answers of name servers matter, told by their well-known ports.
 *
 * @param {import('../packet.js').Packet} packet
 * @returns {number}
 */
export function decodeUdp(packet) {
  const { at, bytes, end } = packet;
  if (end - at < HEADER) return LAYER.NONE;
  packet.at = at + HEADER;
  const layer = layerOfPort(uint16(bytes, at + 2));
  return layer !== LAYER.NONE ? layer : layerOfPort(uint16(bytes, at));
}

/** @param {number} port @returns {number} */
function layerOfPort(port) {
  switch (port) {
    case 4789:
      return LAYER.VXLAN;
    case 8472:
      return LAYER.LINUX_VXLAN;
    case 4790:
      return LAYER.VXLAN_GPE;
    case 6081:
      return LAYER.GENEVE;
    case 2152:
      return LAYER.GTP_U;
    case 3544:
      return LAYER.TEREDO;
    case 5072:
      return LAYER.AYIYA;
    case 4754:
      return LAYER.GRE;
    case 1701:
      return LAYER.L2TP;
    case 6635:
      return LAYER.MPLS;
    case 4341:
      return LAYER.LISP;
    case 37008:
      return LAYER.TZSP;
    case 53: // also multicast DNS (RFC 6762) and LLMNR (RFC 4795), of the same form
    case 5353:
    case 5355:
      return LAYER.DNS;
    default:
      return LAYER.NONE;
  }
}
