import { LAYER } from '../layers.js';

/**
 * The layer behind an EtherType.
 *
 * @param {number} type from 0x0600 on; lower values are lengths and give NONE
 * @returns {number}
 */
export function layerOfEthertype(type) {
  switch (type) {
    case 0x0800:
      return LAYER.IPV4;
    case 0x86dd:
      return LAYER.IPV6;
    case 0x8100: // 802.1Q
    case 0x88a8: // 802.1ad
    case 0x9100: // QinQ before its standard
      return LAYER.VLAN;
    case 0x8847:
    case 0x8848:
      return LAYER.MPLS;
    case 0x8864:
      return LAYER.PPPOE;
    case 0x880b:
      return LAYER.PPP;
    case 0x88e7:
      return LAYER.BACKBONE_TAG;
    case 0x6558:
      return LAYER.ETHERNET;
    case 0x8870:
      return LAYER.LLC;
    case 0x894f:
      return LAYER.NSH;
    case 0x8926:
      return LAYER.VN_TAG;
    case 0x88e5:
      return LAYER.MACSEC;
    case 0x8909:
      return LAYER.CISCO_METADATA;
    default:
      return LAYER.NONE;
  }
}
