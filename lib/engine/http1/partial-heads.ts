// Heads whose bytes come in pieces are kept until they are complete. Blocks of a few sizes are reused; a head that
// outgrows its block moves to the next size.
//
//   block   [ Head | size | kept | bytes … ]
import { reserve } from '../base/memory';
import { HttpDirection } from './connections';
import { Head, MAX_HEAD_BYTES } from './head';
import { PAGE_BYTES, takePages } from './pages';

/** Memory for incomplete heads, of all connections together; beyond that a head is cut. */
export const MAX_PARTIAL_HEADS_BYTES: i32 = 268435456;

const SIZES: i32 = 5;
/** A kilobyte, and four times as much from size to size; the last holds the longest head. */
const FIRST_BYTES: usize = 1024;
const LAST_BYTES: usize = 5 * 65536;


@unmanaged
class Block {
  size: i32;
  /** Bytes in use; for a free block the address of the next free one. */
  kept: i32;
}
const BLOCK_AT: usize = offsetof<Head>();
const BYTES_AT: usize = offsetof<Head>() + offsetof<Block>();

/** The first free block of each size. */
const freeBlocks: usize = reserve(<usize>SIZES * 4);
/** Bytes that all blocks take. */
const taken: usize = reserve(4);

// @ts-ignore: decorator
@inline
function blockOf(partialHead: usize): Block {
  return changetype<Block>(partialHead + BLOCK_AT);
}

// @ts-ignore: decorator
@inline
function bytesOf(size: i32): usize {
  if (size == SIZES - 1) return LAST_BYTES;
  const shift: usize = 2 * size;
  return FIRST_BYTES << shift;
}

/** Bytes that are kept of a direction's head. */
// @ts-ignore: decorator
@inline
export function keptBytes(direction: HttpDirection): i32 {
  return direction.partialHead == 0 ? 0 : blockOf(direction.partialHead).kept;
}

/** Where they are. */
export function keptFrom(direction: HttpDirection): usize {
  return direction.partialHead + BYTES_AT;
}

/** How far the head is scanned. */
export function keptHead(direction: HttpDirection): Head {
  return changetype<Head>(direction.partialHead);
}

/**
 * Appends bytes to a head, up to its largest size.
 * @param head as far as it is scanned @returns false: there is no room for them
 */
export function keepMore(direction: HttpDirection, head: Head, from: usize, end: usize): bool {
  const before = keptBytes(direction);
  const added = <i32>min<usize>(end - from, <usize>(MAX_HEAD_BYTES - before));
  if (!makeRoom(direction, head, before, before + added)) return false;
  memory.copy(keptFrom(direction) + <usize>before, from, <usize>added);
  blockOf(direction.partialHead).kept = before + added;
  return true;
}

function makeRoom(direction: HttpDirection, head: Head, before: i32, needed: i32): bool {
  const old = direction.partialHead;
  if (old != 0 && BYTES_AT + <usize>needed <= bytesOf(blockOf(old).size)) return true;
  let size = 0;
  while (bytesOf(size) < BYTES_AT + <usize>needed) size++;
  const block = takeBlock(size);
  if (block == 0) return false;
  if (old == 0) memory.copy(block, changetype<usize>(head), offsetof<Head>());
  else {
    memory.copy(block, old, BYTES_AT + <usize>before);
    freeBlock(old);
  }
  blockOf(block).size = size;
  direction.partialHead = block;
  return true;
}

/** The head is not kept any more. */
export function dropPartialHead(direction: HttpDirection): void {
  if (direction.partialHead == 0) return;
  freeBlock(direction.partialHead);
  direction.partialHead = 0;
}

function takeBlock(size: i32): usize {
  const free = freeBlocks + ((<usize>size) << 2);
  if (load<u32>(free) == 0) addBlocks(size);
  const block = <usize>load<u32>(free);
  if (block != 0) store<u32>(free, blockOf(block).kept);
  return block;
}

function addBlocks(size: i32): void {
  const bytes = bytesOf(size);
  const pages = (bytes + PAGE_BYTES - 1) / PAGE_BYTES;
  if (<usize>load<u32>(taken) + pages * PAGE_BYTES > <usize>MAX_PARTIAL_HEADS_BYTES) return;
  const first = takePages(<i32>pages);
  if (first == 0) return;
  store<u32>(taken, load<u32>(taken) + <u32>(pages * PAGE_BYTES));
  for (let block = first; block + bytes <= first + pages * PAGE_BYTES; block += bytes) {
    blockOf(block).size = size;
    freeBlock(block);
  }
}

function freeBlock(block: usize): void {
  const free = freeBlocks + ((<usize>blockOf(block).size) << 2);
  blockOf(block).kept = <i32>load<u32>(free);
  store<u32>(free, <u32>block);
}
