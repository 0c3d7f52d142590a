/**
 * Which decoder takes the bytes at `packet.at`. Every decoder reads its header, moves `packet.at` behind it and returns
 * the next layer, so that nesting is a loop with a bound instead of recursion.
 */
export const LAYER = Object.freeze({
  /** Nothing (more) to decode. */
  NONE: 0,
  ETHERNET: 1, IPV4: 2, IPV6: 3, TCP: 4, VLAN: 5,
  // Inside Ethernet and its relatives
  LLC: 6, MPLS: 7, PPPOE: 8, BACKBONE_TAG: 9, NSH: 10, VN_TAG: 11, CISCO_METADATA: 12, MACSEC: 13,
  // Other link types
  LOOPBACK: 20, RAW_IP: 21, COOKED_V1: 22, COOKED_V2: 23, PPP: 24, SERIAL_LINE: 25, SERIAL_LINE_WITH_DIRECTION: 26, CISCO_HDLC: 27,
  FDDI: 28, TOKEN_RING: 29, PKTAP: 30, PPI: 31, SLIP: 32, NFLOG: 33, ENC: 34, FIREWIRE: 35, FRAME_RELAY: 36,
  WIFI: 37, PADDED_WIFI: 38, RADIOTAP: 39, PRISM: 40, AVS: 41, A_MSDU: 42,
  PPPD: 43, PFLOG: 44, OLD_PFLOG: 45, IPNET: 46, IPOIB: 47, FIBRE_CHANNEL: 48, SUN_ATM: 49,
  // Inside IP
  UDP: 50, GRE: 51, IPV4_IN_IP: 52, IPV6_IN_IP: 53, AUTHENTICATION: 54, ENCAPSULATED_SECURITY: 59, ETHER_IP: 55, ERSPAN_1: 56, ERSPAN_2: 57, ERSPAN_3: 58,
  // Inside UDP
  VXLAN: 60, VXLAN_GPE: 61, GENEVE: 62, GTP_U: 63, TEREDO: 64, AYIYA: 65, L2TP: 66, LISP: 67, TZSP: 68, LINUX_VXLAN: 69, DNS: 70,
  // Other link types, rarer still
  ERF: 80, FRAME_RELAY_WITH_DIRECTION: 81, NET_ANALYZER: 82, NET_ANALYZER_TRANSPARENT: 83,
  JUNIPER_ETHERNET: 84, JUNIPER_PPP: 85, JUNIPER_FRAME_RELAY: 86, JUNIPER_HDLC: 87,
});
