/**
 * Which decoder takes the bytes at `packet.at`. Every decoder reads its header, moves `packet.at` behind it and returns
 * the next layer, so that nesting is a loop with a bound instead of recursion. Layers stand here that some decoder
 * names as what follows; the others, found by the number that announces them, are numbered by `registry.js` alone.
 */
export const LAYER = Object.freeze({
  /** Nothing (more) to decode. */
  NONE: 0,
  ETHERNET: 1,
  IPV4: 2,
  IPV6: 3,
  TCP: 4,
  VLAN: 5,
  DNS: 6,
  LLC: 7,
  MPLS: 8,
  NSH: 9,
  RAW_IP: 10,
  PPP: 11,
  CISCO_HDLC: 12,
  SERIAL_LINE: 13,
  FRAME_RELAY: 14,
  WIFI: 15,
  PADDED_WIFI: 16,
  A_MSDU: 17,
  PRISM: 18,
  AVS: 19,
  IPV4_IN_IP: 20,
  IPV6_IN_IP: 21,
  ERSPAN_1: 22,
  ERSPAN_2: 23,
  ERSPAN_3: 24,
  TUNNELLED_WIFI: 25,
  ICMP: 26,
  ICMP_V6: 27,
  QUIC: 28,
});

/** The registry numbers further layers from here on, below OTHER. */
export const FIRST_FREE_LAYER = 32;

/** In the tables of numbers: a protocol that never carries TCP, so nothing is missed behind it. */
export const OTHER = 255;
