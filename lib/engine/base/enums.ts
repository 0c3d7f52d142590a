/** Written by scripts/generate-layout.js from lib/engine/layout.js; not edited by hand. */

// Numbers with the same names in JavaScript.
/** Larger shifts count as this one (RFC 7323 section 2.3). */
export const MAX_WINDOW_SCALE: i32 = 14;
/** Bits of the column `judgement` for a retransmission's kind. */
export const KIND_MASK: i32 = 7;
/** Above these bits: 0 unknown whether the retransmission was spurious, 1 needed, 2 spurious. */
export const SPURIOUS_SHIFT: i32 = 3;
/** No stack's initial RTO is longer: lwIP 3 s, others 1 s at most. */
export const LONGEST_FIRST_TIMEOUT_NS: f64 = 3000000000;

/** TCP header flags, as in the header's 12 bits. */
export namespace TCP {
  export const FIN: i32 = 1;
  export const SYN: i32 = 2;
  export const RST: i32 = 4;
  export const PSH: i32 = 8;
  export const ACK: i32 = 16;
  export const URG: i32 = 32;
  export const ECE: i32 = 64;
  export const CWR: i32 = 128;
  export const AE: i32 = 256;
  export const DAMAGED: i32 = 4096;
}

/** TCP options of a segment. */
export namespace OPTION {
  export const MSS: i32 = 1;
  export const WINDOW_SCALE: i32 = 2;
  export const SACK_PERMITTED: i32 = 4;
  export const TIMESTAMPS: i32 = 8;
  export const SACK: i32 = 16;
  export const MPTCP: i32 = 32;
  export const FAST_OPEN: i32 = 64;
  /** There may be others: cut by the snap length, of impossible length, or SACK without a block, as in Wireshark. */
  export const BROKEN: i32 = 128;
}

/** Kinds of options in their order. */
export namespace ORDER {
  export const NOP: i32 = 1;
  export const MSS: i32 = 2;
  export const WINDOW_SCALE: i32 = 3;
  export const SACK_PERMITTED: i32 = 4;
  export const TIMESTAMPS: i32 = 5;
  export const END: i32 = 6;
  export const OTHER: i32 = 7;
}

/** State of a segment in its connection. */
export namespace STANDING {
  /** A reset that the receiver ignores (track/reset.ts). */
  export const RESET_IGNORED: u8 = 1;
  /** No handshake has shown the client yet. */
  export const ROLE_GUESSED: u8 = 2;
  export const DAMAGED: u8 = 4;
}

/** A segment's checksum. */
export namespace CHECKSUM {
  export const UNKNOWN: u8 = 0;
  export const RIGHT: u8 = 1;
  export const WRONG: u8 = 2;
  export const OFFLOADED: u8 = 3;
}

/** Bits of a connection. */
export namespace FLOW_BIT {
  export const ROLE_GUESSED: i32 = 1;
  export const RESET: i32 = 2;
  export const RTT_OF_HANDSHAKE_KNOWN: i32 = 4;
  export const SYN_TIME_KNOWN: i32 = 16;
  /** Endpoint 0 is endpoint 1 of the shared state. */
  export const FLIPPED: i32 = 32;
  /** Not all of it is original data, in order and once: it needs the passes for verdicts. */
  export const NEEDS_VERDICTS: i32 = 64;
  /** An urgent pointer was seen. */
  export const URGENT: i32 = 128;
  /** A direction continued in another VLAN or tunnel. */
  export const MOVED: i32 = 256;
  /** An ICMP error quotes a segment of it; set by lib/tcpflow/tables/icmp-errors.js. */
  export const ICMP_ERROR: i32 = 512;
}

/** Bits of a direction. */
export namespace DIR_BIT {
  export const BASE_KNOWN: i32 = 1;
  export const SYN_SEEN: i32 = 2;
  export const DATA_SEEN: i32 = 4;
  export const HAS_HOLES: i32 = 16;
  export const DATA_ACKED: i32 = 32;
  /** The last segment with SYN or ACK was a SYN: Wireshark does not scale the window yet. */
  export const OPENING: i32 = 512;
}

/** Bits of a direction's stream. */
export namespace STREAM_BIT {
  export const ENDED: i32 = 1;
  export const HAS_HELD: i32 = 2;
  /** The reassembler may have delivered bytes to compare with. */
  export const HAS_RECENT: i32 = 4;
  /** The sink searches for the start of a message (http1/skim.ts). */
  export const SKIMMED: i32 = 8;
  export const FIN_PASSED: i32 = 16;
  export const RESET_PASSED: i32 = 32;
  /** With endpoint 0: as of the segment delivered, no handshake has shown the client. */
  export const ROLE_GUESSED: i32 = 64;
  /** The sink wants calls for all gaps, even before the byte that it wants next. */
  export const GAPS_REPORTED: i32 = 128;
}

/** Properties by which connections are searched (track/find-flows.ts). */
export namespace SURVEY {
  /** A stream is not delivered to its end. */
  export const UNENDED: i32 = 1;
  export const NEEDS_VERDICTS: i32 = 2;
  /** Long, reset, needing verdicts, opened more than once, with a zero window or an ICMP error. */
  export const EVENTFUL: i32 = 4;
}

/** Wireshark's analysis flags. */
export namespace ANALYSIS {
  export const RETRANSMISSION: i32 = 1;
  export const FAST_RETRANSMISSION: i32 = 2;
  export const SPURIOUS_RETRANSMISSION: i32 = 4;
  export const OUT_OF_ORDER: i32 = 8;
  export const LOST_SEGMENT: i32 = 16;
  export const ACK_LOST_SEGMENT: i32 = 32;
  export const DUPLICATE_ACK: i32 = 64;
  export const KEEP_ALIVE: i32 = 128;
  export const KEEP_ALIVE_ACK: i32 = 256;
  export const WINDOW_FULL: i32 = 512;
  export const WINDOW_UPDATE: i32 = 1024;
  export const ZERO_WINDOW: i32 = 2048;
  export const ZERO_WINDOW_PROBE: i32 = 4096;
  export const ZERO_WINDOW_PROBE_ACK: i32 = 8192;
  export const REUSED_PORTS: i32 = 16384;

  /** The name of a bit, in lower case. */
  export function nameOf(bit: i32): string {
    switch (bit) {
      case 0:
        return 'retransmission';
      case 1:
        return 'fast_retransmission';
      case 2:
        return 'spurious_retransmission';
      case 3:
        return 'out_of_order';
      case 4:
        return 'lost_segment';
      case 5:
        return 'ack_lost_segment';
      case 6:
        return 'duplicate_ack';
      case 7:
        return 'keep_alive';
      case 8:
        return 'keep_alive_ack';
      case 9:
        return 'window_full';
      case 10:
        return 'window_update';
      case 11:
        return 'zero_window';
      case 12:
        return 'zero_window_probe';
      case 13:
        return 'zero_window_probe_ack';
      default:
        return 'reused_ports';
    }
  }
}

/** Verdict of a segment with sequence space, by our own rules. */
export namespace VERDICT {
  export const NONE: u8 = 0;
  export const ORIGINAL: u8 = 1;
  export const RETRANSMISSION: u8 = 2;
  export const REORDERED: u8 = 3;
  export const DUPLICATE_IN_CAPTURE: u8 = 4;
  export const KEEP_ALIVE: u8 = 5;
  export const WINDOW_PROBE: u8 = 6;
  export const CORRUPTED: u8 = 7;
}

/** What triggered a retransmission. */
export namespace KIND {
  export const NONE: u8 = 0;
  export const FAST: u8 = 1;
  export const RTO: u8 = 2;
  export const TLP: u8 = 3;
  export const SYN: u8 = 4;
  export const PROBE: u8 = 5;
}

/** Evidence of a verdict (docs/metrics.md explains each). */
export namespace EVIDENCE {
  export const ALREADY_SEEN: i32 = 1;
  export const HOLE_AGE: i32 = 2;
  export const TIMESTAMP_ORDER: i32 = 4;
  export const IP_ID_ORDER: i32 = 8;
  export const SAME_IP_ID: i32 = 16;
  export const SAME_HEADER: i32 = 32;
  export const ALREADY_ACKED: i32 = 64;
  export const DUPLICATE_ACKS: i32 = 128;
  export const SILENCE: i32 = 256;
  export const EPISODE: i32 = 512;
  export const DSACK: i32 = 1024;
  export const TIMESTAMP_ECHO: i32 = 2048;
  export const EARLY_ACK: i32 = 4096;
  export const WINDOW: i32 = 8192;
  export const ANSWERED: i32 = 16384;
  export const TAIL: i32 = 32768;

  /** The name of a bit, in lower case. */
  export function nameOf(bit: i32): string {
    switch (bit) {
      case 0:
        return 'already_seen';
      case 1:
        return 'hole_age';
      case 2:
        return 'timestamp_order';
      case 3:
        return 'ip_id_order';
      case 4:
        return 'same_ip_id';
      case 5:
        return 'same_header';
      case 6:
        return 'already_acked';
      case 7:
        return 'duplicate_acks';
      case 8:
        return 'silence';
      case 9:
        return 'episode';
      case 10:
        return 'dsack';
      case 11:
        return 'timestamp_echo';
      case 12:
        return 'early_ack';
      case 13:
        return 'window';
      case 14:
        return 'answered';
      default:
        return 'tail';
    }
  }
}

/** How a sample of the round trip was taken. */
export namespace ROUND_TRIP_METHOD {
  export const SEQUENCE_ACK: u8 = 0;
  export const SACK: u8 = 1;
  export const TIMESTAMP: u8 = 2;
  export const HANDSHAKE: u8 = 3;
}

/** How the order of packets at the sender was found. */
export namespace ORDER_METHOD {
  export const CAPTURED: i32 = 0;
  export const SHIFTED: i32 = 1;
  export const ECHOES: i32 = 2;
}

/** Why packets have no usable numbers; NONE: they have. */
export namespace UNNUMBERED {
  export const NONE: i32 = 0;
  export const FEW: i32 = 1;
  export const ZERO: i32 = 2;
  export const RANDOM: i32 = 3;
}

/** What triggered a burst. */
export namespace TRIGGER {
  export const NOTHING: i32 = 0;
  export const ACK: i32 = 1;
  export const DATA: i32 = 2;
}

/** State of the sender after a burst, as in Linux: Open, Recovery, Loss, CWR. */
export namespace SENDER_STATE {
  export const OPEN: i32 = 0;
  export const RECOVERY: i32 = 1;
  export const LOSS: i32 = 2;
  export const REDUCED: i32 = 3;
}

/** Whether a sender paces its segments. */
export namespace PACING {
  export const NONE: i32 = 0;
  export const BBR: i32 = 1;
  export const FIXED: i32 = 2;
  export const UNKNOWN: i32 = 3;
}

/** What limited a sender. */
export namespace LIMIT {
  export const CONGESTION_WINDOW: i32 = 0;
  export const RECEIVE_WINDOW: i32 = 1;
  export const SEND_BUFFER: i32 = 2;
  export const APPLICATION: i32 = 3;
  export const NETWORK: i32 = 4;
  export const HANDSHAKE: i32 = 5;
  export const IDLE: i32 = 6;
}

/** Anomalies of a message, as bits of the message table's column `notes`. */
export namespace NOTE {
  export const BARE_LF: i32 = 1;
  export const FOLDED_FIELD: i32 = 2;
  export const INVALID_FIELD: i32 = 4;
  export const DUPLICATE_CONTENT_LENGTH: i32 = 8;
  export const CONFLICTING_CONTENT_LENGTH: i32 = 16;
  export const INVALID_CONTENT_LENGTH: i32 = 32;
  export const CONTENT_LENGTH_IGNORED: i32 = 64;
  export const UNKNOWN_TRANSFER_CODING: i32 = 128;
  export const INVALID_CHUNK: i32 = 256;
  export const HEAD_CUT: i32 = 512;
  export const BYTES_MISSING: i32 = 1024;
  export const HEAD_TOO_LONG: i32 = 2048;
  export const TOO_MANY_FIELDS: i32 = 4096;
  export const CHUNK_LINE_TOO_LONG: i32 = 8192;
  export const TRAILER_TOO_LONG: i32 = 16384;
  export const HEAD_NOT_KEPT: i32 = 32768;
  export const COMPRESSED: i32 = 65536;
  export const CONTENT_LENGTH_NOT_MET: i32 = 131072;
  export const INVALID_STATUS: i32 = 262144;
  export const BYTES_MISSING_BEFORE: i32 = 524288;
}

/** What happened to a connection's messages. */
export namespace WARNING {
  export const LIMIT_EXCEEDED: i32 = 1;
  export const TOO_MANY_MESSAGES: i32 = 2;
  export const TOO_MANY_OUTSTANDING: i32 = 4;
  export const FRAMING_LOST: i32 = 8;
  export const BYTES_MISSING: i32 = 16;
  export const MUX_FRAMING_LOST: i32 = 32;
  export const MUX_LIMIT_EXCEEDED: i32 = 64;
  export const TLS_UNDECRYPTABLE: i32 = 128;
  export const HEADERS_TOO_LONG: i32 = 256;
}

/** Kinds of message. */
export namespace HTTP1_KIND {
  export const UNKNOWN: i32 = 0;
  export const REQUEST: i32 = 1;
  export const RESPONSE: i32 = 2;
}

/** Methods that matter to framing. */
export namespace HTTP1_METHOD {
  export const OTHER: i32 = 0;
  export const HEAD: i32 = 1;
  export const CONNECT: i32 = 2;
}

/** State of a direction of HTTP/1. */
export namespace HTTP1_STATE {
  /** Between messages. */
  export const START: i32 = 0;
  export const IN_HEAD: i32 = 1;
  export const IN_BODY: i32 = 2;
  /** Looking for the next plausible start line. */
  export const LOST: i32 = 3;
  /** Not HTTP (any more). */
  export const OPAQUE: i32 = 4;
  export const ENDED: i32 = 5;
  /** After an upgrade or a CONNECT, with a parser. */
  export const TUNNEL: i32 = 6;
  /** After a simple request (HTTP/0.9) that is not answered yet. */
  export const SIMPLE: i32 = 7;
}

/** Facts about a connection for the parser of HTTP/1. */
export namespace HTTP1_CONNECTION {
  /** The capture may have started after the connection's first bytes. */
  export const MID_CONNECTION: i32 = 1;
  /** Directly over TCP: the stream has its own position, so bytes of bodies need not be passed in. */
  export const PASSES_BODIES: i32 = 2;
  /** The bytes of bodies are wanted. */
  export const WANTS_BODIES: i32 = 4;
  /** Directly over TCP, in the streams of this memory. */
  export const IN_STREAMS: i32 = 8;
}

/** Requests of an HTTP/1 direction to its streams. */
export namespace HTTP1_WISH {
  /** Also gaps before the wanted byte. */
  export const TELL_GAPS: i32 = 1;
  /** To skip cut segments without a start line's version. */
  export const SKIM: i32 = 2;
  export const SKIM_OTHER: i32 = 4;
  /** The other direction resumes at its next byte. */
  export const WAKE_OTHER: i32 = 8;
  /** Nothing of the connection is wanted any more. */
  export const CLOSE: i32 = 16;
}
