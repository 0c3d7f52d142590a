// Marks on the scoreboard what the sender considers lost. Recovery begins when it retransmits, not when reports would
// allow it: a stack may ignore SACK, or not count a duplicate acknowledgement whose window has changed. From then on,
// with SACK, data sent a reordering window before something that has arrived is lost (RACK, RFC 8985;
// tcp_rack_detect_loss); without it the first segment after each partial acknowledgement (NewReno, RFC 6582);
// everything at a retransmission time-out; and everything that it retransmits except as a probe. Transmissions are
// examined in order, each once: linear.
import { DUPLICATE_THRESHOLD, KIND, KIND_MASK, VERDICT } from '../base/enums';
import { take } from '../base/arena';
import {
  Board,
  News,
  RESENT,
  SACKED,
  isLost,
  markLost,
  outstanding,
  sentNsOf,
  stateOf,
  unmarkLost,
} from './scoreboard';
import { f64At, i32At, setF64, setI32 } from '../base/columns';
import { ackOffsetOf, endOffsetOf, judgementOf, lengthOf, seqOffsetOf, verdictOf } from './packets';
import { Pieces, endFrom, pieceAt, sizeOf, span } from './pieces';

export class Marks {
  /** Segments that arrived according to duplicate acknowledgements, without SACK. */
  static duplicates: f64 = 0;
  /** Time-outs that proved spurious so far. */
  static undone: i32 = 0;
  /** In the recovery that a retransmission time-out began. */
  static inTimeout: bool = false;
}

let sack: bool = false;
/** Transmissions not yet examined, in order of time: piece and time. */
let queuedPiece: usize = 0;
let queuedNs: usize = 0;
let queueLength: i32 = 0;
let queueFrom: i32 = 0;
let queueTo: i32 = 0;
/** RACK: when the latest that arrived was sent, and how long it took. */
let latestSentNs: f64 = -Infinity;
let latestRttNs: f64 = 0;
let minRttNs: f64 = Infinity;
let reorderingSeen: bool = false;
/** In recovery until this piece is acknowledged; −1: not. */
let recoveryEnd: i32 = -1;
let lastAck: f64 = -1;
/** Data considered lost has arrived after a time-out: the next segment shows whether the sender noticed. */
let mayUndo: bool = false;
/** It did not: it continues from the time-out's segment (go-back-N). */
let goesBack: bool = false;

/** Resets the marks for the board. @param agreed both ends permit SACK */
export function makeMarks(agreed: bool): void {
  sack = agreed;
  takeQueue(Pieces.count + 1);
  queueFrom = queueTo = 0;
  latestSentNs = -Infinity;
  latestRttNs = 0;
  minRttNs = Infinity;
  reorderingSeen = false;
  recoveryEnd = -1;
  lastAck = -1;
  mayUndo = goesBack = false;
  Marks.duplicates = 0;
  Marks.undone = 0;
  Marks.inTimeout = false;
}

// @ts-ignore: decorator
@inline
export function inRecovery(): bool {
  return recoveryEnd >= 0;
}

/** Before a segment is put on the board. */
export function beforeSending(i: i32, timeNs: f64): void {
  detect(timeNs);
  const from = pieceAt(seqOffsetOf(i));
  const to = endFrom(from, endOffsetOf(i));
  const next = Board.next;
  if (verdictOf(i) != VERDICT.RETRANSMISSION) {
    if (mayUndo && to > next) undo();
    return;
  }
  if (from >= next || from < Board.una) return;
  const kind = judgementOf(i) & KIND_MASK;
  if (kind == KIND.TLP || (kind == KIND.NONE && !inRecovery() && to >= next)) return;
  const isExpected = isLost(from) && (stateOf(from) & RESENT) == 0;
  if (!isExpected && (kind == KIND.RTO || (kind != KIND.FAST && from == Board.una && !inRecovery()))) timeOut();
  else if (Marks.inTimeout) goBack();
  if (!inRecovery()) {
    recoveryEnd = Board.next;
    detect(timeNs);
  }
  for (let k = from, end = min(to, next); k < end && !isLost(k); k++) markLost(k);
}

/** After it. @param nextBefore the board's `next` before it */
export function afterSending(i: i32, timeNs: f64, nextBefore: i32): void {
  const from = pieceAt(seqOffsetOf(i));
  const to = min(Board.next, endFrom(from, endOffsetOf(i)));
  for (let k = min(nextBefore, from); k < to; k++) if (sentNsOf(k) == timeNs) push(k, timeNs);
}

/** After pieces from … to − 1 left that were not captured then. */
export function afterUncaptured(from: i32, to: i32, timeNs: f64): void {
  for (let k = from; k < to; k++) push(k, timeNs);
}

function push(piece: i32, timeNs: f64): void {
  if (queueTo == queueLength) makeRoom();
  setI32(queuedPiece, queueTo, piece);
  setF64(queuedNs, queueTo++, timeNs);
}

function takeQueue(length: i32): void {
  queueLength = length;
  queuedPiece = take((<usize>length) << 2);
  queuedNs = take((<usize>length) << 3);
}

/** Drops transmissions that were superseded; where many are left, doubles the room. */
function makeRoom(): void {
  let count = 0;
  for (let at = queueFrom; at < queueTo; at++) {
    const piece = i32At(queuedPiece, at);
    const timeNs = f64At(queuedNs, at);
    if (sentNsOf(piece) != timeNs) continue;
    setI32(queuedPiece, count, piece);
    setF64(queuedNs, count++, timeNs);
  }
  queueFrom = 0;
  queueTo = count;
  if (count * 2 <= queueLength) return;
  const piece = queuedPiece;
  const timeNs = queuedNs;
  takeQueue(queueLength * 2);
  memory.copy(queuedPiece, piece, (<usize>count) << 2);
  memory.copy(queuedNs, timeNs, (<usize>count) << 3);
}

function goBack(): void {
  goesBack = true;
  mayUndo = false;
}

/** A retransmission time-out: all that is in flight counts as lost. */
export function timeOut(): void {
  for (; queueFrom < queueTo; queueFrom++) {
    const k = i32At(queuedPiece, queueFrom);
    if (sentNsOf(k) == f64At(queuedNs, queueFrom)) markLost(k);
  }
  recoveryEnd = Board.next;
  Marks.inTimeout = true;
  Marks.duplicates = 0;
  mayUndo = goesBack = false;
}

/** After an acknowledgement was put on the board. */
export function acknowledged(i: i32, timeNs: f64): void {
  if (Marks.inTimeout && !goesBack && News.lostArrived && (sack || !News.repeated)) mayUndo = true;
  if (News.overtaken) reorderingSeen = true;
  follow(timeNs);
  if (inRecovery() && Board.una >= recoveryEnd) endRecovery();
  if (sack) detect(timeNs);
  else countDuplicates(i);
}

/**
 * The sender continues above what it considered lost: it detected a spurious time-out (F-RTO, RFC 5682; Eifel, RFC
 * 4015).
 */
function undo(): void {
  unmarkLost();
  Marks.undone++;
  endRecovery();
}

function endRecovery(): void {
  recoveryEnd = -1;
  Marks.inTimeout = false;
  Marks.duplicates = 0;
  mayUndo = goesBack = false;
}

/** RACK.update. */
function follow(timeNs: f64): void {
  const sentNs = News.deliveredSentNs;
  const rttNs = timeNs - sentNs;
  if (sentNs == -Infinity || (News.deliveredResent && rttNs < minRttNs)) return;
  if (!News.deliveredResent) minRttNs = Math.min(minRttNs, rttNs);
  if (sentNs <= latestSentNs) return;
  latestSentNs = sentNs;
  latestRttNs = rttNs;
}

/** RACK.detect_loss. */
function detect(timeNs: f64): void {
  if (!sack || !inRecovery() || latestSentNs == -Infinity) return;
  const dueNs = timeNs - latestRttNs - reorderingWindowNs();
  for (; queueFrom < queueTo; queueFrom++) {
    const k = i32At(queuedPiece, queueFrom);
    const sentNs = f64At(queuedNs, queueFrom);
    if (k < Board.una || sentNsOf(k) != sentNs || (stateOf(k) & SACKED) != 0) continue;
    if (sentNs >= latestSentNs || sentNs > dueNs) return;
    markLost(k);
  }
}

/** Linux, tcp_rack_reo_wnd: none once there are enough reports and nothing was ever reordered. */
function reorderingWindowNs(): f64 {
  if (!reorderingSeen && (inRecovery() || Board.sackedPieces >= DUPLICATE_THRESHOLD)) return 0;
  return minRttNs / 4;
}

function countDuplicates(i: i32): void {
  const ackOffset = ackOffsetOf(i);
  if (News.end > News.first) {
    // one acknowledged segment was the hole, the others had been reported by duplicates
    Marks.duplicates = Math.max(0, Marks.duplicates - span(News.first + 1, News.end));
    if (inRecovery()) markLost(Board.una);
  } else if (lengthOf(i) == 0 && ackOffset == lastAck && Board.una < Board.next) countDuplicate();
  lastAck = ackOffset;
}

function countDuplicate(): void {
  const size = sizeOf(Board.next - 1);
  if (Marks.duplicates + size < outstanding()) Marks.duplicates += size;
}
