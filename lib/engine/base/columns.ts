// Columns of the passes' tables (table-layout.ts), and their entries.
import { beginTable, columnEnd, gapOf, tableBytes } from './table-layout';
import { take } from './arena';

export { takeColumn } from './table-layout';

/** Allocates a table, not zeroed. @returns where it lies */
export function takeRoom(length: i32, columns: i32, bytes: i32): usize {
  const room = take(tableBytes(length, columns, bytes));
  beginTable(room, length);
  return room;
}

/**
 * Shrinks a table to its filled part: columns move to the layout of so short a table.
 * @param room where it lies
 * @param length entries allocated
 * @param count entries filled
 * @param widths bytes of an entry, by column
 */
export function shortenRoom(room: usize, length: i32, count: i32, widths: StaticArray<u8>): void {
  const wideGap = gapOf(length);
  const narrowGap = gapOf(count);
  let from = room;
  let to = room;
  for (let column = 0; column < widths.length; column++) {
    const width = <usize>unchecked(widths[column]);
    const bytes = <usize>count * width;
    memory.copy(to, from, bytes);
    from = columnEnd(from + <usize>length * width, wideGap);
    to = columnEnd(to + bytes, narrowGap);
  }
}

// @ts-ignore: decorator
@inline
export function f64At(column: usize, i: i32): f64 {
  return load<f64>(column + ((<usize>i) << 3));
}

// @ts-ignore: decorator
@inline
export function setF64(column: usize, i: i32, value: f64): void {
  store<f64>(column + ((<usize>i) << 3), value);
}

// @ts-ignore: decorator
@inline
export function i32At(column: usize, i: i32): i32 {
  return load<i32>(column + ((<usize>i) << 2));
}

// @ts-ignore: decorator
@inline
export function setI32(column: usize, i: i32, value: i32): void {
  store<i32>(column + ((<usize>i) << 2), value);
}

// @ts-ignore: decorator
@inline
export function setF32(column: usize, i: i32, value: f32): void {
  store<f32>(column + ((<usize>i) << 2), value);
}

// @ts-ignore: decorator
@inline
export function u8At(column: usize, i: i32): i32 {
  return <i32>load<u8>(column + <usize>i);
}

// @ts-ignore: decorator
@inline
export function setU8(column: usize, i: i32, value: i32): void {
  store<u8>(column + <usize>i, <u8>value);
}
