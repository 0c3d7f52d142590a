// Bytes seen above the first hole of a direction, as disjoint islands in ascending order.
//
//     seenEnd        start 0    end 0      start 1   end 1
//    ────┤   hole 0     ├─────────┤  hole 1  ├────────┤
//                    since: when the island's first segment came, so how long the hole below is known
//
// A list is found by binary search; it has at most MAX_HOLES islands, so that a hostile capture of every second segment
// cannot use unbounded memory or time: beyond that the lowest hole is given up.
import { allocate, reserve } from '../base/memory';

export const MAX_HOLES: i32 = 4096;
const FIRST_CAPACITY: i32 = 4;
const CLASSES: i32 = 32;


@unmanaged
class List {
  capacity: i32;
  count: i32;
}


@unmanaged
class Island {
  start: f64;
  end: f64;
  since: f64;
}

/** Free lists, by the power of two of their capacity; linked through their first word. */
const spare: usize = reserve(CLASSES * 4);

// @ts-ignore: decorator
@inline
function islandAt(list: List, i: i32): Island {
  return changetype<Island>(changetype<usize>(list) + offsetof<List>() + <usize>i * offsetof<Island>());
}

function newList(capacity: i32): List {
  const shelf = spare + ((<usize>ctz(capacity)) << 2);
  const found = load<u32>(shelf);
  const list = changetype<List>(
    found ? <usize>found : allocate(offsetof<List>() + <usize>capacity * offsetof<Island>()),
  );
  if (found) store<u32>(shelf, load<u32>(found));
  list.capacity = capacity;
  list.count = 0;
  return list;
}

function release(list: List): void {
  const shelf = spare + ((<usize>ctz(list.capacity)) << 2);
  store<u32>(changetype<usize>(list), load<u32>(shelf));
  store<u32>(shelf, <u32>changetype<usize>(list));
}

/** The first island that ends at or above the offset. */
function firstReaching(list: List, offset: f64): i32 {
  let low = 0;
  let high = list.count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (islandAt(list, middle).end < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Since when the byte at an offset within a hole is known to be missing; Infinity where nothing is above it. */
export function holeKnownSince(handle: i32, offset: f64): f64 {
  const list = changetype<List>(<usize>handle);
  const i = firstReaching(list, offset + 1);
  return i < list.count ? islandAt(list, i).since : Infinity;
}

/** How many bytes of [start, end) the last `insertRange` found to be new. */
export let freshBytes: f64 = 0;

/** Adds [start, end) to the list (0: makes one); returns the list, which may have moved. */
export function insertRange(handle: i32, start: f64, end: f64, timeNs: f64): i32 {
  let list = handle ? changetype<List>(<usize>handle) : newList(FIRST_CAPACITY);
  const first = firstReaching(list, start);
  let last = first;
  let fresh = end - start;
  let from = start;
  let to = end;
  for (; last < list.count && islandAt(list, last).start <= end; last++) {
    const island = islandAt(list, last);
    fresh -= max<f64>(0, min(end, island.end) - max(start, island.start));
    from = min(from, island.start);
    to = max(to, island.end);
  }
  freshBytes = fresh;
  const since = last > first ? islandAt(list, first).since : timeNs;
  list = makeRoom(list, first, last);
  const island = islandAt(list, first);
  island.start = from;
  island.end = to;
  island.since = since;
  return <i32>changetype<usize>(list);
}

/** Replaces the islands [first, last) by one, whose fields are still to be set. */
function makeRoom(list: List, first: i32, last: i32): List {
  if (last == first && list.count == list.capacity) {
    const larger = newList(list.capacity * 2);
    memory.copy(
      changetype<usize>(islandAt(larger, 0)),
      changetype<usize>(islandAt(list, 0)),
      <usize>list.count * offsetof<Island>(),
    );
    larger.count = list.count;
    release(list);
    list = larger;
  }
  if (last != first + 1) {
    memory.copy(
      changetype<usize>(islandAt(list, first + 1)),
      changetype<usize>(islandAt(list, last)),
      <usize>(list.count - last) * offsetof<Island>(),
    );
    list.count += first + 1 - last;
  }
  return list;
}

/** Where the bytes without a hole end after the last `absorb`. */
export let absorbedEnd: f64 = 0;

/** Removes the islands that the bytes up to `seenEnd` have reached; returns the list, 0 when none is left. */
export function absorb(handle: i32, seenEnd: f64): i32 {
  const list = changetype<List>(<usize>handle);
  let taken = 0;
  while (taken < list.count && (islandAt(list, taken).start <= seenEnd || list.count - taken > MAX_HOLES)) {
    seenEnd = max(seenEnd, islandAt(list, taken++).end);
  }
  absorbedEnd = seenEnd;
  if (taken == list.count) {
    release(list);
    return 0;
  }
  if (taken > 0) {
    memory.copy(
      changetype<usize>(islandAt(list, 0)),
      changetype<usize>(islandAt(list, taken)),
      <usize>(list.count - taken) * offsetof<Island>(),
    );
    list.count -= taken;
  }
  return handle;
}
