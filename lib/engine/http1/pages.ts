// Memory of the parser. Connections come and go while another thread may be adding to the tables, so it allocates pages
// of its own and reuses them.
import { reserve } from '../base/memory';

export const PAGE_BYTES: usize = 65536;
/** Taken from the system at a time. */
const PAGES_AT_ONCE: i32 = 16;

/** Pages that are taken and not used yet. */
@unmanaged
class Spare {
  next: usize;
  count: i32;
}
const spare: Spare = changetype<Spare>(reserve(offsetof<Spare>()));

/** @param count at most PAGES_AT_ONCE @returns adjacent pages; 0: there is no memory left */
export function takePages(count: i32): usize {
  if (spare.count < count) {
    const before = memory.grow(PAGES_AT_ONCE);
    if (before < 0) return 0;
    spare.next = <usize>(<u32>before) * PAGE_BYTES;
    spare.count = PAGES_AT_ONCE;
  }
  const pages = spare.next;
  spare.next += <usize>count * PAGE_BYTES;
  spare.count -= count;
  return pages;
}
