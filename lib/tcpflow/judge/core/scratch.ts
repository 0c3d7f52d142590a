// Room for what the judge keeps while it is at a connection, at the end of the capture's memory; the next connection has it again.

const PAGE_BYTES: u64 = 65536;
/** Taken from the system at a time, at the least; pages that nothing is written to cost nothing. */
const LEAST_BYTES: u64 = 4 << 20;
const MOST_BYTES: u64 = 0xffff0000;

let start: usize = 0;
let end: usize = 0;
let top: usize = 0;

/** There was no memory left: the connection could not be judged. */
export let exhausted: bool = false;

/** Gives back all. */
export function reset(): void {
  top = start;
  exhausted = false;
}

/** What is taken from now on can be given back alone. */
export function mark(): usize { return top; }

export function release(mark: usize): void { top = mark >= start && mark <= end ? mark : start; }

/** Bytes on an 8-byte boundary, not zeroed; traps where there are none left. */
export function take(bytes: usize): usize {
  if (<u64>top + <u64>bytes + 7 > <u64>end) grow(<u64>bytes + 8);
  const at = top;
  top = (at + bytes + 7) & ~7;
  return at;
}

/** The tables may have grown behind the room that there is: then it is left for a larger one. */
function grow(bytes: u64): void {
  const wanted = max(bytes, max(LEAST_BYTES, <u64>(end - start))), pages = (wanted + PAGE_BYTES - 1) / PAGE_BYTES;
  const before = wanted < MOST_BYTES ? memory.grow(<i32>pages) : -1;
  if (before < 0) {
    exhausted = true;
    unreachable();
  }
  const from = <u64><u32>before * PAGE_BYTES;
  if (from != <u64>end) start = top = <usize>from;
  end = <usize>min(from + pages * PAGE_BYTES, MOST_BYTES);
}
