// Temporary memory for classifying a connection, at the end of the capture's memory; reused for the next connection.
// Where the tables grow meanwhile it is in several pieces, each of which begins with the next one's address:
//
//   tables … [ next | piece ────────┤ tables … [ next | piece ──────────┤ tables …

const PAGE_BYTES: u64 = 65536;
/** Least allocation from the system; pages that are never written cost nothing. */
const MIN_BYTES: u64 = 4 << 20;
const MAX_BYTES: u64 = 0xffff0000;

/** Before a piece. */
@unmanaged
class Head {
  next: Head;
  end: u32;
}

/** The first piece; the one that is being filled, and its used part. */
let first: Head = changetype<Head>(0);
let piece: Head = changetype<Head>(0);
let top: usize = 0;

/** Out of memory: the connection could not be classified. */
export let exhausted: bool = false;

/** Traps: out of memory. */
export function giveUp(): void {
  exhausted = true;
  unreachable();
}

/** Frees everything. */
export function reset(): void {
  exhausted = false;
  if (changetype<usize>(first) != 0) fill(first);
}

function fill(next: Head): void {
  piece = next;
  top = startOf(next);
}

// @ts-ignore: decorator
@inline
function startOf(head: Head): usize {
  return changetype<usize>(head) + offsetof<Head>();
}

/** Marks a point: later allocations can be freed alone. */
export function mark(): usize {
  return top;
}

export function release(mark: usize): void {
  top = mark >= startOf(piece) && mark <= <usize>piece.end ? mark : startOf(piece);
}

/** Bytes on an 8-byte boundary, not zeroed; traps where there are none left. */
export function take(bytes: usize): usize {
  while (changetype<usize>(piece) == 0 || <u64>top + <u64>bytes + 7 > <u64>piece.end) makeRoom(<u64>bytes + 8);
  const at = top;
  top = (at + bytes + 7) & ~7;
  return at;
}

/** Continues with the next piece, or allocates one from the system. */
function makeRoom(bytes: u64): void {
  const isFirst = changetype<usize>(first) == 0;
  if (!isFirst && changetype<usize>(piece.next) != 0) {
    fill(piece.next);
    return;
  }
  const end = isFirst ? 0 : <u64>piece.end;
  const size = isFirst ? 0 : end - <u64>startOf(piece);
  const neededBytes = max(bytes + <u64>offsetof<Head>(), max(MIN_BYTES, size));
  const pages = (neededBytes + PAGE_BYTES - 1) / PAGE_BYTES;
  const before = neededBytes < MAX_BYTES ? memory.grow(<i32>pages) : -1;
  if (before < 0) giveUp();
  const from = <u64>(<u32>before) * PAGE_BYTES;
  const newEnd = <u32>min(from + pages * PAGE_BYTES, MAX_BYTES);
  if (!isFirst && from == end) piece.end = newEnd;
  else addPiece(changetype<Head>(<usize>from), newEnd);
}

function addPiece(added: Head, end: u32): void {
  added.next = changetype<Head>(0);
  added.end = end;
  if (changetype<usize>(first) == 0) first = added;
  else piece.next = added;
  fill(added);
}
