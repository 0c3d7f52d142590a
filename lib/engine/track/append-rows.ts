// What a batch's headers say by themselves is laid into its segments' rows column by column, before the batch is
// followed; what follows from the packets before is added then (track.ts).
import * as batch from '../base/batch';
import * as rows from '../base/rows';

const OPTION_TIMESTAMPS: u64 = 8;

/**
 * Lays the first `count` segments of the batch at work, each of which becomes a row; there is room for them
 * (`makeRoom`).
 */
export function lay(count: i32): void {
  const row = rows.rowCount();
  const first = min(count, <i32>rows.ROW_MASK + 1 - <i32>rows.placeOf(row));
  layStretch(0, first, row);
  if (first < count) layStretch(first, count - first, row + first);
}

/**
 * Segments from `i` on into rows that lie in one block. Nothing is written of what most packets have not where it is 0
 * in all: so those columns take no memory.
 */
function layStretch(i: i32, count: i32, row: i32): void {
  const block = rows.blockOf(row);
  const at = rows.placeOf(row);
  const options = bitsOf(batch.options, i, count);
  copy(batch.timeNs, i, count, 3, block + rows.TIME, at);
  copy(batch.payloadLength, i, count, 2, block + rows.LENGTH, at);
  copy(batch.window, i, count, 1, block + rows.WINDOW, at);
  copy(batch.flags, i, count, 1, block + rows.FLAGS, at);
  copy(batch.ipId, i, count, 1, block + rows.IP_ID, at);
  copy(batch.ttl, i, count, 0, block + rows.TTL, at);
  layCaptured(i, count, block + rows.CAPTURED, at);
  layFramesAhead(i, count, row, block + rows.FRAME_AHEAD, at);
  if (bitsOf(batch.ecn, i, count)) copy(batch.ecn, i, count, 0, block + rows.ECN, at);
  if (bitsOf(batch.urgent, i << 1, count << 1)) copy(batch.urgent, i, count, 1, block + rows.URGENT, at);
  if (options == 0) return;
  copy(batch.options, i, count, 0, block + rows.OPTIONS, at);
  if ((options & OPTION_TIMESTAMPS) == 0) return;
  copy(batch.tsValue, i, count, 2, block + rows.TS_VALUE, at);
  copy(batch.tsEcho, i, count, 2, block + rows.TS_ECHO, at);
}

/** @param shift what an entry's bytes are as a power of two */
// @ts-ignore: decorator
@inline
function copy(column: usize, i: i32, count: i32, shift: usize, to: usize, at: usize): void {
  memory.copy(to + (at << shift), batch.placeIn(column, (<usize>i) << shift), (<usize>count) << shift);
}

/** All bits that are set in any of a column's bytes. */
function bitsOf(column: usize, from: i32, bytes: i32): u64 {
  let bits: u64 = 0;
  let at = batch.placeIn(column, from);
  const end = at + bytes;
  for (; at + 8 <= end; at += 8) bits |= load<u64>(at);
  for (; at < end; at++) bits |= <u64>load<u8>(at);
  bits |= bits >> 32;
  bits |= bits >> 16;
  return (bits | (bits >> 8)) & 255;
}

/** That many or more where the column's words do not hold it. */
function layCaptured(i: i32, count: i32, to: usize, at: usize): void {
  for (let k = 0; k < count; k++)
    store<u16>(to + ((at + k) << 1), <u16>min(batch.i32At(batch.payloadCaptured, i + k), <i32>u16.MAX_VALUE));
}

/**
 * Frames come in their order, so where there is nothing between the last one and its row there is nothing before it.
 */
function layFramesAhead(i: i32, count: i32, row: i32, to: usize, at: usize): void {
  if (batch.i32At(batch.frame, i + count - 1) == row + count) return;
  for (let k = 0; k < count; k++) {
    const ahead = batch.i32At(batch.frame, i + k) - (row + k + 1);
    if (ahead) store<i32>(to + ((at + k) << 2), ahead);
  }
}
