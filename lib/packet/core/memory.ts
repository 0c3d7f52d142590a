// Memory of a capture's tables. It is only ever added to: all of it goes when the capture is closed.
//
// Several instances of the module may work on one memory, each in its turn: so all that outlasts a call lies in the memory, none of it in globals.
//
//   [ constants | reserved: at the same place in each instance | allocated … ]

const PAGE_BYTES: usize = 65536;

let reservedTo: usize = (__heap_base + 63) & ~63;

/** Zeroed bytes at a place that is the same in each instance; while the module starts. */
export function reserve(bytes: usize): usize {
  const start = reservedTo;
  reservedTo = aligned(start + bytes);
  growTo(reservedTo);
  return start;
}

const top: usize = reserve(8);

/** By the first instance, when the module has started: from now on there is `allocate`. */
export function startAllocating(): void { store<u32>(top, <u32>reservedTo); }

/** Zeroed bytes, on a 64-byte boundary; traps when the four gigabytes of a WebAssembly memory are used up. */
export function allocate(bytes: usize): usize {
  const start = <usize>load<u32>(top), end = aligned(start + bytes);
  growTo(end);
  store<u32>(top, <u32>end);
  return start;
}

function aligned(at: usize): usize { return (at + 63) & ~63; }

function growTo(end: usize): void {
  const pages = <i32>((end + PAGE_BYTES - 1) / PAGE_BYTES) - memory.size();
  if (pages > 0 && memory.grow(pages) < 0) unreachable();
}
