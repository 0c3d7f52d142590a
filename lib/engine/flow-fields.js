/** Written by scripts/generate-layout.js from lib/engine/layout.js; not edited by hand. */

export { DIR_BIT, FLOW_BIT, STREAM_BIT, SURVEY } from './enums.js';

/** Words of a connection as a whole. */
export const FLOW = /** @type {const} */ ({
  IP_VERSION: 0,
  /** Of endpoint 0, big-endian words. */
  ADDRESS_0: 1,
  /** Of endpoint 1. */
  ADDRESS_1: 5,
  /** Port of endpoint 0 in the upper 16 bits, of endpoint 1 in the lower. */
  PORTS: 9,
  /** Next connection of the same Wireshark stream, in another VLAN or tunnel; −1 none. */
  NEXT_SCOPE: 10,
  /** How many such connections came before in the stream. */
  SCOPE_ORDINAL: 11,
  /** Number of the stream, as Wireshark's `tcp.stream`. */
  STREAM: 12,
  /** Bits of `FLOW_BIT`. */
  BITS: 13,
  /** Which endpoint is the client: 0 or 1. */
  CLIENT: 14,
  FIRST_ROW: 15,
  LAST_ROW: 16,
  PACKETS: 17,
  /** Where the state of Wireshark's stream lies, when this is not all of it (shared-stream.ts); 0: here. */
  SHARED: 18,
});
/** 64-bit words of a connection as a whole. */
export const FLOW_F = /** @type {const} */ ({
  START: 0,
  END: 1,
  /** Time of the latest SYN without ACK. */
  SYN_TIME: 2,
  /** Wireshark's iRTT. */
  HANDSHAKE_RTT: 3,
});

/** Words of a direction. */
export const DIR = /** @type {const} */ ({
  /** Bits of `DIR_BIT`. */
  BITS: 0,
  /** The VLANs and tunnels this direction is seen in; −1 while nothing was sent. */
  SCOPE: 1,
  /** Wire sequence number of offset 0: the SYN, or one before the first byte seen. */
  BASE_SEQ: 2,
  /** A recent wire sequence number, of offset `reference`, against which others are unwrapped. */
  REFERENCE_SEQ: 3,
  PACKETS: 4,
  DATA_PACKETS: 5,
  RETRANSMITTED_PACKETS: 6,
  REORDERED_PACKETS: 7,
  MSS: 8,
  /** Shift offered: −1 not known (no SYN seen), −2 known not to scale. */
  WINDOW_SCALE: 9,
  /** Bits of `OPTION`, and `SIGNED`, ever seen in a SYN of this direction. */
  SYN_OPTIONS: 10,
  /** The first SYN's options in their order, as a batch's `optionOrder`; 0 without any. */
  SYN_ORDER: 11,
  /** The first SYN's window, above it its TTL (8 bits), and a bit: its IP identification was 0. */
  SYN_HEADER: 12,
  MAX_IN_FLIGHT: 13,
  RTT_SAMPLES: 14,
  INITIAL_WINDOW_BYTES: 15,
  INITIAL_WINDOW_SEGMENTS: 16,
  /** The connection's oldest packet row that this direction's acknowledgements have not passed. */
  UNACKED_ROW: 17,
  /** Packets with SYN. */
  SYNS: 18,
  FINS: 19,
  RESETS: 20,
  /** What Wireshark's analyser remembers, `ws…`: wire numbers; 0 = not set, as there. */
  WS_NEXT_SEQ: 21,
  WS_MAX_SEQ_TO_BE_ACKED: 22,
  WS_LAST_ACK: 23,
  WS_WINDOW: 24,
  WS_DUPLICATE_ACKS: 25,
  WS_LAST_FLAGS: 26,
  WS_BASE_SEQ: 27,
  /** The list of bytes seen above the first hole (received-ranges.ts); 0 none. */
  ISLANDS: 28,
  /** Where the counters of analysis flags are (flag-counts.ts); 0 none was counted. */
  FLAG_COUNTS: 29,
  /** The base as it was first, by which rows' wire numbers are known (row-columns.ts). */
  FIRST_BASE_SEQ: 30,
  /** Segments with data whose checksum is right. */
  RIGHT_WITH_DATA: 31,
  /** The same without data. */
  RIGHT_WITHOUT: 32,
  /** Segments whose checksum is wrong. */
  WRONG_CHECKSUMS: 33,
  /** TS.Recent of RFC 7323: the timestamp that a later one may not fall below, with `STAMPED`. */
  STAMP: 34,
  /** Of timestamps that went back, with `STAMPS_REFUSED`. */
  FIRST_OLD_STAMP: 35,
  LAST_OLD_STAMP: 36,
  /** Wire number at the end of the latest segment far beyond the window, and its row plus one; 0: none. */
  FAR_SEQ: 37,
  FAR_ROW: 38,
  /** The latest acknowledgement of what was never sent, with `ACKED_FAR`. */
  FAR_ACK: 39,
});
/** 64-bit words of a direction. */
export const DIR_F = /** @type {const} */ ({
  /** Offset of `referenceSeq`. */
  REFERENCE: 0,
  /** End of the bytes seen without a hole, from the first on. */
  SEEN_END: 1,
  /** Highest end of any segment, FIN included. */
  HIGHEST: 2,
  /** Highest acknowledgement by the other side of this direction's bytes; −1 none yet. */
  ACKED: 3,
  /** End of the highest bytes that were retransmitted; −1 none. */
  RETRANSMITTED_END: 4,
  BYTES: 5,
  UNIQUE_BYTES: 6,
  RETRANSMITTED_BYTES: 7,
  RTT_MIN: 8,
  RTT_MAX: 9,
  RTT_SUM: 10,
  RTT_SQUARES: 11,
  WS_NEXT_SEQ_TIME: 12,
  WS_LAST_ACK_TIME: 13,
});

/** Words of a direction's stream: how far its bytes are delivered (track/deliver.ts). */
export const STREAM_F = /** @type {const} */ ({
  /** Delivered in order up to this offset. */
  DELIVERED: 0,
  /** Offset of the next byte that the sink needs; Infinity: none. */
  NEXT_NEEDED: 1,
  /** Offset of the FIN; Infinity while none was passed. */
  FIN_OFFSET: 2,
});
/** Words of a direction's stream: how far its bytes are delivered (track/deliver.ts). */
export const STREAM = /** @type {const} */ ({
  /** Bits of `STREAM_BIT`, and what the shifts below say. */
  BITS: 6,
  /** The frame with the last byte in order; 0: none yet. */
  DELIVERED_FRAME: 7,
});
/** An event of the HTTP/1 parser about a message. */
export const HTTP1_EVENT_F = /** @type {const} */ ({
  START_OFFSET: 0,
  START_NS: 1,
  /** How far the message has come. */
  END_OFFSET: 2,
  BODY_BYTES: 3,
  /** Infinity where only the frame is known. */
  END_NS: 4,
});
/** An event of the HTTP/1 parser about a message. */
export const HTTP1_EVENT = /** @type {const} */ ({
  START_FRAME: 10,
  END_FRAME: 11,
  /** Of `HTTP1_KIND`. */
  KIND: 12,
  STATUS: 13,
  /** Of HTTP/1; 2: it is HTTP/0.9. */
  MINOR_VERSION: 14,
  /** Of `HTTP1_METHOD`. */
  METHOD: 15,
  HEAD_BYTES: 16,
  /** Offset of the head in the buffer of heads; −1: none. */
  HEAD_AT: 17,
  /** Messages of the direction, this one included. */
  MESSAGES: 18,
  /** Whether the other direction carries something other than HTTP. */
  IS_OTHER_OPAQUE: 19,
  /** Bits of `NOTE`. */
  NOTES: 20,
  /** Whether an ended message is complete. */
  IS_WHOLE: 21,
  /** Of `HTTP1_CONTENT`: what the head declares. */
  CONTENT: 22,
  /** Fills the event up to a multiple of eight bytes. */
  UNUSED: 23,
});

export const FLAG_COUNTERS = 15;
export const STREAM_CLIENT_SHIFT = 8;
export const STREAM_PLACE_SHIFT = 8;
/** 64-bit words. */
export const STREAM_FLOATS = 4;
export const FLOW_INTS = 19;
export const DIR_INTS = 40;
export const INTS_PER_FLOW = FLOW_INTS + 2 * DIR_INTS;
export const FLOW_FLOATS = 4;
export const DIR_FLOATS = 14;
export const FLOATS_PER_FLOW = FLOW_FLOATS + 2 * DIR_FLOATS;
export const FLOW_BLOCK_BITS = 10;
export const FLOWS_PER_BLOCK = 1 << FLOW_BLOCK_BITS;
export const FLOW_BLOCK_MASK = FLOWS_PER_BLOCK - 1;
