// The packet table in blocks of 65 536 rows (PacketBlock of lib/tcpflow/tables/packet-table.js reads them).
import { FIRST_SIGHT, PLAIN, REFUSAL, REFUSAL_SHIFT, REFUSED, TCP, VERDICT } from './enums';
import { ACK_HIGH, ACK_LOW, FLAGS, ROWS_END, ROW_BLOCK_BITS, SEQ_HIGH, SEQ_LOW } from './row-layout';

export * from './row-layout';

export const ROW_MASK: i32 = (1 << ROW_BLOCK_BITS) - 1;
/** A word of the block: not 0 where `SEQ_HIGH` or `ACK_HIGH` are used. */
const HAS_HIGH: usize = ROWS_END;
export const BLOCK_BYTES: usize = HAS_HIGH + 64;

// Values that can be predicted from the rest of a row, or from its index, are stored as the difference from the
// prediction, which is 0 in nearly all rows (FRAME_AHEAD, SEQ_AHEAD, ACK_AHEAD, CONFIDENCE_OFF): zeros are not written,
// and pages of zeros take no memory.

/**
 * Confidence of a first verdict, in 255ths: classifying (lib/tcpflow/verdicts) changes it where verdicts are not
 * obvious.
 */

// @ts-ignore: decorator
@inline
export function firstConfidence(verdict: u8): u8 {
  return <i32>verdict == VERDICT.ORIGINAL ? PLAIN : FIRST_SIGHT;
}

// Unwrapped sequence and acknowledgement numbers are whole numbers of 48 bits, a word and a half. No capture's packets
// carry 2^47 bytes; only numbers that jump by 2 GiB from packet to packet wrap, after 65 536 of them. The upper half
// words are written where they are not 0, and without ACK there is none: for connections below 4 GiB their pages take
// no memory, and are not read either, as each read would be a page fault.

// @ts-ignore: decorator
@inline
export function seqOffsetAt(block: usize, at: usize): f64 {
  return offsetAt(block, SEQ_LOW, SEQ_HIGH, at);
}

/** End of the sequence space used by a segment, SYN and FIN included; none by one beyond the window. */
// @ts-ignore: decorator
@inline
export function endOffset(seqOffset: f64, length: i32, flags: i32): f64 {
  return isBeyondWindow(flags) ? seqOffset : seqOffset + <f64>(length + (flags & TCP.FIN) + ((flags & TCP.SYN) >> 1));
}

/** @param flags of a row */
// @ts-ignore: decorator
@inline
export function isBeyondWindow(flags: i32): bool {
  return (flags & REFUSED) == REFUSAL.WINDOW << REFUSAL_SHIFT;
}

/** −1 without ACK, and for a segment that its receiver refuses. */
// @ts-ignore: decorator
@inline
export function ackOffsetAt(block: usize, at: usize): f64 {
  const flags = <i32>load<u16>(block + FLAGS + (at << 1));
  return (flags & (TCP.ACK | REFUSED)) == TCP.ACK ? acknowledgedAt(block, at) : -1;
}

/** Of a segment with ACK, refused or not. */
// @ts-ignore: decorator
@inline
export function acknowledgedAt(block: usize, at: usize): f64 {
  return offsetAt(block, ACK_LOW, ACK_HIGH, at);
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
