/**
 * Which decoder takes the bytes at `packet.at`. Every decoder reads its header, moves `packet.at` behind it and returns
 * the next layer, so that nesting is a loop with a bound instead of recursion.
 */
export const LAYER = Object.freeze({
  /** Nothing (more) to decode. */
  NONE: 0,
  ETHERNET: 1, IPV4: 2, IPV6: 3, TCP: 4,
  // Inside Ethernet and its relatives
  LLC: 5, VLAN: 6, MPLS: 7, PPPOE: 8, PBB: 9, NSH: 10, VN_TAG: 11, CISCO_METADATA: 12,
  // Other link types
  LOOPBACK: 13, RAW_IP: 14, COOKED_V1: 15, COOKED_V2: 16, PPP: 17, PPP_HDLC: 18, CISCO_HDLC: 19, PPP_WITH_DIRECTION: 20,
  CISCO_HDLC_WITH_DIRECTION: 21, FDDI: 22, TOKEN_RING: 23, PKTAP: 24, PPI: 25, SLIP: 26, NFLOG: 27, ENC: 28, FIREWIRE: 29,
  FRAME_RELAY: 30,
  WIFI: 31, RADIOTAP: 32, PRISM: 33, AVS: 34, A_MSDU: 35,
  // Inside IP
  UDP: 36, GRE: 37, IPV4_IN_IP: 38, IPV6_IN_IP: 39, AUTHENTICATION: 40, ETHERNET_IN_IP: 41, MPLS_IN_IP: 42,
  ERSPAN_1_2: 43, ERSPAN_3: 44,
});
