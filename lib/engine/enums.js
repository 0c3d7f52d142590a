/** Written by scripts/generate-layout.js from lib/engine/layout.js; not edited by hand. */
export * from '../shared/packet-enums.js';
/** Of a kind in the column `optionOrder`. */
export const ORDER_BITS = 3;
/** Of the column `optionOrder`. */
export const ORDER_WIDTH = 30;
/** Above them, and above the bits of `OPTION`: it is signed (TCP MD5, RFC 2385; TCP-AO, RFC 5925). */
export const SIGNED = 1073741824;
/** Below a `REFUSAL` in the column `flags` of a row. */
export const REFUSAL_SHIFT = 12;
/** Its bits there. */
export const REFUSED = 28672;
/** RFC 7413 section 4.1.1. */
export const FAST_OPEN_EXPERIMENT = 63881;
/** A later answer to an acknowledgement waited for the pacing clock, if the sender paces. */
export const PROMPT_NS = 250000;
/** A window is steady within so many segments. */
export const SAME_SEGMENTS = 1;
/** A timer fires after two round trips at the soonest (RFC 8985 section 7.2), measured ones vary … */
export const TIMER_TRIPS = 1.5;
/** … and clocks tick: this much later. */
export const TIMER_TICK_NS = 5000000;
/** Linux leaves up to this share of a window unused … */
export const DEFERRED_SHARE = 0.3333333333333333;
/** … or so many segments (tcp_tso_should_defer). */
export const DEFERRED_SEGMENTS = 3;
/** Larger shifts count as this one (RFC 7323 section 2.3). */
export const MAX_WINDOW_SCALE = 14;
/** Bits of the column `judgement` for a retransmission's kind. */
export const KIND_MASK = 7;
/** Above these bits: 0 unknown whether the retransmission was spurious, 1 needed, 2 spurious. */
export const SPURIOUS_SHIFT = 3;
/** Of a judgement above `SPURIOUS_SHIFT`: it was not needed. */
export const SPURIOUS = 2;
/** Confidence, in 255ths, of a row's first verdict that is obvious … */
export const PLAIN = 255;
/** … and of others, which classifying changes. */
export const FIRST_SIGHT = 128;
/** Columns so long begin some cache lines apart. */
export const LONG_COLUMN = 1024;
/** Identifiers of VLANs (IEEE 802.1Q). */
export const VLANS = 4096;
/** Payload of a small write, at most: half of what Ethernet carries. */
export const SMALL_BYTES = 730;
/** Header fields of a message; more are passed over. */
export const MAX_HEADER_FIELDS = 2000;
/** No stack's initial RTO is longer: lwIP 3 s, others 1 s at most. */
export const LONGEST_FIRST_TIMEOUT_NS = 3000000000;

/** TCP options of a segment. */
export const OPTION = Object.freeze({
  MSS: 1,
  WINDOW_SCALE: 2,
  SACK_PERMITTED: 4,
  TIMESTAMPS: 8,
  SACK: 16,
  MPTCP: 32,
  FAST_OPEN: 64,
  /** There may be others: cut by the snap length, of impossible length, or SACK without a block, as in Wireshark. */
  BROKEN: 128,
});

/** Kinds of options in their order. */
export const ORDER = Object.freeze({
  NOP: 1,
  MSS: 2,
  WINDOW_SCALE: 3,
  SACK_PERMITTED: 4,
  TIMESTAMPS: 5,
  END: 6,
  OTHER: 7,
});

/** State of a segment in its connection. */
export const STANDING = Object.freeze({
  /** A reset that the receiver ignores (track/reset.ts). */
  RESET_IGNORED: 1,
  /** No handshake has shown the client yet. */
  ROLE_GUESSED: 2,
  /** Its receiver does not take its data, unless it acknowledges them. */
  REFUSED: 4,
});

/** A segment's checksum. */
export const CHECKSUM = Object.freeze({ UNKNOWN: 0, RIGHT: 1, WRONG: 2, OFFLOADED: 3 });

/** Bits of a connection. */
export const FLOW_BIT = Object.freeze({
  ROLE_GUESSED: 1,
  RESET: 2,
  RTT_OF_HANDSHAKE_KNOWN: 4,
  SYN_TIME_KNOWN: 16,
  /** Endpoint 0 is endpoint 1 of the shared state. */
  FLIPPED: 32,
  /** Not all of it is original data, in order and once: it needs the passes for verdicts. */
  NEEDS_VERDICTS: 64,
  /** An urgent pointer was seen. */
  URGENT: 128,
  /** A direction continued in another VLAN or tunnel. */
  MOVED: 256,
  /** An ICMP error quotes a segment of it; set by lib/tcpflow/tables/icmp-errors.js. */
  ICMP_ERROR: 512,
});

/** Bits of a direction. */
export const DIR_BIT = Object.freeze({
  BASE_KNOWN: 1,
  SYN_SEEN: 2,
  DATA_SEEN: 4,
  STAMPED: 8,
  HAS_HOLES: 16,
  DATA_ACKED: 32,
  ACKED_FAR: 64,
  STAMPS_REFUSED: 128,
  /** The other end echoes timestamps that went back: it does not mind. */
  STAMPS_TAKEN: 256,
  /** The last segment with SYN or ACK was a SYN: Wireshark does not scale the window yet. */
  OPENING: 512,
});

/** Bits of a direction's stream. */
export const STREAM_BIT = Object.freeze({
  ENDED: 1,
  HAS_HELD: 2,
  /** The reassembler may have delivered bytes to compare with. */
  HAS_RECENT: 4,
  /** The sink searches for the start of a message (http1/skim.ts). */
  SKIMMED: 8,
  FIN_PASSED: 16,
  RESET_PASSED: 32,
  /** With endpoint 0: as of the segment delivered, no handshake has shown the client. */
  ROLE_GUESSED: 64,
  /** The sink wants calls for all gaps, even before the byte that it wants next. */
  GAPS_REPORTED: 128,
});

/** Properties by which connections are searched (track/find-flows.ts). */
export const SURVEY = Object.freeze({
  /** A stream is not delivered to its end. */
  UNENDED: 1,
  NEEDS_VERDICTS: 2,
  /** Long, reset, needing verdicts, opened more than once, with a zero window or an ICMP error. */
  EVENTFUL: 4,
});

/** What triggered a retransmission. */
export const KIND = Object.freeze({ NONE: 0, FAST: 1, RTO: 2, TLP: 3, SYN: 4, PROBE: 5 });
/** By number. */
export const KINDS = /** @type {const} */ ([null, 'fast', 'rto', 'tlp', 'syn', 'probe']);

/** Evidence of a verdict (docs/metrics.md explains each). */
export const EVIDENCE = Object.freeze({
  ALREADY_SEEN: 1,
  HOLE_AGE: 2,
  TIMESTAMP_ORDER: 4,
  IP_ID_ORDER: 8,
  SAME_IP_ID: 16,
  SAME_HEADER: 32,
  ALREADY_ACKED: 64,
  DUPLICATE_ACKS: 128,
  SILENCE: 256,
  EPISODE: 512,
  DSACK: 1024,
  TIMESTAMP_ECHO: 2048,
  EARLY_ACK: 4096,
  WINDOW: 8192,
  ANSWERED: 16384,
  TAIL: 32768,
});
/** By bit. */
export const EVIDENCES = /** @type {const} */ ([
  'already_seen',
  'hole_age',
  'timestamp_order',
  'ip_id_order',
  'same_ip_id',
  'same_header',
  'already_acked',
  'duplicate_acks',
  'silence',
  'episode',
  'dsack',
  'timestamp_echo',
  'early_ack',
  'window',
  'answered',
  'tail',
]);

/** How a sample of the round trip was taken. */
export const ROUND_TRIP_METHOD = Object.freeze({ SEQUENCE_ACK: 0, SACK: 1, TIMESTAMP: 2, HANDSHAKE: 3 });
/** By number. */
export const ROUND_TRIP_METHODS = /** @type {const} */ (['sequence_ack', 'sack', 'timestamp', 'handshake']);

/** How the order of packets at the sender was found. */
export const ORDER_METHOD = Object.freeze({ CAPTURED: 0, SHIFTED: 1, ECHOES: 2 });
/** By number. */
export const ORDER_METHODS = /** @type {const} */ (['captured', 'shifted', 'echoes']);

/** Why packets have no usable numbers; NONE: they have. */
export const UNNUMBERED = Object.freeze({ NONE: 0, FEW: 1, ZERO: 2, RANDOM: 3 });
/** By number. */
export const UNNUMBERED_NAMES = /** @type {const} */ ([null, 'few', 'zero', 'random']);

/** What triggered a burst. */
export const TRIGGER = Object.freeze({ NOTHING: 0, ACK: 1, DATA: 2 });

/** State of the sender after a burst, as in Linux: Open, Recovery, Loss, CWR. */
export const SENDER_STATE = Object.freeze({ OPEN: 0, RECOVERY: 1, LOSS: 2, REDUCED: 3 });

/** Whether a sender paces its segments. */
export const PACING = Object.freeze({ NONE: 0, BBR: 1, FIXED: 2, UNKNOWN: 3 });
/** By number. */
export const PACINGS = /** @type {const} */ (['none', 'bbr', 'fixed', 'unknown']);

/** What limited a sender. */
export const LIMIT = Object.freeze({
  CONGESTION_WINDOW: 0,
  RECEIVE_WINDOW: 1,
  SEND_BUFFER: 2,
  APPLICATION: 3,
  NETWORK: 4,
  HANDSHAKE: 5,
  IDLE: 6,
});
/** By number. */
export const LIMITS = /** @type {const} */ ([
  'congestion_window',
  'receive_window',
  'send_buffer',
  'application',
  'network',
  'handshake',
  'idle',
]);

/** Anomalies of a message, as bits of the message table's column `notes`. */
export const NOTE = Object.freeze({
  BARE_LF: 1,
  FOLDED_FIELD: 2,
  INVALID_FIELD: 4,
  DUPLICATE_CONTENT_LENGTH: 8,
  CONFLICTING_CONTENT_LENGTH: 16,
  INVALID_CONTENT_LENGTH: 32,
  CONTENT_LENGTH_IGNORED: 64,
  UNKNOWN_TRANSFER_CODING: 128,
  INVALID_CHUNK: 256,
  HEAD_CUT: 512,
  BYTES_MISSING: 1024,
  HEAD_TOO_LONG: 2048,
  TOO_MANY_FIELDS: 4096,
  CHUNK_LINE_TOO_LONG: 8192,
  TRAILER_TOO_LONG: 16384,
  HEAD_NOT_KEPT: 32768,
  COMPRESSED: 65536,
  CONTENT_LENGTH_NOT_MET: 131072,
  INVALID_STATUS: 262144,
  BYTES_MISSING_BEFORE: 524288,
});

/** What happened to a connection's messages. */
export const WARNING = Object.freeze({
  LIMIT_EXCEEDED: 1,
  TOO_MANY_MESSAGES: 2,
  TOO_MANY_OUTSTANDING: 4,
  FRAMING_LOST: 8,
  BYTES_MISSING: 16,
  MUX_FRAMING_LOST: 32,
  MUX_LIMIT_EXCEEDED: 64,
  TLS_UNDECRYPTABLE: 128,
  HEADERS_TOO_LONG: 256,
});

/** Kinds of message. */
export const HTTP1_KIND = Object.freeze({ UNKNOWN: 0, REQUEST: 1, RESPONSE: 2 });

/** Methods that matter to framing. */
export const HTTP1_METHOD = Object.freeze({ OTHER: 0, HEAD: 1, CONNECT: 2 });

/** State of a direction of HTTP/1. */
export const HTTP1_STATE = Object.freeze({
  /** Between messages. */
  START: 0,
  IN_HEAD: 1,
  IN_BODY: 2,
  /** Looking for the next plausible start line. */
  LOST: 3,
  /** Not HTTP (any more). */
  OPAQUE: 4,
  ENDED: 5,
  /** After an upgrade or a CONNECT, with a parser. */
  TUNNEL: 6,
  /** After a simple request (HTTP/0.9) that is not answered yet. */
  SIMPLE: 7,
});

/** Facts about a connection for the parser of HTTP/1. */
export const HTTP1_CONNECTION = Object.freeze({
  /** The capture may have started after the connection's first bytes. */
  MID_CONNECTION: 1,
  /** Directly over TCP: the stream has its own position, so bytes of bodies need not be passed in. */
  PASSES_BODIES: 2,
  /** The bytes of bodies are wanted. */
  WANTS_BODIES: 4,
  /** Directly over TCP, in the streams of this memory. */
  IN_STREAMS: 8,
});

/** Places of words on packets gathered (track/occurrences.ts); pairs: of the client's packets, the server's. */
export const OCCURRENCE = Object.freeze({
  PACKETS: 0,
  DATA: 2,
  RESENT: 4,
  LONGEST: 6,
  VERDICTS: 8,
  FLAGS: 10,
  ECN: 12,
  SHUT: 14,
  TTL: 16,
  UNPUSHED: 18,
  UNPUSHED_TIMES: 20,
  DOUBLE_SACKS: 22,
  SMALL_PUSHED: 24,
  STALL_MS: 26,
  ALL_FLAGS: 28,
  ANALYSIS: 29,
  BACKWARDS: 30,
  PAUSE_MS: 31,
  BARE_RUN: 32,
  SAME_IDS: 33,
  CONTROLS: 34,
  RESENDS: 35,
  COUNT: 36,
});

/** Requests of an HTTP/1 direction to its streams. */
export const HTTP1_WISH = Object.freeze({
  /** Also gaps before the wanted byte. */
  TELL_GAPS: 1,
  /** To skip cut segments without a start line's version. */
  SKIM: 2,
  SKIM_OTHER: 4,
  /** The other direction resumes at its next byte. */
  WAKE_OTHER: 8,
  /** Nothing of the connection is wanted any more. */
  CLOSE: 16,
});
