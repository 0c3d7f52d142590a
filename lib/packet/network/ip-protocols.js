import { LAYER } from '../layers.js';

/**
 * The layer behind an IP protocol number (IANA), of IPv4's protocol field or the last next-header field of IPv6.
 *
 * @param {number} protocol
 * @returns {number}
 */
export function layerOfProtocol(protocol) {
  switch (protocol) {
    case 6:
      return LAYER.TCP;
    case 17:
      return LAYER.UDP;
    case 1:
      return LAYER.ICMP;
    case 58:
      return LAYER.ICMP_V6;
    case 4:
      return LAYER.IPV4_IN_IP;
    case 41:
      return LAYER.IPV6_IN_IP;
    case 47:
      return LAYER.GRE;
    case 50:
      return LAYER.ENCAPSULATED_SECURITY;
    case 51:
      return LAYER.AUTHENTICATION;
    case 97:
      return LAYER.ETHER_IP;
    case 137:
      return LAYER.MPLS;
    default:
      return LAYER.NONE;
  }
}
