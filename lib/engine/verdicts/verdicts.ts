// Values of the packet table's columns that the judge fills; lib/tcpflow/verdicts/verdict.js explains them.

export const ORIGINAL: u8 = 1;
export const RETRANSMISSION: u8 = 2;
export const REORDERED: u8 = 3;
export const DUPLICATE_IN_CAPTURE: u8 = 4;
export const KEEP_ALIVE: u8 = 5;
export const WINDOW_PROBE: u8 = 6;
export const CORRUPTED: u8 = 7;

export const KIND_FAST: u8 = 1;
export const KIND_RTO: u8 = 2;
export const KIND_TLP: u8 = 3;
export const KIND_SYN: u8 = 4;
export const KIND_PROBE: u8 = 5;

/** Bits of evidence. */
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
export const HANDSHAKE: i32 = 16384;
export const TAIL: i32 = 32768;

/** A confidence in 255ths. */
export function confidenceOf(share: f64): u8 {
  return <u8>Math.floor(share * 255 + 0.5);
}

/** A retransmission's kind and need in one value: spurious −1 not known, 0, 1. */
export function judgementOf(kind: u8, spurious: i8): u8 {
  return kind | (<u8>((<i32>spurious + 1) << 3));
}
