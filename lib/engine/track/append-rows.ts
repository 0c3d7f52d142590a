// Copies header fields of a batch into its segments' rows column by column, before the batch is tracked; values that
// depend on earlier packets are added then (track.ts).
import * as batch from '../base/batch';
import * as rows from '../base/rows';
import { copyToRows } from './copied-columns';

/** Copies the first `count` segments of the current batch, each to a row; there is room for them (`makeRoom`). */
export function lay(count: i32): void {
  const row = rows.rowCount();
  const first = min(count, <i32>rows.ROW_MASK + 1 - <i32>rows.placeOf(row));
  layStretch(0, first, row);
  if (first < count) layStretch(first, count - first, row + first);
}

/** Segments from `i` on into rows that lie in one block. */
function layStretch(i: i32, count: i32, row: i32): void {
  const block = rows.blockOf(row);
  const at = rows.placeOf(row);
  copyToRows(i, count, block, at);
  layCaptured(i, count, block + rows.CAPTURED, at);
  layFramesAhead(i, count, row, block + rows.FRAME_AHEAD, at);
}

/** The column's largest value means that many or more. */
function layCaptured(i: i32, count: i32, to: usize, at: usize): void {
  for (let k = 0; k < count; k++)
    store<u16>(to + ((at + k) << 1), <u16>min(batch.i32At(batch.payloadCaptured, i + k), <i32>u16.MAX_VALUE));
}

/** Frame numbers ascend, so if the last one needs no correction, none before it does. */
function layFramesAhead(i: i32, count: i32, row: i32, to: usize, at: usize): void {
  if (batch.i32At(batch.frame, i + count - 1) == row + count) return;
  for (let k = 0; k < count; k++) {
    const ahead = batch.i32At(batch.frame, i + k) - (row + k + 1);
    if (ahead) store<i32>(to + ((at + k) << 2), ahead);
  }
}
