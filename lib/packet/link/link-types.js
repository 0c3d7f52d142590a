import { LAYER } from '../layers.js';

/** LINKTYPE_ numbers of the pcap registry, and the layer that their frames begin with. */
const LAYER_OF_LINK_TYPE = new Map([
  [0, LAYER.LOOPBACK], // NULL
  [108, LAYER.LOOPBACK], // LOOP
  [1, LAYER.ETHERNET],
  [6, LAYER.TOKEN_RING],
  [8, LAYER.SLIP],
  [9, LAYER.SERIAL_LINE], // PPP
  [50, LAYER.SERIAL_LINE], // PPP with HDLC framing
  [166, LAYER.PPPD],
  [204, LAYER.SERIAL_LINE_WITH_DIRECTION], // PPP with direction
  [205, LAYER.SERIAL_LINE_WITH_DIRECTION], // Cisco HDLC with direction
  [10, LAYER.FDDI],
  [12, LAYER.RAW_IP], // RAW on most systems,
  [14, LAYER.RAW_IP], // on OpenBSD
  [101, LAYER.RAW_IP], // and in the registry
  [17, LAYER.OLD_PFLOG],
  [51, LAYER.PPPOE],
  [100, LAYER.LLC], // ATM, RFC 2684
  [104, LAYER.CISCO_HDLC],
  [105, LAYER.WIFI],
  [107, LAYER.FRAME_RELAY],
  [109, LAYER.ENC],
  [113, LAYER.COOKED_V1],
  [117, LAYER.PFLOG],
  [119, LAYER.PRISM],
  [122, LAYER.FIBRE_CHANNEL],
  [123, LAYER.SUN_ATM],
  [127, LAYER.RADIOTAP],
  [138, LAYER.FIREWIRE],
  [149, LAYER.PKTAP], // PKTAP before its number was assigned
  [258, LAYER.PKTAP],
  [163, LAYER.AVS],
  [178, LAYER.JUNIPER_ETHERNET],
  [179, LAYER.JUNIPER_PPP],
  [180, LAYER.JUNIPER_FRAME_RELAY],
  [181, LAYER.JUNIPER_HDLC],
  [192, LAYER.PPI],
  [197, LAYER.ERF],
  [206, LAYER.FRAME_RELAY_WITH_DIRECTION],
  [219, LAYER.MPLS],
  [226, LAYER.IPNET],
  [228, LAYER.IPV4],
  [229, LAYER.IPV6],
  [239, LAYER.NFLOG],
  [240, LAYER.NET_ANALYZER],
  [241, LAYER.NET_ANALYZER_TRANSPARENT],
  [242, LAYER.IPOIB],
  [276, LAYER.COOKED_V2],
]);

/**
 * The layer that a frame of a link type begins with.
 *
 * @param {number} linkType LINKTYPE_ number of the pcap registry
 * @returns {number} NONE for a link type that is not decoded
 */
export const layerOfLinkType = (linkType) => LAYER_OF_LINK_TYPE.get(linkType) ?? LAYER.NONE;
