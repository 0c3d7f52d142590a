/** Written by scripts/generate-layout.js from lib/engine/layout.js; not edited by hand. */
/** Bits of the column `judgement` for a retransmission's kind. */
export const KIND_MASK = 7;
/** Above these bits: 0 unknown whether the retransmission was spurious, 1 needed, 2 spurious. */
export const SPURIOUS_SHIFT = 3;
/** Of a judgement above `SPURIOUS_SHIFT`: it was not needed. */
export const SPURIOUS = 2;

/** TCP header flags, as in the header's 12 bits. */
export const TCP = Object.freeze({
  FIN: 1,
  SYN: 2,
  RST: 4,
  PSH: 8,
  ACK: 16,
  URG: 32,
  ECE: 64,
  CWR: 128,
  AE: 256,
  UNPROVED: 32768,
});

/** Why its receiver does not take a segment (track/refusal.ts), in a row in bits 12 to 14 of its flags. */
export const REFUSAL = Object.freeze({
  NONE: 0,
  /** Damaged on the way. */
  CHECKSUM: 1,
  /** Beyond the receive window by more than a window: not of this connection. */
  WINDOW: 2,
  /** Its timestamp went back (PAWS, RFC 7323 section 5). */
  TIMESTAMP: 3,
  /** Not signed where the other end signs (TCP MD5, RFC 2385; TCP-AO, RFC 5925). */
  SIGNATURE: 4,
  /** Acknowledges what was never sent. */
  UNSENT: 5,
  /** A reset outside the window. */
  RESET: 6,
  /** Answers a SYN without acknowledging it: of an earlier connection. */
  HANDSHAKE: 7,
});
/** By number. */
export const REFUSALS = /** @type {const} */ ([
  null,
  'checksum',
  'window',
  'timestamp',
  'signature',
  'unsent',
  'reset',
  'handshake',
]);

/** Wireshark's analysis flags. */
export const ANALYSIS = Object.freeze({
  RETRANSMISSION: 1,
  FAST_RETRANSMISSION: 2,
  SPURIOUS_RETRANSMISSION: 4,
  OUT_OF_ORDER: 8,
  LOST_SEGMENT: 16,
  ACK_LOST_SEGMENT: 32,
  DUPLICATE_ACK: 64,
  KEEP_ALIVE: 128,
  KEEP_ALIVE_ACK: 256,
  WINDOW_FULL: 512,
  WINDOW_UPDATE: 1024,
  ZERO_WINDOW: 2048,
  ZERO_WINDOW_PROBE: 4096,
  ZERO_WINDOW_PROBE_ACK: 8192,
  REUSED_PORTS: 16384,
});
/** By bit. */
export const ANALYSIS_FLAGS = /** @type {const} */ ([
  'retransmission',
  'fast_retransmission',
  'spurious_retransmission',
  'out_of_order',
  'lost_segment',
  'ack_lost_segment',
  'duplicate_ack',
  'keep_alive',
  'keep_alive_ack',
  'window_full',
  'window_update',
  'zero_window',
  'zero_window_probe',
  'zero_window_probe_ack',
  'reused_ports',
]);

/** Verdict of a segment with sequence space, by our own rules. */
export const VERDICT = Object.freeze({
  NONE: 0,
  ORIGINAL: 1,
  RETRANSMISSION: 2,
  REORDERED: 3,
  DUPLICATE_IN_CAPTURE: 4,
  KEEP_ALIVE: 5,
  WINDOW_PROBE: 6,
  CORRUPTED: 7,
  /** Beyond the receive window (`REFUSAL.WINDOW`): no byte of the stream. */
  REFUSED: 8,
});
/** By number. */
export const VERDICTS = /** @type {const} */ ([
  null,
  'original',
  'retransmission',
  'reordered',
  'duplicate_in_capture',
  'keep_alive',
  'window_probe',
  'corrupted',
  'refused',
]);
