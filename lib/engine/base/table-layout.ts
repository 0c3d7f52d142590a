// Consecutive columns of one table, in the layout of lib/engine/columns.js, so that a table is copied from or to
// JavaScript in one piece.

import { LONG_COLUMN } from './enums';

const GAP_BYTES: usize = 320;
const MAX_BYTES: usize = 8;

let rows: usize = 0;
let gap: usize = 0;
let at: usize = 0;

/** Size of a table. @param length its rows @param bytes of a row */
export function tableBytes(length: i32, columns: i32, bytes: i32): usize {
  return <usize>length * <usize>bytes + <usize>columns * (MAX_BYTES + gapOf(length));
}

/** From now on `column` refers to the table at this address. */
export function beginTable(start: usize, length: i32): void {
  rows = <usize>length;
  gap = gapOf(length);
  at = start;
}

/** The next column of the current table. @param bytes of an entry */
export function takeColumn(bytes: i32): usize {
  const start = at;
  at = columnEnd(start + rows * <usize>bytes, gap);
  return start;
}

/** Distance of columns of so many rows, in bytes. */
export function gapOf(length: i32): usize {
  return length < LONG_COLUMN ? 0 : GAP_BYTES;
}

/** Where the next column begins. @param end of the last one's entries */
export function columnEnd(end: usize, gap: usize): usize {
  return (end + gap + (MAX_BYTES - 1)) & ~(MAX_BYTES - 1);
}
