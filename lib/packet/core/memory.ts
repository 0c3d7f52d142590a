// Memory of a capture's tables. It is only ever added to: all of it goes when the capture is closed.

const PAGE_BYTES: usize = 65536;

let top: usize = (__heap_base + 63) & ~63;

/** Zeroed bytes, on a 64-byte boundary; traps when the four gigabytes of a WebAssembly memory are used up. */
export function allocate(bytes: usize): usize {
  const start = top;
  top = (start + bytes + 63) & ~63;
  const pages = <i32>((top + PAGE_BYTES - 1) / PAGE_BYTES) - memory.size();
  if (pages > 0 && memory.grow(pages) < 0) unreachable();
  return start;
}
