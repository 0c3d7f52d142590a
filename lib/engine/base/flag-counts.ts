// How often each analysis flag occurred in a direction: fifteen counters, allocated only where a flag was counted,
// since most directions of short connections have none.
import { allocate } from './memory';
import { Direction, FLAG_COUNTERS } from './flow-layout';

export { FLAG_COUNTERS };

/** @param bits of the flags, which are counted once each */
export function countFlags(direction: Direction, bits: i32): void {
  if (direction.flagCounts == 0) direction.flagCounts = <u32>allocate(<usize>FLAG_COUNTERS * 4);
  let counter = <usize>direction.flagCounts;
  for (let left = bits; left; left >>>= 1, counter += 4) store<i32>(counter, load<i32>(counter) + (left & 1));
}

// @ts-ignore: decorator
@inline
export function flagCount(direction: Direction, bit: i32): i32 {
  return direction.flagCounts == 0 ? 0 : load<i32>(<usize>direction.flagCounts + ((<usize>bit) << 2));
}
