import { LAYER } from './layers.js';

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
    case 12: // RAW on most systems,
    case 14: // on OpenBSD
    case 101: // and in the registry
      return LAYER.RAW_IP;
    case 228: return LAYER.IPV4;
    case 229: return LAYER.IPV6;
    case 113: return LAYER.COOKED_V1;
    case 276: return LAYER.COOKED_V2;
    default: return LAYER.NONE;
  }
}
