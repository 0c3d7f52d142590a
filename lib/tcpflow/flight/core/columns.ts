// Columns of one table one behind the other, laid as lib/tcpflow/column-room.js does, so that a table is copied from or to JavaScript in one piece.
import { take } from "../../judge/core/scratch";

const LONG: i32 = 1024;
const GAP_BYTES: usize = 320;
const MOST_BYTES: usize = 8;

let rows: usize = 0;
let gap: usize = 0;
let at: usize = 0;

/** Takes room for a table; its bytes are as they were. @returns where it lies */
export function takeRoom(length: i32, columns: i32, bytes: i32): usize {
  rows = <usize>length;
  gap = length < LONG ? 0 : GAP_BYTES;
  at = take(rows * <usize>bytes + <usize>columns * (MOST_BYTES + gap));
  return at;
}

/** The next column of the table that was begun last. @param bytes of an entry */
export function takeColumn(bytes: i32): usize {
  const start = at;
  at = aligned(start + rows * <usize>bytes + gap);
  return start;
}

/**
 * Lays a table anew, as long as it is filled: columns move to where those of so short a table lie.
 * @param room where it lies @param length entries that it was taken for @param count those that are filled @param widths bytes of an entry, by column
 */
export function shortenRoom(room: usize, length: i32, count: i32, widths: StaticArray<u8>): void {
  const wideGap: usize = length < LONG ? 0 : GAP_BYTES, narrowGap: usize = count < LONG ? 0 : GAP_BYTES;
  let from = room, to = room;
  for (let column = 0; column < widths.length; column++) {
    const width = <usize>unchecked(widths[column]), bytes = <usize>count * width;
    memory.copy(to, from, bytes);
    from = aligned(from + <usize>length * width + wideGap);
    to = aligned(to + bytes + narrowGap);
  }
}

function aligned(end: usize): usize { return (end + (MOST_BYTES - 1)) & ~(MOST_BYTES - 1); }

// @ts-ignore: decorator
@inline
export function f64At(column: usize, i: i32): f64 { return load<f64>(column + (<usize>i << 3)); }

// @ts-ignore: decorator
@inline
export function setF64(column: usize, i: i32, value: f64): void { store<f64>(column + (<usize>i << 3), value); }

// @ts-ignore: decorator
@inline
export function i32At(column: usize, i: i32): i32 { return load<i32>(column + (<usize>i << 2)); }

// @ts-ignore: decorator
@inline
export function setI32(column: usize, i: i32, value: i32): void { store<i32>(column + (<usize>i << 2), value); }

// @ts-ignore: decorator
@inline
export function setF32(column: usize, i: i32, value: f32): void { store<f32>(column + (<usize>i << 2), value); }

// @ts-ignore: decorator
@inline
export function u8At(column: usize, i: i32): i32 { return <i32>load<u8>(column + <usize>i); }

// @ts-ignore: decorator
@inline
export function setU8(column: usize, i: i32, value: i32): void { store<u8>(column + <usize>i, <u8>value); }
