// The sequence space of a direction, cut wherever a segment begins or ends, so that every segment covers whole cells:
//
//  segments     ├────────────┤├──────────┤
//                      ├─────────────┤        sent again, cut otherwise
//  cells        ├──────┼─────┼───────┼───┤
//
// Made in one go of a connection's packets, so that finding a cell is a look beside the last one found, or a binary search.
import { Chain, copyOut, nextI32, readFromFirst, sizeOf } from "./chain";
import { edgesOf } from "./edges";
import { packetAt } from "./packet";
import { mark, release, take } from "./scratch";
import { sortAscending } from "./sort";

/** Cells that one segment may cover and still be booked in each: 64 KiB of the smallest usual segments. What lies beyond counts as not seen. */
export const MAX_CELLS_PER_SEGMENT: i32 = 256;

/** Beginnings and ends, f64, ascending, each once: cell c is [start of c, start of c + 1). */
let edges: usize = 0;
let edgeCount: i32 = 0;
/** Of each edge the first packet in the capture of those that begin there or above, i32. */
let earliest: usize = 0;
/** Cells found last, by two at most: data is looked for at the top of what was sent, acknowledgements below, in turn. */
let latest: i32 = 0;
let other: i32 = 0;

// @ts-ignore: decorator
@inline
export function cellCount(): i32 { return max(0, edgeCount - 1); }

// @ts-ignore: decorator
@inline
export function startOf(cell: i32): f64 { return load<f64>(edges + (<usize>cell << 3)); }

/** Which packet is the first in the capture of those that begin at the end of a cell (as `find` gives it) or above; −1 none. */
// @ts-ignore: decorator
@inline
export function earliestAbove(cell: i32): i32 { return load<i32>(earliest + (<usize>(cell + 1) << 2)); }

/** Cuts the sequence space of a direction's packets. */
export function cut(direction: i32): void {
  const found = edgesOf(direction), ordered = <i32>(sizeOf(found.ordered) >> 3), lates = <i32>(sizeOf(found.late) >> 3);
  edges = take(<usize>(ordered + lates) << 3);
  if (lates == 0) {
    copyOut(found.ordered, edges);
    edgeCount = ordered;
  } else {
    const spare = mark(), inOrder = take(<usize>ordered << 3), late = take(<usize>lates << 3);
    copyOut(found.ordered, inOrder);
    copyOut(found.late, late);
    sortAscending(late, lates);
    edgeCount = merge(inOrder, ordered, late, lates);
    release(spare);
  }
  latest = other = 0;
  findEarliest(found.users);
}

/** Both ascending, into `edges`, each value once. */
function merge(one: usize, ones: i32, other: usize, others: i32): i32 {
  let n = 0;
  for (let a = 0, b = 0; a < ones || b < others;) {
    const first: f64 = a < ones ? load<f64>(one + (<usize>a << 3)) : Infinity, second: f64 = b < others ? load<f64>(other + (<usize>b << 3)) : Infinity;
    const next = min(first, second);
    if (first <= second) a++;
    else b++;
    if (n > 0 && startOf(n - 1) == next) continue;
    store<f64>(edges + (<usize>n << 3), next);
    n++;
  }
  return n;
}

function findEarliest(users: Chain): void {
  earliest = take(<usize>(edgeCount + 1) << 2);
  memory.fill(earliest, 0xff, <usize>(edgeCount + 1) << 2);
  readFromFirst(users);
  for (let i = nextI32(users), edge = 0; i >= 0; i = nextI32(users)) edge = noteEarliest(i, edge);
  for (let edge = edgeCount - 1; edge >= 0; edge--) {
    const at = earliest + (<usize>edge << 2), above = load<i32>(at, 4);
    if (above >= 0 && <u32>above < <u32>load<i32>(at)) store<i32>(at, above);
  }
}

/** @param near an edge @returns that where packet i begins */
function noteEarliest(i: i32, near: i32): i32 {
  const edge = placeOf(packetAt(i).seqOffset, near), at = earliest + (<usize>edge << 2);
  if (load<i32>(at) < 0) store<i32>(at, i);
  return edge;
}

/** Where an edge lies, looked for beside `near` first. */
function placeOf(edge: f64, near: i32): i32 {
  if (startOf(near) == edge) return near;
  if (near + 1 < edgeCount && startOf(near + 1) == edge) return near + 1;
  let low = 0, high = edgeCount - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (startOf(middle) < edge) low = middle + 1; else high = middle;
  }
  return low;
}

/** What `isBeside` found. */
let beside: i32 = 0;

/** Whether an offset lies in a cell or the next. */
// @ts-ignore: decorator
@inline
function isBeside(near: i32, offset: f64, count: i32): bool {
  for (let cell = near, n = min(near + 2, count); cell < n; cell++) {
    if (startOf(cell) > offset || offset >= startOf(cell + 1)) continue;
    beside = cell;
    return true;
  }
  return false;
}

/** The cell that holds an offset; −1 below all, `cellCount()` at their end and above. */
export function find(offset: f64): i32 {
  const count = cellCount();
  if (isBeside(latest, offset, count)) return (latest = beside);
  const before = latest;
  latest = other;
  other = before;
  if (isBeside(latest, offset, count)) return (latest = beside);
  let low = 0, high = edgeCount;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (startOf(middle) <= offset) low = middle + 1; else high = middle;
  }
  if (low > 0 && low <= count) latest = low - 1;
  return low - 1;
}

/** A value of each cell, i32, all −1. */
export function newColumn(): usize {
  const bytes = <usize>cellCount() << 2, column = take(bytes);
  memory.fill(column, 0xff, bytes);
  return column;
}

/** A column's value at a cell that `find` gave; −1 outside all cells. */
// @ts-ignore: decorator
@inline
export function valueAt(column: usize, cell: i32): i32 { return <u32>cell < <u32>cellCount() ? load<i32>(column + (<usize>cell << 2)) : -1; }
