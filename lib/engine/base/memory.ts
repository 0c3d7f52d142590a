// Memory of a capture's tables. It only grows: all of it is freed when the capture is closed.
//
// Several instances of the module may work on one memory, in turn: so all state that outlasts a call is in the memory,
// none of it in globals.
//
//   [ constants | reserved: at the same place in each instance | allocated … ]

const PAGE_BYTES: usize = 65536;

let reservedTo: usize = (__heap_base + 63) & ~63;

/** Zeroed bytes at the same address in each instance; only while the module starts. */
export function reserve(bytes: usize): usize {
  const start = reservedTo;
  reservedTo = aligned(start + bytes);
  growTo(reservedTo);
  return start;
}

/**
 * Start of the free memory, and the end of our last page: others may grow the memory, too (lib/engine/base/arena.ts).
 */
@unmanaged
class Free {
  top: u32;
  end: u32;
}
const free: Free = changetype<Free>(reserve(offsetof<Free>()));

/** Called by the first instance, when the module has started: from now on `allocate` works. */
export function startAllocating(): void {
  free.top = <u32>reservedTo;
  free.end = <u32>memory.size() * <u32>PAGE_BYTES;
}

/** Zeroed bytes, on a 64-byte boundary; traps when the four gigabytes of a WebAssembly memory are used up. */
export function allocate(bytes: usize): usize {
  if (aligned(<usize>free.top + bytes) > <usize>free.end) makeRoom(bytes);
  const start = <usize>free.top;
  free.top = <u32>aligned(start + bytes);
  return start;
}

/** New pages may follow others' pages: then the rest of our last one is abandoned. */
function makeRoom(bytes: usize): void {
  const pages = <i32>((bytes + 64 + PAGE_BYTES - 1) / PAGE_BYTES);
  const before = memory.grow(pages);
  if (before < 0) unreachable();
  const from = <u32>before * <u32>PAGE_BYTES;
  if (from != free.end) free.top = from;
  free.end = from + <u32>pages * <u32>PAGE_BYTES;
}

export function memoryBytes(): usize {
  return <usize>memory.size() * PAGE_BYTES;
}

function aligned(at: usize): usize {
  return (at + 63) & ~63;
}

function growTo(end: usize): void {
  const pages = <i32>((end + PAGE_BYTES - 1) / PAGE_BYTES) - memory.size();
  if (pages > 0 && memory.grow(pages) < 0) unreachable();
}
