// A direction's sequence space, cut wherever a captured segment of it begins or ends: piece k is [bounds[k], bounds[k +
// 1]). So every segment is a whole number of pieces, mostly one, and state is kept by piece, in columns:
//
//  segments   ├──── 1 ────┤├──── 2 ────┤├──── 3 ────┤
//  later            ├──── 1b ────┤
//  pieces     ├──0──┼──1──┼──2───┼──3──┼──── 4 ─────┤
import { sortAscending } from '../base/sort';
import { take } from '../base/arena';
import { f64At, setF64 } from '../base/columns';
import { Packets, directionOf, endOffsetOf, lengthOf, seqOffsetOf, takesSequenceSpace } from './packets';

/** Most pieces examined per segment; 64 KiB in segments of 536 bytes are 123. */
export const MAX_PIECES_PER_SEGMENT: i32 = 256;
/** Most cuts within long segments (offload) of a connection; where there would be more, none is made. */
export const MAX_CUTS: i64 = 2_097_152;

/** Sentinel entries after the last bound, for searches beyond it. */
const SENTINELS: i32 = 2;

export class Pieces {
  static count: i32 = 0;
  static bounds: usize = 0;
  /** By piece, the total size of those below it, in bytes or segments. */
  static upTo: usize = 0;
}

/** The piece looked up last. */
let near: i32 = 0;
let bounds: i32 = 0;
let areSorted: bool = true;

/** Cuts a direction's sequence space, measured in bytes. */
export function cutBytes(direction: i32): void {
  cutAt(direction, Infinity);
  Pieces.upTo = Pieces.bounds;
}

/**
 * Cuts it, measured in segments: a scoreboard over it counts in flight what the congestion window counts, whole
 * segments however short (Linux, gVisor), or bytes, as shares of a full segment (RFC 5681). Segments longer than a full
 * one (offload) are cut as the network card does; a bare SYN is not one.
 */
export function cutSegments(direction: i32, mss: f64, byBytes: bool): void {
  cutAt(direction, mss);
  const upTo = take((<usize>(Pieces.count + 1)) << 3);
  let segments: f64 = 0;
  setF64(upTo, 0, 0);
  for (let k = 0; k < Pieces.count; k++) {
    const from = boundOf(k);
    const to = boundOf(k + 1);
    const isSyn = from == 0 && to == 1;
    if (!isSyn) segments += byBytes ? (to - from) / mss : Math.ceil((to - from) / mss);
    setF64(upTo, k + 1, segments);
  }
  Pieces.upTo = upTo;
}

// @ts-ignore: decorator
@inline
export function boundOf(k: i32): f64 {
  return f64At(Pieces.bounds, k);
}

/** Size of a piece. */
// @ts-ignore: decorator
@inline
export function sizeOf(k: i32): f64 {
  return f64At(Pieces.upTo, k + 1) - f64At(Pieces.upTo, k);
}

/** Total size of the pieces from … to − 1. */
// @ts-ignore: decorator
@inline
export function span(from: i32, to: i32): f64 {
  return f64At(Pieces.upTo, to) - f64At(Pieces.upTo, from);
}

/** The first piece that begins at or above an offset; `count` when there is none. */
export function pieceAt(offset: f64): i32 {
  if (boundOf(near) == offset) return near;
  if (boundOf(near + 1) == offset) return ++near;
  let low = 0;
  let high = Pieces.count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (boundOf(middle) < offset) low = middle + 1;
    else high = middle;
  }
  near = low;
  return low;
}

/** The piece after the last that ends at or below an offset. */
export function endAt(offset: f64): i32 {
  const at = pieceAt(offset);
  return at > 0 && boundOf(at) > offset ? at - 1 : at;
}

/** The end of a segment's examined pieces. @param from its first piece */
export function endFrom(from: i32, endOffset: f64): i32 {
  return min(pieceAt(endOffset), from + MAX_PIECES_PER_SEGMENT);
}

/**
 * Starts and ends of all segments, each once, ascending.
 * @param mss longer segments are cut into pieces of that many bytes
 */
function cutAt(direction: i32, mss: f64): void {
  const mayCut = countBounds(direction, mss);
  bounds = 0;
  areSorted = true;
  for (let i = 0; i < Packets.count; i++) {
    if (directionOf(i) != direction || !takesSequenceSpace(i)) continue;
    const from = seqOffsetOf(i);
    const cuts = mayCut ? cutsOf(i, mss) : 0;
    addBound(from);
    for (let k = 1; k <= cuts; k++) addBound(from + <f64>k * mss);
    addBound(endOffsetOf(i));
  }
  if (!areSorted) makeUnique();
  for (let k = 0; k < SENTINELS; k++) setF64(Pieces.bounds, bounds + k, NaN);
  Pieces.count = max(0, bounds - 1);
  near = 0;
}

function addBound(bound: f64): void {
  const last = bounds > 0 ? boundOf(bounds - 1) : -Infinity;
  if (bound == last) return;
  if (bound < last) areSorted = false;
  setF64(Pieces.bounds, bounds++, bound);
}

/** Allocates the bounds. @returns whether long segments may be cut */
function countBounds(direction: i32, mss: f64): bool {
  let cuts: i64 = 0;
  let segments: i64 = 0;
  for (let i = 0; i < Packets.count; i++) {
    if (directionOf(i) != direction) continue;
    cuts += cutsOf(i, mss);
    segments++;
  }
  const mayCut = cuts <= MAX_CUTS;
  Pieces.bounds = take((<usize>(segments * 2 + (mayCut ? cuts : 0) + SENTINELS)) << 3);
  return mayCut;
}

/** Cuts within a segment longer than the MSS. */
function cutsOf(i: i32, mss: f64): i32 {
  const length = <f64>lengthOf(i);
  return length > mss ? <i32>Math.min(<f64>MAX_PIECES_PER_SEGMENT, Math.ceil(length / mss)) - 1 : 0;
}

/** Sorts the bounds, and drops duplicates. */
function makeUnique(): void {
  const n = bounds;
  sortAscending(Pieces.bounds, n);
  bounds = 0;
  areSorted = true;
  for (let i = 0; i < n; i++) addBound(boundOf(i));
}
