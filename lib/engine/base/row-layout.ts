/** Written by scripts/generate-layout.js from lib/engine/layout.js; not edited by hand. */

// Where the columns of a packet table's block lie.
export const ROW_BLOCK_BITS: i32 = 16;
export const SACK_EDGES_PER_BLOCK: i32 = 65536;
const ROWS: usize = 1 << ROW_BLOCK_BITS;
const GAP: usize = 320;
/** Integer nanoseconds since the capture's first packet. */
export const TIME_NS: usize = ROWS * 0 + GAP * 0;
/** Frame − (row + 1): packets of the capture so far that are not in the table. */
export const FRAME_AHEAD: usize = ROWS * 8 + GAP * 1;
/** Connection × 2 + sending endpoint. */
export const FLOW_END: usize = ROWS * 12 + GAP * 2;
/** Next row of the same connection, −1 at its end. */
export const NEXT: usize = ROWS * 16 + GAP * 3;
/** Unwrapped sequence number modulo 2^32. */
export const SEQ_LOW: usize = ROWS * 20 + GAP * 4;
/** Unwrapped acknowledgement number modulo 2^32. */
export const ACK_LOW: usize = ROWS * 24 + GAP * 5;
/** Sequence number on the wire − (first base of the sender + `seqLow`). */
export const SEQ_AHEAD: usize = ROWS * 28 + GAP * 6;
/** The same of the acknowledgement number; without ACK the number itself. */
export const ACK_AHEAD: usize = ROWS * 32 + GAP * 7;
/** Payload bytes by the IP header. */
export const LENGTH: usize = ROWS * 36 + GAP * 8;
/** Timestamps option, bit pattern; 0 without it. */
export const TS_VALUE: usize = ROWS * 40 + GAP * 9;
/** Timestamps option, bit pattern; 0 without it. */
export const TS_ECHO: usize = ROWS * 44 + GAP * 10;
/** First SACK block's index in the table's edges; counts where `sackCount` is above 0. */
export const SACK: usize = ROWS * 48 + GAP * 11;
/** The rest of it. */
export const SEQ_HIGH: usize = ROWS * 52 + GAP * 12;
/** The rest of it. */
export const ACK_HIGH: usize = ROWS * 54 + GAP * 13;
/** Payload bytes that are in the capture; 65535: that many or more. */
export const CAPTURED: usize = ROWS * 56 + GAP * 14;
/** As in the header, unscaled. */
export const WINDOW: usize = ROWS * 58 + GAP * 15;
/** Bits of `TCP`. */
export const FLAGS: usize = ROWS * 60 + GAP * 16;
/** Urgent pointer. */
export const URGENT: usize = ROWS * 62 + GAP * 17;
/** Bits of `ANALYSIS`. */
export const ANALYSIS: usize = ROWS * 64 + GAP * 18;
/** Bits of `EVIDENCE` for the verdict. */
export const EVIDENCE: usize = ROWS * 66 + GAP * 19;
/** IPv4 identification; 65535 for IPv6. */
export const IP_ID: usize = ROWS * 68 + GAP * 20;
/** Of `VERDICT`: a first one, and the final one when the capture has ended. */
export const VERDICT: usize = ROWS * 70 + GAP * 21;
/** Kind and need of a retransmission (verdict.js); 0 until it is known. */
export const JUDGEMENT: usize = ROWS * 71 + GAP * 22;
/** Bits in which a verdict's confidence differs from that of a first verdict. */
export const CONFIDENCE_OFF: usize = ROWS * 72 + GAP * 23;
/** Bits of `OPTION`; the columns of a value count only where its bit is set. */
export const OPTIONS: usize = ROWS * 73 + GAP * 24;
/** Time to live, or hop limit. */
export const TTL: usize = ROWS * 74 + GAP * 25;
/** The IP header's two ECN bits: 3 = congestion experienced. */
export const ECN: usize = ROWS * 75 + GAP * 26;
export const SACK_COUNT: usize = ROWS * 76 + GAP * 27;
/** Behind the columns. */
export const ROWS_END: usize = ROWS * 77 + GAP * 28;
