// The rows around events that need classifying: all packets except those that no verdict depends on. Such are segments
// in order and acknowledgements that advance, while nothing is missing or being repaired.
//
//  rounds  ├──────┼───────┼──────┼────X─X──────────┤──────┼──────
//                         s1     s0   events       all sent by the last event is acknowledged
//                         ├──────── taken ─────────┤ and the sender has shown that it knows
//
// A round ends when all that had been sent at its beginning is acknowledged and the sender knows. So a window that
// begins a whole round before an event contains everything unacknowledged, and an acknowledgement that the sender had
// by then. The latest relevant packets before it are taken too, for the state that the passes keep of them. No verdict
// depends on what is left out: its bytes are between those of the packets taken, as one piece that was never seen and
// is acknowledged.
import { OPTION, REFUSED, TCP, VERDICT } from '../base/enums';
import * as columns from '../base/row-columns';
import { Facts } from './facts';
import { dropEdges, noteEdges } from './interval-boundaries';
import { dropGathered, gather, packetCount } from './packet';
import { blockOf, f64At, i32At, nextOf, placeOf, u16At, u8At } from '../base/read-rows';
import { take } from '../base/arena';

/** The header's first flags, up to URG, and what its receiver made of it. */
const TELLING_FLAGS: i32 = 0x3f | REFUSED | TCP.UNPROVED;
/**
 * A sender has received an acknowledgement this long after it passed, whatever its timestamps say: round trips and a
 * little more, for hosts that take 0.02 (Linux) to 6 ms (stacks in user space) and clocks of 1 to 10 ms.
 */
const ARRIVED_ROUND_TRIPS: f64 = 4;
const ARRIVED_WITHIN_NS: f64 = 100e6;

/** One direction's data, and its sender's knowledge of acknowledgements. */
@unmanaged
class Direction {
  /** Time from an acknowledgement to the segments sent with knowledge of it. */
  nearNs: f64;
  /** Highest end. */
  top: f64;
  acked: f64;
  segmentSeq: f64;
  segmentNs: f64;
  ackNs: f64;
  /** The round's end: all that had been sent when it began. */
  goal: f64;
  reachedNs: f64;
  /** Its latest segment, which begins at `segmentSeq`; −1 none. */
  segment: i32;
  /** The latest acknowledgement that advanced, and its timestamp; −1 none. */
  ackRow: i32;
  ackStamp: i32;
  reachedStamp: i32;
  /** Options of its latest packet. */
  options: i32;
  ackStamped: bool;
  /** There was a retransmission, and no acknowledgement has advanced since: only such a one ends a repair. */
  isRepairing: bool;
  /** The acknowledgement that reached the goal has come, with its timestamp. */
  isReached: bool;
  reachedStamped: bool;
  /** A packet was sent with knowledge of it. */
  isKnown: bool;
}

/** A position between rows where a window may begin, and the relevant packets before it. */
@unmanaged
class Mark {
  /** By direction: everything below is left out. */
  lowest0: f64;
  lowest1: f64;
  /** Row after it; −1 none. */
  next: i32;
  /** Rows of the latest segments and acknowledgements; −1 none. */
  latest0: i32;
  latest1: i32;
  latest2: i32;
  latest3: i32;
}

export class LossWindows {
  /** Data segments that are left out, by direction. */
  static clientLeftOut: i32 = 0;
  static serverLeftOut: i32 = 0;
}

let client: i32 = 0;
let directions: usize = 0;
/** Whether rows are being taken; and the last row taken. */
let isOpen: bool = true;
let lastTaken: i32 = -1;
/** The start of this round, and of the previous one. */
let roundMark: Mark = changetype<Mark>(0);
let markBefore: Mark = changetype<Mark>(0);
let lowest0: f64 = 0;
let lowest1: f64 = 0;
let arrivedNs: f64 = 0;

/**
 * Collects the rows to be classified: all of a connection where `whole`, or where something refers back to rows left
 * out.
 */
export function choose(firstRow: i32, ofClient: i32, whole: bool): void {
  begin(ofClient);
  if (!whole && chooseEventful(firstRow)) return;
  dropGathered();
  dropEdges();
  LossWindows.clientLeftOut = LossWindows.serverLeftOut = 0;
  for (let row = firstRow; row >= 0; row = nextOf(row)) gatherRow(row);
}

function begin(ofClient: i32): void {
  LossWindows.clientLeftOut = LossWindows.serverLeftOut = 0;
  client = ofClient;
  directions = take(2 * offsetof<Direction>());
  newDirection(direction(0));
  newDirection(direction(1));
  setDelays();
  isOpen = true;
  lastTaken = -1;
  roundMark = newMark();
  markBefore = newMark();
  lowest0 = lowest1 = -Infinity;
}

/** @returns false: something refers back to rows left out */
function chooseEventful(firstRow: i32): bool {
  for (let row = firstRow; row >= 0;) {
    const block = blockOf(row);
    const at = placeOf(row);
    const next = i32At(block, columns.NEXT, at);
    if (!add(row, block, at, next)) return false;
    row = next;
  }
  return true;
}

/** From the facts of the connection. */
function setDelays(): void {
  const farNs = isNaN(Facts.clientDelayNs) ? 0 : Facts.clientDelayNs;
  const nearNs = isNaN(Facts.serverDelayNs) ? 0 : Facts.serverDelayNs;
  direction(0).nearNs = nearNs;
  direction(1).nearNs = farNs;
  arrivedNs = (nearNs + farNs) * ARRIVED_ROUND_TRIPS + ARRIVED_WITHIN_NS;
}

// @ts-ignore: decorator
@inline
function direction(d: i32): Direction {
  return changetype<Direction>(directions + <usize>d * offsetof<Direction>());
}

function newDirection(one: Direction): void {
  memory.fill(changetype<usize>(one), 0, offsetof<Direction>());
  one.top = one.acked = one.segmentSeq = one.segmentNs = one.ackNs = one.goal = one.reachedNs = -Infinity;
  one.segment = one.ackRow = one.options = -1;
}

function newMark(): Mark {
  const mark = changetype<Mark>(take(offsetof<Mark>()));
  mark.lowest0 = mark.lowest1 = -Infinity;
  mark.next = mark.latest0 = mark.latest1 = mark.latest2 = mark.latest3 = -1;
  return mark;
}

/** @param next row @returns false: the row refers back to rows left out */
function add(row: i32, block: usize, at: usize, next: i32): bool {
  const sender = (i32At(block, columns.FLOW_END, at) & 1) ^ client;
  const own = direction(sender);
  const other = direction(1 - sender);
  const flags = u16At(block, columns.FLAGS, at);
  const seq = columns.seqOffsetAt(block, at);
  const ack = columns.ackOffsetAt(block, at);
  const end = columns.endOffset(seq, i32At(block, columns.LENGTH, at), flags);
  const isEvent = !isPlain(own, other, block, at, flags, seq, ack);
  if (isEvent && !isOpen) open(row);
  if (isEvent && end > seq && seq < min(own.top, sender ? lowest1 : lowest0)) return false;
  if (isOpen) takeRow(row);
  else if (end > seq) leaveOut(sender, 1);
  if (flags & TCP.ACK && ack > other.acked) acknowledge(other, row, block, at, ack);
  sends(own, row, block, at, seq, end);
  if (isEvent) beginRounds();
  else if (
    (own.isKnown || other.isKnown) &&
    isRoundOver(own, f64At(block, columns.TIME_NS, at)) &&
    isRoundOver(other, f64At(block, columns.TIME_NS, at))
  )
    endRound(next);
  return true;
}

/**
 * Whether a packet merely advances: data in order, with an acknowledgement no older than the last, or an
 * acknowledgement of more.
 */
function isPlain(own: Direction, other: Direction, block: usize, at: usize, flags: i32, seq: f64, ack: f64): bool {
  if (
    seq != own.top ||
    (flags & TELLING_FLAGS & ~TCP.PSH) != TCP.ACK ||
    u8At(block, columns.SACK_COUNT, at) > 0 ||
    u16At(block, columns.WINDOW, at) == 0
  )
    return false;
  if (u8At(block, columns.OPTIONS, at) != own.options || ack > other.top) return false;
  const length = i32At(block, columns.LENGTH, at);
  return length == 0
    ? ack > other.acked
    : length > 1 && ack >= other.acked && u8At(block, columns.VERDICT, at) == VERDICT.ORIGINAL;
}

/** A direction's bytes are acknowledged. */
function acknowledge(one: Direction, row: i32, block: usize, at: usize, ack: f64): void {
  one.isRepairing = false;
  one.acked = ack;
  one.ackRow = row;
  one.ackNs = f64At(block, columns.TIME_NS, at);
  one.ackStamp = i32At(block, columns.TS_VALUE, at);
  one.ackStamped = (u8At(block, columns.OPTIONS, at) & OPTION.TIMESTAMPS) != 0;
  if (!one.isReached && ack >= one.goal) reach(one);
}

function reach(one: Direction): void {
  one.isReached = true;
  one.reachedNs = one.ackNs;
  one.reachedStamp = one.ackStamp;
  one.reachedStamped = one.ackStamped;
}

/** A direction's next packet. */
function sends(one: Direction, row: i32, block: usize, at: usize, seq: f64, end: f64): void {
  one.options = u8At(block, columns.OPTIONS, at);
  if (end > seq && seq < one.top) one.isRepairing = true;
  if (end > one.top) one.top = end;
  if (one.isReached && !one.isKnown) one.isKnown = knows(one, block, at);
  if (end == seq) return;
  one.segment = row;
  one.segmentSeq = seq;
  one.segmentNs = f64At(block, columns.TIME_NS, at);
}

function knows(one: Direction, block: usize, at: usize): bool {
  if (f64At(block, columns.TIME_NS, at) < one.reachedNs + one.nearNs) return false;
  return (
    !one.reachedStamped ||
    (u8At(block, columns.OPTIONS, at) & OPTION.TIMESTAMPS) == 0 ||
    one.reachedStamp - i32At(block, columns.TS_ECHO, at) <= 0
  );
}

function isRoundOver(one: Direction, timeNs: f64): bool {
  return one.isKnown || (one.isReached && timeNs - max(one.reachedNs, one.segmentNs) > arrivedNs);
}

function beginRounds(): void {
  beginRound(direction(0));
  beginRound(direction(1));
}

function beginRound(one: Direction): void {
  one.goal = one.top;
  one.isKnown = false;
  one.isReached = false;
  if (one.acked >= one.goal && !one.isRepairing) reach(one);
}

/** @param next row */
function endRound(next: i32): void {
  const mark = markBefore;
  markBefore = roundMark;
  roundMark = mark;
  setMark(mark, next);
  if (isOpen) close(next);
  beginRounds();
}

function setMark(mark: Mark, next: i32): void {
  const one = direction(0);
  const other = direction(1);
  mark.next = next;
  mark.latest0 = one.segment;
  mark.latest1 = other.segment;
  mark.latest2 = one.ackRow;
  mark.latest3 = other.ackRow;
  mark.lowest0 = one.segment < 0 ? one.top : one.segmentSeq;
  mark.lowest1 = other.segment < 0 ? other.top : other.segmentSeq;
}

/** Continues directly after the rows taken. */
function close(next: i32): void {
  isOpen = false;
  setMark(markBefore, next);
  markBefore.lowest0 = roundMark.lowest0 = lowest0;
  markBefore.lowest1 = roundMark.lowest1 = lowest1;
}

/** Takes everything since the start of the previous round. @param row of the event */
function open(row: i32): void {
  const next = markBefore.next;
  isOpen = true;
  if (next > lastTaken) takeLatest();
  lowest0 = markBefore.lowest0;
  lowest1 = markBefore.lowest1;
  for (let one = next; one < row; one = nextOf(one)) takeBack(one);
}

/** The relevant packets before the mark, in order. */
function takeLatest(): void {
  const mark = markBefore;
  for (;;) {
    const least = min(
      min(<u32>after(mark.latest0), <u32>after(mark.latest1)),
      min(<u32>after(mark.latest2), <u32>after(mark.latest3)),
    );
    if (least == u32.MAX_VALUE) return;
    takeBack(<i32>least);
  }
}

/** A row not taken yet, else the highest number. */
function after(row: i32): i32 {
  return row > lastTaken ? row : -1;
}

/** The packets left out. */
function takeBack(row: i32): void {
  const block = blockOf(row);
  const at = placeOf(row);
  if (i32At(block, columns.LENGTH, at) > 0) leaveOut((i32At(block, columns.FLOW_END, at) & 1) ^ client, -1);
  takeRow(row);
}

function leaveOut(sender: i32, more: i32): void {
  if (sender) LossWindows.serverLeftOut += more;
  else LossWindows.clientLeftOut += more;
}

function takeRow(row: i32): void {
  gatherRow(row);
  lastTaken = row;
}

function gatherRow(row: i32): void {
  noteEdges(gather(row), packetCount() - 1);
}
