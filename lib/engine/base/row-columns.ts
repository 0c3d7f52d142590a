// Where the columns of a packet table's block lie: 65 536 rows (PacketBlock of lib/tcpflow/tables/packet-table.js names
// them for JavaScript).
import { ORIGINAL } from './layout';

export const ROW_BLOCK_BITS: i32 = 16;
const ROWS: i32 = 1 << ROW_BLOCK_BITS;
export const ROW_MASK: i32 = ROWS - 1;
export const SACK_EDGES_PER_BLOCK: i32 = 1 << 16;

// Byte offsets of the columns within a block. Between two of them is a gap that moves the next by some cache lines:
// columns a power of two apart would all fight for the same places of the cache, and a row is written to all of them at
// once.
const GAP: usize = 320;
export const TIME: usize = ROWS * 0 + GAP * 0;
export const FRAME_AHEAD: usize = ROWS * 8 + GAP * 1;
export const SEQ_AHEAD: usize = ROWS * 12 + GAP * 2;
export const ACK_AHEAD: usize = ROWS * 16 + GAP * 3;
export const SEQ_LOW: usize = ROWS * 20 + GAP * 4;
export const ACK_LOW: usize = ROWS * 24 + GAP * 5;
export const FLOW_END: usize = ROWS * 28 + GAP * 6;
export const NEXT: usize = ROWS * 32 + GAP * 7;
export const LENGTH: usize = ROWS * 36 + GAP * 8;
export const SACK: usize = ROWS * 40 + GAP * 9;
export const TS_VALUE: usize = ROWS * 44 + GAP * 10;
export const TS_ECHO: usize = ROWS * 48 + GAP * 11;
export const SEQ_HIGH: usize = ROWS * 52 + GAP * 12;
export const ACK_HIGH: usize = ROWS * 54 + GAP * 13;
export const WINDOW: usize = ROWS * 56 + GAP * 14;
export const ANALYSIS: usize = ROWS * 58 + GAP * 15;
export const FLAGS: usize = ROWS * 60 + GAP * 16;
export const IP_ID: usize = ROWS * 62 + GAP * 17;
export const CAPTURED: usize = ROWS * 64 + GAP * 18;
export const URGENT: usize = ROWS * 66 + GAP * 19;
export const EVIDENCE: usize = ROWS * 68 + GAP * 20;
export const VERDICT: usize = ROWS * 70 + GAP * 21;
export const JUDGEMENT: usize = ROWS * 71 + GAP * 22;
export const CONFIDENCE_OFF: usize = ROWS * 72 + GAP * 23;
export const SACK_COUNT: usize = ROWS * 73 + GAP * 24;
export const OPTIONS: usize = ROWS * 74 + GAP * 25;
export const TTL: usize = ROWS * 75 + GAP * 26;
export const ECN: usize = ROWS * 76 + GAP * 27;
/** A word of the block: not 0 where `SEQ_HIGH` or `ACK_HIGH` have anything. */
const HAS_HIGH: usize = ROWS * 77 + GAP * 28;
export const BLOCK_BYTES: usize = HAS_HIGH + 64;

// What follows from the rest of a row, or from its place, is kept as what it differs by from that, which is 0 in nearly
// all rows: zeros are not written, and pages of nothing but zeros take no memory.
//
//   FRAME_AHEAD     frame - (row + 1): packets of the capture so far that are not in the table
//   SEQ_AHEAD       sequence number on the wire - (first base of the sender + SEQ_LOW): 0 unless a later SYN has moved the base
//   ACK_AHEAD       the same of the acknowledgement number; without ACK the number itself
//   CONFIDENCE_OFF  bits in which a verdict's confidence differs from that of a first verdict

/** Confidence of a first verdict, in 255ths: the judge (lib/tcpflow/judge) gives those that are not plain another. */
const PLAIN: u8 = 255;
const FIRST_SIGHT: u8 = 128;

// @ts-ignore: decorator
@inline
export function firstConfidence(verdict: u8): u8 {
  return <i32>verdict == ORIGINAL ? PLAIN : FIRST_SIGHT;
}

// Unwrapped sequence and acknowledgement numbers are whole numbers of 48 bits, a word and a half. No capture's packets
// carry 2^47 bytes; only numbers that leap by 2 GiB from packet to packet come around, after 65 536 of them. The upper
// half words are written where they are not 0, and without ACK there is none: of connections below 4 GiB their pages
// take no memory, and are not read either, as that would have the system look for each of them.

const ACK_FLAG: i32 = 16;
const DAMAGED_FLAG: i32 = 0x1000;

// @ts-ignore: decorator
@inline
export function seqOffsetAt(block: usize, at: usize): f64 {
  return offsetAt(block, SEQ_LOW, SEQ_HIGH, at);
}

/** −1 without ACK, and of a segment that was damaged on the way. */
// @ts-ignore: decorator
@inline
export function ackOffsetAt(block: usize, at: usize): f64 {
  const flags = <i32>load<u16>(block + FLAGS + (at << 1));
  return (flags & (ACK_FLAG | DAMAGED_FLAG)) == ACK_FLAG ? offsetAt(block, ACK_LOW, ACK_HIGH, at) : -1;
}

// @ts-ignore: decorator
@inline
function offsetAt(block: usize, low: usize, high: usize, at: usize): f64 {
  const lower = load<u32>(block + low + (at << 2));
  return load<i32>(block + HAS_HIGH) == 0
    ? <f64>lower
    : <f64>(((<i64>load<i16>(block + high + (at << 1))) << 32) | (<i64>lower));
}

// @ts-ignore: decorator
@inline
export function setSeqOffset(block: usize, at: usize, offset: i64): void {
  setOffset(block, SEQ_LOW, SEQ_HIGH, at, offset);
}

/** Of a segment with ACK. */
// @ts-ignore: decorator
@inline
export function setAckOffset(block: usize, at: usize, offset: i64): void {
  setOffset(block, ACK_LOW, ACK_HIGH, at, offset);
}

// @ts-ignore: decorator
@inline
function setOffset(block: usize, low: usize, high: usize, at: usize, offset: i64): void {
  store<i32>(block + low + (at << 2), <i32>offset);
  if (offset >> 32 == 0) return;
  store<i16>(block + high + (at << 1), <i16>(offset >> 32));
  store<i32>(block + HAS_HIGH, 1);
}
