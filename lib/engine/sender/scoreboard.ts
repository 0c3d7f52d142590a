// A sender's knowledge of each byte sent (RFC 6675's scoreboard, by segment as in Linux), fed with the direction's
// segments and the other's acknowledgements in the order in which they passed the sender. Linear for any input: a piece
// is acknowledged once and reported by SACK once, and a pointer skips those already reported.
//
//      acknowledged        SACKed     lost         not yet known
//  ├────────────────────┼░░░░░┼▓▓▓▓▓┼░░░░░┼──────────────────────┤
//                      una                                      next
import { VERDICT } from '../base/enums';
import { take } from '../base/arena';
import { f64At, i32At, setF64, setI32, setU8, u8At } from '../base/columns';
import {
  ackOffsetOf,
  endOffsetOf,
  sackCountOf,
  sackLeftOf,
  sackRightOf,
  sackStartOf,
  seqOffsetOf,
  verdictOf,
} from './packets';
import { Pieces, boundOf, endAt, endFrom, pieceAt, sizeOf, span } from './pieces';

/** Bits of a piece's state. */
export const SACKED: i32 = 1;
/** Retransmitted, and the retransmission is still in flight. */
export const RESENT: i32 = 2;
/** Sent more than once, captured or not; never cleared. */
const REPEATED: i32 = 4;
const MAX_COPIES: i32 = 255;

/** Sizes are what `Pieces` measures: bytes or segments. */
export class Board {
  /** First piece not acknowledged, first not sent. */
  static una: i32 = 0;
  static next: i32 = 0;
  /** RFC 6675's pipe: sent and neither acknowledged nor reported nor lost, plus retransmissions. */
  static pipe: f64 = 0;
  static lost: f64 = 0;
  /** Lost data that has been retransmitted and is in flight. */
  static resent: f64 = 0;
  /** Pieces reported by SACK and not acknowledged. */
  static sackedPieces: i32 = 0;
  /** After the highest piece that SACK reported. */
  static sackedEnd: i32 = 0;
}

/** The news of an acknowledgement; refilled by each. */
export class News {
  /** Pieces cumulatively acknowledged: first … end − 1. */
  static first: i32 = 0;
  static end: i32 = 0;
  /** Those pieces end where the acknowledgement does. */
  static exact: bool = false;
  /** A piece among them was captured more than once; was sent more than once. */
  static copied: bool = false;
  static repeated: bool = false;
  /** The latest packet that sent one of them. */
  static latest: i32 = -1;
  /** Of the pieces sent once and not reported by SACK before: the lowest one's packet, −1 none. */
  static onceAcked: i32 = -1;
  /** Of the pieces newly reported by SACK and sent once: the lowest one and its packet. */
  static lowestSacked: i32 = i32.MAX_VALUE;
  static onceSacked: i32 = -1;
  /** Of those captured once: the packet of the one sent latest. */
  static latestSacked: i32 = -1;
  /**
   * Latest send time of something newly acknowledged, either way, and whether that was a retransmission; −Infinity:
   * none.
   */
  static deliveredSentNs: f64 = -Infinity;
  static deliveredResent: bool = false;
  /** Something sent once, and considered lost, has arrived. */
  static lostArrived: bool = false;
  /** Something sent once has arrived after a segment above it: reordering. */
  static overtaken: bool = false;
}

/**
 * By piece: the packet that sent it last; if never captured, the packet that revealed it as missing. −1 not sent yet.
 */
let sentBy: usize = 0;
let sentNs: usize = 0;
/** Captured transmissions of a piece, at most 255. */
let copies: usize = 0;
let states: usize = 0;
/** Marks of loss: those of earlier rounds do not count. */
let lostIn: usize = 0;
let round: i32 = 1;
/** Skips pieces that SACK has reported. */
let seen: usize = 0;

/** Resets to nothing sent, for the current pieces. */
export function makeScoreboard(): void {
  const n = Pieces.count;
  sentBy = take((<usize>n) << 2);
  sentNs = take((<usize>n) << 3);
  lostIn = take((<usize>n) << 2);
  copies = take(<usize>n);
  states = take(<usize>n);
  seen = take((<usize>(n + 1)) << 2);
  memory.fill(sentBy, 0xff, (<usize>n) << 2);
  memory.fill(sentNs, 0, (<usize>n) << 3);
  memory.fill(lostIn, 0, (<usize>n) << 2);
  memory.fill(copies, 0, <usize>n);
  memory.fill(states, 0, <usize>n);
  for (let k = 0; k <= n; k++) setI32(seen, k, k);
  round = 1;
  Board.una = Board.next = Board.sackedPieces = Board.sackedEnd = 0;
  Board.pipe = Board.lost = Board.resent = 0;
}

// @ts-ignore: decorator
@inline
export function sentNsOf(k: i32): f64 {
  return f64At(sentNs, k);
}

// @ts-ignore: decorator
@inline
export function sentByOf(k: i32): i32 {
  return i32At(sentBy, k);
}

// @ts-ignore: decorator
@inline
export function stateOf(k: i32): i32 {
  return u8At(states, k);
}

// @ts-ignore: decorator
@inline
export function isLost(k: i32): bool {
  return i32At(lostIn, k) == round;
}

/** What was sent and not acknowledged, lost or not. */
export function outstanding(): f64 {
  return Board.una < Board.next ? span(Board.una, Board.next) : 0;
}

/** A segment leaves. Pieces below it that were never captured must have left before it. @param i packet */
export function send(i: i32, timeNs: f64): void {
  const from = pieceAt(seqOffsetOf(i));
  const to = endFrom(from, endOffsetOf(i));
  const next = Board.next;
  const isLate = verdictOf(i) == VERDICT.REORDERED;
  for (let k = next; k < from; k++) sendFirst(k, i, timeNs);
  for (let k = from; k < to; k++) {
    if (k >= next) sendFirst(k, i, timeNs);
    else if (!isLate) sendAgain(k, i, timeNs);
    const known = u8At(copies, k);
    if (known < MAX_COPIES) setU8(copies, k, known + 1);
    if (known == 0) setI32(sentBy, k, i);
  }
  Board.next = max(next, to);
}

/**
 * What was never captured, or only when it was sent again, leaves.
 * @param end after the last piece @param i a packet that was sent later
 */
export function sendUncaptured(end: i32, i: i32, timeNs: f64): void {
  for (; Board.next < end; Board.next++) sendFirst(Board.next, i, timeNs);
}

function sendFirst(k: i32, i: i32, timeNs: f64): void {
  setI32(sentBy, k, i);
  setF64(sentNs, k, timeNs);
  if (k >= Board.una) Board.pipe += sizeOf(k);
}

function sendAgain(k: i32, i: i32, timeNs: f64): void {
  const state = stateOf(k) | REPEATED;
  setI32(sentBy, k, i);
  setF64(sentNs, k, timeNs);
  setU8(states, k, state);
  if (k < Board.una || (state & (SACKED | RESENT)) != 0) return;
  setU8(states, k, state | RESENT);
  Board.pipe += sizeOf(k);
  Board.resent += sizeOf(k);
}

/** The sender considers a piece lost, with its retransmission. */
export function markLost(k: i32): void {
  if (k < Board.una || k >= Board.next || (stateOf(k) & SACKED) != 0) return;
  const size = sizeOf(k);
  if (!isLost(k)) {
    setI32(lostIn, k, round);
    Board.pipe -= size;
    Board.lost += size;
  }
  if ((stateOf(k) & RESENT) == 0) return;
  setU8(states, k, stateOf(k) & ~RESENT);
  Board.pipe -= size;
  Board.resent -= size;
}

/** The sender detects that nothing was lost. */
export function unmarkLost(): void {
  Board.pipe += Board.lost;
  Board.lost = 0;
  round++;
}

/** An acknowledgement arrives; fills `News`. @param i packet of the other direction, with ACK */
export function acknowledge(i: i32): void {
  const ackOffset = ackOffsetOf(i);
  const una = Board.una;
  const end = min(endAt(ackOffset), Board.next);
  News.first = una;
  News.end = max(una, end);
  News.exact = end > una && boundOf(end) == ackOffset;
  News.copied = News.repeated = false;
  News.latest = News.onceAcked = News.onceSacked = News.latestSacked = -1;
  News.deliveredSentNs = -Infinity;
  News.deliveredResent = News.lostArrived = News.overtaken = false;
  News.lowestSacked = i32.MAX_VALUE;
  for (; Board.una < end; Board.una++) pass(Board.una);
  if (sackCountOf(i) > 0) takeReports(i);
}

/** @param k piece newly acknowledged */
function pass(k: i32): void {
  const state = stateOf(k);
  const by = sentByOf(k);
  const known = u8At(copies, k);
  if (known > 1) News.copied = true;
  if ((state & REPEATED) != 0) News.repeated = true;
  if (known == 1 && News.onceAcked < 0 && (state & (SACKED | REPEATED)) == 0) News.onceAcked = by;
  if (by > News.latest) News.latest = by;
  if ((state & SACKED) == 0) deliver(k);
  settle(k);
}

/** @param k piece whose delivery is news */
function deliver(k: i32): void {
  const once = (stateOf(k) & REPEATED) == 0;
  const at = sentNsOf(k);
  if (at > News.deliveredSentNs) {
    News.deliveredSentNs = at;
    News.deliveredResent = !once;
  }
  if (!once) return;
  if (isLost(k)) News.lostArrived = true;
  if (k < Board.sackedEnd) News.overtaken = true;
}

/** Takes a piece out of the pipe. */
function settle(k: i32): void {
  const state = stateOf(k);
  const size = sizeOf(k);
  const lost = isLost(k);
  if ((state & SACKED) == 0 && !lost) Board.pipe -= size;
  if ((state & RESENT) != 0) {
    Board.pipe -= size;
    Board.resent -= size;
  }
  if (lost) Board.lost -= size;
  if ((state & SACKED) != 0) Board.sackedPieces--;
  setU8(states, k, state & REPEATED);
  setI32(lostIn, k, 0);
}

function takeReports(i: i32): void {
  const first = sackStartOf(i);
  const last = first + sackCountOf(i);
  for (let block = first + (hasDuplicateSack(i) ? 1 : 0); block < last; block++) {
    const left = sackLeftOf(block);
    const right = sackRightOf(block);
    if (right > left) report(pieceAt(left), min(endAt(right), Board.next));
  }
}

/**
 * Whether a packet's first SACK block is a D-SACK: it reports bytes received twice (RFC 2883 section 4). Such a block
 * lies below the acknowledgement, or inside the second block.
 */
function hasDuplicateSack(i: i32): bool {
  const first = sackStartOf(i);
  const left = sackLeftOf(first);
  const right = sackRightOf(first);
  if (right <= left) return false;
  if (right <= ackOffsetOf(i)) return true;
  return sackCountOf(i) > 1 && left >= sackLeftOf(first + 1) && right <= sackRightOf(first + 1);
}

/** Pieces from … to − 1 have arrived. */
function report(from: i32, to: i32): void {
  for (let k = unreported(max(from, Board.una)); k < to; k = unreported(k)) {
    const by = sentByOf(k);
    if (u8At(copies, k) == 1) {
      if (k < News.lowestSacked && (stateOf(k) & REPEATED) == 0) {
        News.lowestSacked = k;
        News.onceSacked = by;
      }
      if (by > News.latestSacked) News.latestSacked = by;
    }
    deliver(k);
    settle(k);
    setU8(states, k, stateOf(k) | SACKED);
    setI32(seen, k, k + 1);
    Board.sackedPieces++;
    Board.sackedEnd = max(Board.sackedEnd, k + 1);
  }
}

/** The first piece from k on that no SACK block has reported; paths are halved on the way. */
function unreported(k: i32): i32 {
  while (i32At(seen, k) != k) {
    setI32(seen, k, i32At(seen, i32At(seen, k)));
    k = i32At(seen, k);
  }
  return k;
}
