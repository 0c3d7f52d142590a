// Where the columns of a packet table's block lie: 65 536 rows (PacketBlock of lib/tcpflow/packet-table.js names them for JavaScript).

export const ROW_BLOCK_BITS: i32 = 16;
const ROWS: i32 = 1 << ROW_BLOCK_BITS;
export const ROW_MASK: i32 = ROWS - 1;
export const SACK_EDGES_PER_BLOCK: i32 = 1 << 16;

// Byte offsets of the columns within a block. Between two of them is a gap that moves the next by some cache lines: columns a
// power of two apart would all fight for the same places of the cache, and a row is written to all of them at once.
const GAP: usize = 320;
export const TIME: usize = ROWS * 0 + GAP * 0;
export const SEQ_OFFSET: usize = ROWS * 8 + GAP * 1;
export const ACK_OFFSET: usize = ROWS * 16 + GAP * 2;
export const FRAME: usize = ROWS * 24 + GAP * 3;
export const SEQ: usize = ROWS * 28 + GAP * 4;
export const ACK: usize = ROWS * 32 + GAP * 5;
export const FLOW_END: usize = ROWS * 36 + GAP * 6;
export const NEXT: usize = ROWS * 40 + GAP * 7;
export const LENGTH: usize = ROWS * 44 + GAP * 8;
export const SACK: usize = ROWS * 48 + GAP * 9;
export const TS_VALUE: usize = ROWS * 52 + GAP * 10;
export const TS_ECHO: usize = ROWS * 56 + GAP * 11;
export const WINDOW: usize = ROWS * 60 + GAP * 12;
export const ANALYSIS: usize = ROWS * 62 + GAP * 13;
export const FLAGS: usize = ROWS * 64 + GAP * 14;
export const IP_ID: usize = ROWS * 66 + GAP * 15;
export const CAPTURED: usize = ROWS * 68 + GAP * 16;
export const URGENT: usize = ROWS * 70 + GAP * 17;
export const EVIDENCE: usize = ROWS * 72 + GAP * 18;
export const VERDICT: usize = ROWS * 74 + GAP * 19;
export const JUDGEMENT: usize = ROWS * 75 + GAP * 20;
export const CONFIDENCE: usize = ROWS * 76 + GAP * 21;
export const SACK_COUNT: usize = ROWS * 77 + GAP * 22;
export const OPTIONS: usize = ROWS * 78 + GAP * 23;
export const TTL: usize = ROWS * 79 + GAP * 24;
export const ECN: usize = ROWS * 80 + GAP * 25;
export const BLOCK_BYTES: usize = ROWS * 81 + GAP * 26;
