// The sequence space of a direction, partitioned wherever a segment begins or ends, so that every segment covers whole
// intervals:
//
//  segments     ├────────────┤├──────────┤
//                      ├─────────────┤        sent again, cut otherwise
//  intervals    ├──────┼─────┼───────┼───┤
//
// Made once from all of a connection's packets, so that an interval is found next to the last one, or by binary search.
import { Chain, copyOut, nextI32, readFromFirst, sizeOf } from '../base/chunked-list';
import { NO_PACKET, edgesOf } from './interval-boundaries';
import { packetAt } from './packet';
import { mark, release, take } from '../base/arena';
import { sortAscending } from '../base/sort';

/**
 * Most intervals of one segment that are processed: 64 KiB of the smallest usual segments. Those beyond count as not
 * seen.
 */
export const MAX_INTERVALS_PER_SEGMENT: i32 = 256;

/** Beginnings and ends, f64, ascending, each once: interval c is [start of c, start of c + 1). */
let edges: usize = 0;
let edgeCount: i32 = 0;
/** Of each edge the first packet in the capture of those that begin there or above, i32. */
let earliest: usize = 0;

// @ts-ignore: decorator
@inline
export function intervalCount(): i32 {
  return max(0, edgeCount - 1);
}

// @ts-ignore: decorator
@inline
export function startOf(interval: i32): f64 {
  return load<f64>(edges + ((<usize>interval) << 3));
}

/**
 * Which packet is the first in the capture of those that begin at the end of an interval (as `find` gives it) or above;
 * −1 none.
 */
// @ts-ignore: decorator
@inline
export function earliestAbove(interval: i32): i32 {
  return load<i32>(earliest + ((<usize>(interval + 1)) << 2));
}

/** Partitions the sequence space of a direction's packets. */
export function partition(direction: i32): void {
  const found = edgesOf(direction);
  const ordered = <i32>(sizeOf(found.ordered) >> 3);
  const lates = <i32>(sizeOf(found.late) >> 3);
  edges = take((<usize>(ordered + lates)) << 3);
  earliest = take((<usize>(ordered + lates + 1)) << 2);
  if (lates == 0) {
    copyOut(found.ordered, edges);
    copyOut(found.beginners, earliest);
    edgeCount = ordered;
  } else {
    const spare = mark();
    const inOrder = take((<usize>ordered) << 3);
    const beginners = take((<usize>ordered) << 2);
    const late = take((<usize>lates) << 3);
    copyOut(found.ordered, inOrder);
    copyOut(found.beginners, beginners);
    copyOut(found.late, late);
    sortAscending(late, lates);
    edgeCount = merge(inOrder, beginners, ordered, late, lates);
    release(spare);
  }
  store<i32>(earliest + ((<usize>edgeCount) << 2), NO_PACKET);
  findEarliest(found.lateBeginners);
}

/** Both ascending, into `edges`, each value once, with those that begin there. */
function merge(inOrder: usize, beginners: usize, ordered: i32, late: usize, lates: i32): i32 {
  let n = 0;
  for (let a = 0, b = 0; a < ordered || b < lates;) {
    const first: f64 = a < ordered ? load<f64>(inOrder + ((<usize>a) << 3)) : Infinity;
    const second: f64 = b < lates ? load<f64>(late + ((<usize>b) << 3)) : Infinity;
    if (second < first) {
      b++;
      if (n > 0 && startOf(n - 1) == second) continue;
    }
    setEdge(n, min(first, second), second < first ? NO_PACKET : load<i32>(beginners + ((<usize>a) << 2)));
    if (first <= second) a++;
    n++;
  }
  return n;
}

function setEdge(n: i32, edge: f64, beginner: i32): void {
  store<f64>(edges + ((<usize>n) << 3), edge);
  store<i32>(earliest + ((<usize>n) << 2), beginner);
}

/** Of each edge the first packet of those that begin there, then of those that begin there or above. */
function findEarliest(lateBeginners: Chain): void {
  readFromFirst(lateBeginners);
  for (let i = nextI32(lateBeginners), edge = 0; i >= 0; i = nextI32(lateBeginners)) edge = noteEarliest(i, edge);
  for (let edge = edgeCount - 1; edge >= 0; edge--) {
    const at = earliest + ((<usize>edge) << 2);
    const above = load<i32>(at, 4);
    if (above >= 0 && <u32>above < <u32>load<i32>(at)) store<i32>(at, above);
  }
}

/** @param near an edge @returns that where packet i begins */
function noteEarliest(i: i32, near: i32): i32 {
  const edge = placeOf(packetAt(i).seqOffset, near);
  const at = earliest + ((<usize>edge) << 2);
  if (<u32>i < <u32>load<i32>(at)) store<i32>(at, i);
  return edge;
}

/** Position of an edge, searched for next to `near` first. */
function placeOf(edge: f64, near: i32): i32 {
  if (startOf(near) == edge) return near;
  if (near + 1 < edgeCount && startOf(near + 1) == edge) return near + 1;
  let low = 0;
  let high = edgeCount - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (startOf(middle) < edge) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The interval that holds an offset; −1 below all, `intervalCount()` at their end and above. */
export function find(offset: f64): i32 {
  let low = 0;
  let high = edgeCount;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (startOf(middle) <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The same, trying first the last interval found and the next: the passes go upward, except for retransmissions. */
// @ts-ignore: decorator
@inline
export function findNear(offset: f64, near: i32): i32 {
  if (<u32>near < <u32>intervalCount() && startOf(near) <= offset) {
    if (offset < startOf(near + 1)) return near;
    if (near + 1 < intervalCount() && offset < startOf(near + 2)) return near + 1;
  }
  return find(offset);
}

/** A value of each interval, i32, all −1. */
export function newColumn(): usize {
  const bytes = (<usize>intervalCount()) << 2;
  const column = take(bytes);
  memory.fill(column, 0xff, bytes);
  return column;
}

/** A column's value at an interval returned by `find`; −1 outside all intervals. */
// @ts-ignore: decorator
@inline
export function valueAt(column: usize, interval: i32): i32 {
  return <u32>interval < <u32>intervalCount() ? load<i32>(column + ((<usize>interval) << 2)) : -1;
}
