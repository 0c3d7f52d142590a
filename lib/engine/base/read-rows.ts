// Reads the packet table, which the tracker's core writes (lib/engine/base/rows.ts).
import * as columns from './row-columns';

let blocks: usize = 0;
let sackBlocks: usize = 0;

/** Address of the list of the table's blocks. */
export function setTables(rowBlocks: usize, blocksOfSacks: usize): void {
  blocks = rowBlocks;
  sackBlocks = blocksOfSacks;
}

// @ts-ignore: decorator
@inline
export function blockOf(row: i32): usize {
  return load<u32>(blocks + ((<usize>(row >>> columns.ROW_BLOCK_BITS)) << 2));
}

// @ts-ignore: decorator
@inline
export function placeOf(row: i32): usize {
  return <usize>(row & columns.ROW_MASK);
}

// @ts-ignore: decorator
@inline
export function f64At(block: usize, column: usize, at: usize): f64 {
  return load<f64>(block + column + (at << 3));
}

// @ts-ignore: decorator
@inline
export function i32At(block: usize, column: usize, at: usize): i32 {
  return load<i32>(block + column + (at << 2));
}

// @ts-ignore: decorator
@inline
export function u16At(block: usize, column: usize, at: usize): i32 {
  return <i32>load<u16>(block + column + (at << 1));
}

// @ts-ignore: decorator
@inline
export function u8At(block: usize, column: usize, at: usize): i32 {
  return <i32>load<u8>(block + column + at);
}

// @ts-ignore: decorator
@inline
export function nextOf(row: i32): i32 {
  return i32At(blockOf(row), columns.NEXT, placeOf(row));
}

/** A SACK block's edge, as on the wire. @param side 0 left, 1 right */
export function sackEdge(index: i32, side: i32): i32 {
  const edge = index * 2 + side;
  return load<i32>(
    <usize>load<u32>(sackBlocks + ((<usize>(edge / columns.SACK_EDGES_PER_BLOCK)) << 2)) +
      ((<usize>(edge % columns.SACK_EDGES_PER_BLOCK)) << 2),
  );
}
