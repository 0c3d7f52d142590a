/**
 * Where a connection's state lies (core/layout.ts writes it, this names it for reading). All connections live in blocks
 * of typed arrays, one stretch of words each, so that a packet of one of 100 000 connections touches a few neighbouring
 * cache lines instead of forty columns:
 *
 * ```
 *  ints    [ FLOW… | DIR of endpoint 0 … | DIR of endpoint 1 … ]   Int32, INTS_PER_FLOW words
 *  floats  [ FLOW_TIME… | DIR_F of endpoint 0 … | … 1 ]            Float64, FLOATS_PER_FLOW words
 *  streams [ STREAM_F of endpoint 0 | … 1 ]                        Float64, 2 STREAM_FLOATS words
 * ```
 *
 * Endpoint 0 sent the connection's first captured packet. A direction is named by the endpoint that sends.
 */

/** Words of a connection as a whole. */
export const FLOW = /** @type {const} */ ({
  IP_VERSION: 0,
  /** Addresses of endpoint 0 and 1, four big-endian words each. */
  ADDRESS_0: 1,
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
  /** Of the core: where the state of Wireshark's stream lies, when this is not all of it; 0: here. */
  SHARED: 18,
});

export const FLOW_BIT = /** @type {const} */ ({
  ROLE_GUESSED: 1,
  RESET: 2,
  RTT_OF_HANDSHAKE_KNOWN: 4,
  REUSED_PORTS: 8,
  SYN_TIME_KNOWN: 16,
  FLIPPED: 32,
  /** Not all of it is plainly original, in order and once: worth the judge's walk. */
  TO_JUDGE: 64,
  /** An urgent pointer was seen. */
  URGENT: 128,
});

/** What connections are looked for by (core/survey.ts). */
export const SURVEY = /** @type {const} */ ({
  /** A stream is not handed on to its end. */
  UNENDED: 1,
  TO_JUDGE: 2,
  /** Long, reset, to be judged, opened more than once, or with a shut window. */
  EVENTFUL: 4,
});

/** 64-bit words of a connection as a whole; times in ns since the capture's first packet. */
export const FLOW_F = /** @type {const} */ ({
  START: 0,
  END: 1,
  /** Time of the latest SYN without ACK. */
  SYN_TIME: 2,
  /** Wireshark's iRTT. */
  HANDSHAKE_RTT: 3,
});

/** Words of a direction; offsets from the direction's base. */
export const DIR = /** @type {const} */ ({
  /** Bits of `DIR_BIT`. */
  BITS: 0,
  /** The VLANs and tunnels this direction is seen in; −1 while nothing was sent. */
  SCOPE: 1,
  /** Wire sequence number of offset 0: the SYN, or one before the first byte seen. */
  BASE_SEQ: 2,
  /** A recent wire sequence number, of offset DIR_F.REFERENCE, against which others are unwrapped. */
  REFERENCE_SEQ: 3,
  PACKETS: 4,
  DATA_PACKETS: 5,
  RETRANSMITTED_PACKETS: 6,
  REORDERED_PACKETS: 7,
  MSS: 8,
  /** Shift offered: −1 not known (no SYN seen), −2 known not to scale. */
  WINDOW_SCALE: 9,
  /** Bits of `OPTION` ever seen in a SYN of this direction. */
  SYN_OPTIONS: 10,
  MAX_IN_FLIGHT: 11,
  RTT_SAMPLES: 12,
  INITIAL_WINDOW_BYTES: 13,
  INITIAL_WINDOW_SEGMENTS: 14,
  /** The oldest packet row of the connection that this direction's acknowledgements have not passed. */
  UNACKED_ROW: 15,
  /** Packets with SYN, FIN, RST. */
  SYNS: 16,
  FINS: 17,
  RESETS: 18,
  /* What Wireshark's analyser remembers of a direction, wire numbers; 0 = not set, as there. */
  WS_NEXT_SEQ: 19,
  WS_MAX_SEQ_TO_BE_ACKED: 20,
  WS_LAST_ACK: 21,
  WS_WINDOW: 22,
  WS_DUPLICATE_ACKS: 23,
  WS_LAST_FLAGS: 24,
  WS_BASE_SEQ: 25,
  /** The core's list of bytes seen above the first hole; 0 none. */
  ISLANDS: 26,
  /** Of the core: where its fifteen counters are, in the order of `ANALYSIS_FLAGS`; 0 none was counted. */
  FLAG_COUNTS: 27,
  /** BASE_SEQ as it was first, what the rows' wire numbers are told by (core/row-columns.ts). */
  FIRST_BASE_SEQ: 28,
  /** Segments by their checksums: right ones with data, right ones without, wrong ones. */
  RIGHT_WITH_DATA: 29,
  RIGHT_WITHOUT: 30,
  WRONG_CHECKSUMS: 31,
});

/** Counters of a direction's analysis flags. */
export const FLAG_COUNTERS = 15;

export const DIR_BIT = /** @type {const} */ ({
  BASE_KNOWN: 1,
  SYN_SEEN: 2,
  DATA_SEEN: 4,
  HAS_HOLES: 16,
  DATA_ACKED: 32,
  OPENING: 512,
});

/** 64-bit words of a direction. Offsets are unwrapped sequence numbers; times ns. */
export const DIR_F = /** @type {const} */ ({
  /** Offset of REFERENCE_SEQ. */
  REFERENCE: 0,
  /** End of the bytes seen without a hole, from the first on. */
  SEEN_END: 1,
  /** Highest end of any segment, FIN included. */
  HIGHEST: 2,
  /** Highest acknowledgement by the other side of this direction's bytes; −1 none yet. */
  ACKED: 3,
  /** End of the highest bytes that were sent more than once; −1 none. */
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

/** 64-bit words of a direction's stream: how far its bytes are handed on (track/deliver.ts). */
export const STREAM_F = /** @type {const} */ ({
  /** Handed on in order up to this offset. */
  DELIVERED: 0,
  /** Offset of the next byte that the sink wants; Infinity: none. */
  WANTED: 1,
  /** Offset of the FIN; Infinity while none was passed. */
  FIN_OFFSET: 2,
});

/** 32-bit words of it, in the same place. */
export const STREAM = /** @type {const} */ ({
  /** Bits of `STREAM_BIT`. */
  BITS: 6,
  /** The frame that brought the last byte in order; 0: none has come. */
  DELIVERED_FRAME: 7,
});

export const STREAM_BIT = /** @type {const} */ ({
  ENDED: 1,
  HAS_HELD: 2,
  HAS_RECENT: 4,
  SKIMMED: 8,
  FIN_PASSED: 16,
  RESET_PASSED: 32,
  /** With endpoint 0: as of the segment handed on, no handshake has told who is the client. */
  ROLE_GUESSED: 64,
  GAPS_TOLD: 128,
});

/**
 * Above the bits of `STREAM_BIT`, with endpoint 0: who is the client by the connection's content, 1 + endpoint; 0 not
 * known.
 */
export const STREAM_CLIENT_SHIFT = 8;

/**
 * The same with endpoint 1: where the core reads the connection as HTTP/1 (http1/direct.ts), its place plus one; 0: it
 * does not.
 */
export const STREAM_PLACE_SHIFT = 8;

export const STREAM_FLOATS = 4;

export const FLOW_INTS = 19;
export const DIR_INTS = DIR.WRONG_CHECKSUMS + 1;
export const INTS_PER_FLOW = FLOW_INTS + 2 * DIR_INTS;

export const FLOW_FLOATS = 4;
export const DIR_FLOATS = 14;
export const FLOATS_PER_FLOW = FLOW_FLOATS + 2 * DIR_FLOATS;

/** Connections a block holds (as a power of two): no copying when the table grows. */
export const FLOW_BLOCK_BITS = 10;
export const FLOWS_PER_BLOCK = 1 << FLOW_BLOCK_BITS;
export const FLOW_BLOCK_MASK = FLOWS_PER_BLOCK - 1;
