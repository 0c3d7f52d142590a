// What the receiver of a direction has said to have got: everything below `acked`, and the SACKed cells above. Each cell is passed once,
// whatever blocks repeat it: `next` leads over runs of cells that are done (union-find), so all acknowledgements together are linear.
//
//            acked
//  ────────────┤·····│█████│······│████████████████│
//               hole   SACKed       SACKed
import { cellCount, findNear, startOf } from './sequence-intervals';
import { Packet, sackAt } from './packet';
import { take } from '../base/arena';

/** Blocks remembered so that those which an acknowledgement repeats cost nothing. */
const REMEMBERED_BLOCKS: i32 = 4;

let next: usize = 0;
let blocks: usize = 0;
let block: i32 = 0;
/** Where the latest block ended. */
let latestCell: i32 = 0;

export class Board {
  /** Highest cumulative acknowledgement; in mid-stream it may be below 0. */
  static acked: f64 = -Infinity;
  /** A cell at that, or beside. */
  static ackedCell: i32 = 0;
  /** The latest acknowledgement had a D-SACK block (RFC 2883): this came twice. */
  static hasDsack: bool = false;
  static dsackLeft: f64 = 0;
  static dsackRight: f64 = 0;
  /** Cells that it was the first to report, i32: first those in SACK blocks, then those below the acknowledgement. */
  static delivered: usize = 0;
  static deliveredCount: i32 = 0;
  static deliveredBySack: i32 = 0;
}

/** Begins with nothing acknowledged; takes room for the cells. */
export function makeScoreboard(): void {
  next = take((<usize>(cellCount() + 1)) << 2);
  blocks = take((<usize>REMEMBERED_BLOCKS) << 4);
  Board.delivered = take((<usize>cellCount()) << 2);
  clearBoard();
}

export function clearBoard(): void {
  for (let cell = 0, n = cellCount(); cell <= n; cell++) setNext(cell, cell);
  for (let i = 0; i < REMEMBERED_BLOCKS * 2; i++) store<f64>(blocks + ((<usize>i) << 3), -1);
  block = 0;
  Board.acked = -Infinity;
  Board.ackedCell = latestCell = 0;
  Board.hasDsack = false;
}

// @ts-ignore: decorator
@inline
function nextOf(cell: i32): i32 {
  return load<i32>(next + ((<usize>cell) << 2));
}

// @ts-ignore: decorator
@inline
function setNext(cell: i32, value: i32): void {
  store<i32>(next + ((<usize>cell) << 2), value);
}

/** Whether the cell at an offset's place, as `find` gave it, was reported. */
export function isDelivered(cell: i32): bool {
  return <u32>cell < <u32>cellCount() && nextOf(cell) != cell;
}

/** Takes an acknowledgement in. @returns whether it said anything new */
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
    } else if (isNewBlock(left, right)) latestCell = deliver(left, right, latestCell);
  }
  Board.deliveredBySack = Board.deliveredCount;
  if (ack <= Board.acked) return Board.deliveredCount > 0;
  Board.ackedCell = deliver(Board.acked, ack, Board.ackedCell);
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

/** @param near a cell that may be near its left edge @returns the first cell above what is done */
function deliver(left: f64, right: f64, near: i32): i32 {
  const n = cellCount();
  let cell = skip(min(n, max(0, firstWithin(left, near))));
  for (; cell < n && startOf(cell + 1) <= right; cell = skip(cell + 1)) {
    setNext(cell, cell + 1);
    store<i32>(Board.delivered + ((<usize>Board.deliveredCount) << 2), cell);
    Board.deliveredCount++;
  }
  return cell;
}

/** The first cell that begins at the offset or above. */
function firstWithin(offset: f64, near: i32): i32 {
  const cell = findNear(offset, near);
  return cell >= 0 && startOf(cell) < offset ? cell + 1 : cell;
}

/** The first cell from here on that is not done. */
function skip(cell: i32): i32 {
  let end = cell;
  while (nextOf(end) != end) end = nextOf(end);
  while (nextOf(cell) != end) {
    const after = nextOf(cell);
    setNext(cell, end);
    cell = after;
  }
  return end;
}
