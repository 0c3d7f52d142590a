import { LAYER } from '../layers.js';

/**
 * The layer that a frame of a link type begins with.
 *
 * @param {number} linkType LINKTYPE_ number of the pcap registry
 * @returns {number} NONE for a link type that is not decoded
 */
export function layerOfLinkType(linkType) {
  switch (linkType) {
    case 0: // NULL
    case 108: // LOOP
      return LAYER.LOOPBACK;
    case 1: return LAYER.ETHERNET;
    case 6: return LAYER.TOKEN_RING;
    case 8: return LAYER.SLIP;
    case 9: // PPP
    case 50: // PPP with HDLC framing
      return LAYER.SERIAL_LINE;
    case 166: return LAYER.PPPD;
    case 204: // PPP with direction
    case 205: // Cisco HDLC with direction
      return LAYER.SERIAL_LINE_WITH_DIRECTION;
    case 10: return LAYER.FDDI;
    case 12: // RAW on most systems,
    case 14: // on OpenBSD
    case 101: // and in the registry
      return LAYER.RAW_IP;
    case 17: return LAYER.OLD_PFLOG;
    case 51: return LAYER.PPPOE;
    case 100: return LAYER.LLC; // ATM, RFC 2684
    case 104: return LAYER.CISCO_HDLC;
    case 105: return LAYER.WIFI;
    case 107: return LAYER.FRAME_RELAY;
    case 109: return LAYER.ENC;
    case 113: return LAYER.COOKED_V1;
    case 117: return LAYER.PFLOG;
    case 119: return LAYER.PRISM;
    case 122: return LAYER.FIBRE_CHANNEL;
    case 123: return LAYER.SUN_ATM;
    case 127: return LAYER.RADIOTAP;
    case 138: return LAYER.FIREWIRE;
    case 149: // PKTAP before its number was assigned
    case 258:
      return LAYER.PKTAP;
    case 163: return LAYER.AVS;
    case 178: return LAYER.JUNIPER_ETHERNET;
    case 179: return LAYER.JUNIPER_PPP;
    case 180: return LAYER.JUNIPER_FRAME_RELAY;
    case 181: return LAYER.JUNIPER_HDLC;
    case 192: return LAYER.PPI;
    case 197: return LAYER.ERF;
    case 206: return LAYER.FRAME_RELAY_WITH_DIRECTION;
    case 219: return LAYER.MPLS;
    case 226: return LAYER.IPNET;
    case 228: return LAYER.IPV4;
    case 229: return LAYER.IPV6;
    case 239: return LAYER.NFLOG;
    case 240: return LAYER.NET_ANALYZER;
    case 241: return LAYER.NET_ANALYZER_TRANSPARENT;
    case 242: return LAYER.IPOIB;
    case 276: return LAYER.COOKED_V2;
    default: return LAYER.NONE;
  }
}
