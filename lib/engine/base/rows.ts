// The packet table, in blocks of rows (row-columns.ts).
import { allocate, reserve } from './memory';
import * as batch from './batch';
import { BLOCK_BYTES, ROW_BLOCK_BITS, ROW_MASK, SACK_EDGES_PER_BLOCK } from './row-columns';

export * from './row-columns';

/** Blocks at the most: 2^31 rows would need more memory than there is. */
const MAX_BLOCKS: i32 = 1 << 15;

export const blocks: usize = reserve(MAX_BLOCKS * 4);
export const sackBlocks: usize = reserve(MAX_BLOCKS * 4);

/** Kept in memory, see memory.ts. */
@unmanaged
class Counts {
  rows: i32;
  sackEdges: i32;
  blocks: i32;
}
const counts: Counts = changetype<Counts>(reserve(offsetof<Counts>()));

export function rowCount(): i32 {
  return counts.rows;
}
export function rowBlock(index: i32): usize {
  return load<u32>(blocks + ((<usize>index) << 2));
}
export function sackBlock(index: i32): usize {
  return load<u32>(sackBlocks + ((<usize>index) << 2));
}
export function sackBlockCount(): i32 {
  return (counts.sackEdges + SACK_EDGES_PER_BLOCK - 1) / SACK_EDGES_PER_BLOCK;
}

/** A SACK block's edge, as on the wire. @param side 0 left, 1 right */
export function sackEdge(index: i32, side: i32): i32 {
  const edge = index * 2 + side;
  return load<i32>(sackBlock(edge / SACK_EDGES_PER_BLOCK) + ((<usize>(edge % SACK_EDGES_PER_BLOCK)) << 2));
}

/** The block of a row. */
// @ts-ignore: decorator
@inline
export function blockOf(row: i32): usize {
  return load<u32>(blocks + ((<usize>(row >>> ROW_BLOCK_BITS)) << 2));
}

/** The row's index in its block. */
// @ts-ignore: decorator
@inline
export function placeOf(row: i32): usize {
  return <usize>(row & ROW_MASK);
}

/** The next row's index, already filled. */
// @ts-ignore: decorator
@inline
export function addRow(): i32 {
  return counts.rows++;
}

/** Allocates so many more rows. */
export function makeRoom(count: i32): void {
  for (; counts.blocks << ROW_BLOCK_BITS < counts.rows + count; counts.blocks++)
    store<u32>(blocks + ((<usize>counts.blocks) << 2), allocate(BLOCK_BYTES));
}

/** Stores the SACK blocks of a batch's segment; returns the index of the first. */
export function addSackBlocks(i: i32, n: i32): i32 {
  const first = counts.sackEdges >> 1;
  const from = batch.sackEdgesAt(i);
  for (let k = 0; k < n * 2; k++) {
    const edge = counts.sackEdges++;
    const at = edge % SACK_EDGES_PER_BLOCK;
    const block = edge / SACK_EDGES_PER_BLOCK;
    if (at == 0) store<u32>(sackBlocks + ((<usize>block) << 2), allocate(SACK_EDGES_PER_BLOCK * 4));
    store<i32>(sackBlock(block) + ((<usize>at) << 2), load<i32>(from + ((<usize>k) << 2)));
  }
  return first;
}
