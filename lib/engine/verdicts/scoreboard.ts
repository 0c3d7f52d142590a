// What the receiver of a direction has acknowledged: everything below `acked`, and the SACKed intervals above. Each
// interval is visited once, however many blocks repeat it: `next` skips runs of done intervals (union-find), so all
// acknowledgements together are linear.
//
//            acked
//  ────────────┤·····│█████│······│████████████████│
//               hole   SACKed       SACKed
import { intervalCount, findNear, startOf } from './sequence-intervals';
import { Packet, sackAt } from './packet';
import { take } from '../base/arena';

/** Blocks remembered so that repeated ones cost nothing. */
const REMEMBERED_BLOCKS: i32 = 4;

let next: usize = 0;
let blocks: usize = 0;
let block: i32 = 0;
/** Where the latest block ended. */
let latestInterval: i32 = 0;

export class Board {
  /** Highest cumulative acknowledgement; in mid-stream it may be below 0. */
  static acked: f64 = -Infinity;
  /** An interval at that, or next to it. */
  static ackedInterval: i32 = 0;
  /** The latest acknowledgement had a D-SACK block (RFC 2883): this arrived twice. */
  static hasDsack: bool = false;
  static dsackLeft: f64 = 0;
  static dsackRight: f64 = 0;
  /** Intervals newly reported by it, i32: first those in SACK blocks, then those below the acknowledgement. */
  static delivered: usize = 0;
  static deliveredCount: i32 = 0;
  static deliveredBySack: i32 = 0;
}

/** Resets to nothing acknowledged; allocates the intervals. */
export function makeScoreboard(): void {
  next = take((<usize>(intervalCount() + 1)) << 2);
  blocks = take((<usize>REMEMBERED_BLOCKS) << 4);
  Board.delivered = take((<usize>intervalCount()) << 2);
  clearBoard();
}

export function clearBoard(): void {
  for (let interval = 0, n = intervalCount(); interval <= n; interval++) setNext(interval, interval);
  for (let i = 0; i < REMEMBERED_BLOCKS * 2; i++) store<f64>(blocks + ((<usize>i) << 3), -1);
  block = 0;
  Board.acked = -Infinity;
  Board.ackedInterval = latestInterval = 0;
  Board.hasDsack = false;
}

// @ts-ignore: decorator
@inline
function nextOf(interval: i32): i32 {
  return load<i32>(next + ((<usize>interval) << 2));
}

// @ts-ignore: decorator
@inline
function setNext(interval: i32, value: i32): void {
  store<i32>(next + ((<usize>interval) << 2), value);
}

/** Whether the interval of an offset, as returned by `find`, was reported. */
export function isDelivered(interval: i32): bool {
  return <u32>interval < <u32>intervalCount() && nextOf(interval) != interval;
}

/** Processes an acknowledgement. @returns whether it reported anything new */
export function acknowledge(packet: Packet): bool {
  const ack = packet.ackOffset;
  const n = <i32>packet.sackCount;
  Board.hasDsack = false;
  Board.deliveredCount = 0;
  for (let k = 0; k < n; k++) {
    const left = sackAt(packet, 2 * k);
    const right = sackAt(packet, 2 * k + 1);
    if (k == 0 && isDuplicate(packet, left, right)) {
      Board.hasDsack = true;
      Board.dsackLeft = left;
      Board.dsackRight = right;
    } else if (isNewBlock(left, right)) latestInterval = deliver(left, right, latestInterval);
  }
  Board.deliveredBySack = Board.deliveredCount;
  if (ack <= Board.acked) return Board.deliveredCount > 0;
  Board.ackedInterval = deliver(Board.acked, ack, Board.ackedInterval);
  Board.acked = ack;
  return true;
}

/** Below the acknowledgement, or within the second block (RFC 2883, section 4). */
function isDuplicate(packet: Packet, left: f64, right: f64): bool {
  return right <= packet.ackOffset || (packet.sackCount > 1 && left >= sackAt(packet, 2) && right <= sackAt(packet, 3));
}

function isNewBlock(left: f64, right: f64): bool {
  for (let i = 0; i < REMEMBERED_BLOCKS; i++) {
    const at = blocks + ((<usize>i) << 4);
    if (load<f64>(at) == left && load<f64>(at, 8) == right) return false;
  }
  store<f64>(blocks + ((<usize>block) << 4), left);
  store<f64>(blocks + ((<usize>block) << 4), right, 8);
  block = (block + 1) % REMEMBERED_BLOCKS;
  return true;
}

/** @param near an interval that may be near its left edge @returns the first interval above the done ones */
function deliver(left: f64, right: f64, near: i32): i32 {
  const n = intervalCount();
  let interval = skip(min(n, max(0, firstWithin(left, near))));
  for (; interval < n && startOf(interval + 1) <= right; interval = skip(interval + 1)) {
    setNext(interval, interval + 1);
    store<i32>(Board.delivered + ((<usize>Board.deliveredCount) << 2), interval);
    Board.deliveredCount++;
  }
  return interval;
}

/** The first interval that begins at the offset or above. */
function firstWithin(offset: f64, near: i32): i32 {
  const interval = findNear(offset, near);
  return interval >= 0 && startOf(interval) < offset ? interval + 1 : interval;
}

/** The first interval from here on that is not done. */
function skip(interval: i32): i32 {
  let end = interval;
  while (nextOf(end) != end) end = nextOf(end);
  while (nextOf(interval) != end) {
    const after = nextOf(interval);
    setNext(interval, end);
    interval = after;
  }
  return end;
}
