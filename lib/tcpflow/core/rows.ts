// The packet table, in blocks of 65 536 rows, each a run of columns (PacketBlock of lib/tcpflow/packet-table.js).
import { allocate } from "./memory";
import * as batch from "./batch";

export const ROW_BLOCK_BITS: i32 = 16;
const ROWS: i32 = 1 << ROW_BLOCK_BITS;
const ROW_MASK: i32 = ROWS - 1;
/** Blocks at the most: 2^31 rows would need more memory than there is. */
const MAX_BLOCKS: i32 = 1 << 15;
const SACK_EDGES_PER_BLOCK: i32 = 1 << 16;

// byte offsets of the columns within a block
export const TIME: usize = 0;
export const FILE_OFFSET: usize = ROWS * 8;
export const SEQ_OFFSET: usize = ROWS * 16;
export const ACK_OFFSET: usize = ROWS * 24;
export const FRAME: usize = ROWS * 32;
export const FLOW_END: usize = ROWS * 36;
export const NEXT: usize = ROWS * 40;
export const LENGTH: usize = ROWS * 44;
export const WINDOW: usize = ROWS * 48;
export const ANALYSIS: usize = ROWS * 52;
export const SAMPLED_ROW: usize = ROWS * 56;
export const IN_FLIGHT: usize = ROWS * 60;
export const SACK: usize = ROWS * 64;
export const FLAGS: usize = ROWS * 68;
export const VERDICT: usize = ROWS * 70;
export const SACK_COUNT: usize = ROWS * 71;
const BLOCK_BYTES: usize = ROWS * 72;

const blocks: usize = allocate(MAX_BLOCKS * 4);
const sackBlocks: usize = allocate(MAX_BLOCKS * 4);
let count: i32 = 0;
let sackEdges: i32 = 0;

export function rowCount(): i32 { return count; }
export function rowBlock(index: i32): usize { return load<u32>(blocks + (<usize>index << 2)); }
export function sackBlock(index: i32): usize { return load<u32>(sackBlocks + (<usize>index << 2)); }
export function sackBlockCount(): i32 { return (sackEdges + SACK_EDGES_PER_BLOCK - 1) / SACK_EDGES_PER_BLOCK; }

/** The block of a row. */
// @ts-ignore: decorator
@inline
export function blockOf(row: i32): usize { return load<u32>(blocks + (<usize>(row >>> ROW_BLOCK_BITS) << 2)); }

/** The row's place in its block. */
// @ts-ignore: decorator
@inline
export function placeOf(row: i32): usize { return <usize>(row & ROW_MASK); }

/** Opens the next row. */
export function addRow(): i32 {
  if ((count & ROW_MASK) == 0) store<u32>(blocks + (<usize>(count >>> ROW_BLOCK_BITS) << 2), allocate(BLOCK_BYTES));
  return count++;
}

/** Keeps the SACK blocks of a batch's segment; gives the index of the first. */
export function addSackBlocks(i: i32, n: i32): i32 {
  const first = sackEdges >> 1, from = batch.sackEdges + <usize>(i * batch.MAX_SACK_BLOCKS * 2) * 4;
  for (let k = 0; k < n * 2; k++) {
    const at = sackEdges % SACK_EDGES_PER_BLOCK, block = sackEdges / SACK_EDGES_PER_BLOCK;
    if (at == 0) store<u32>(sackBlocks + (<usize>block << 2), allocate(SACK_EDGES_PER_BLOCK * 4));
    store<i32>(sackBlock(block) + (<usize>at << 2), load<i32>(from + (<usize>k << 2)));
    sackEdges++;
  }
  return first;
}
