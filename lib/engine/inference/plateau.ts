// Where every acknowledgement frees as much as is then sent, in flight stays the same where a congestion window would
// grow: a window is fixed, by the receiver, by the send buffer, or by the sender's stack (which has no congestion
// control, as smoltcp by default, or a most of its window, as snd_cwnd_clamp). What the last segment of a full buffer
// bears (PSH, RFC 9293 section 3.9.1) tells the buffer from the stack; so do pauses (send-buffer.ts). Else either it is.
import { LIMIT, TRIGGER } from '../base/enums';
import {
  Bursts,
  edgeOf,
  endNsOf,
  isOpen,
  isPushed,
  pipeAfterOf,
  pipeBeforeOf,
  sentNewOf,
  sentOf,
  startNsOf,
  triggerOf,
} from './bursts';
import { limitOf, setLimit } from './inferred';

/**
 * Reno and CUBIC do not keep their window for so many round trips before they have ever lowered it: CUBIC grows by half
 * a segment in each (RFC 9438 section 4.3), Reno by one. Vegas does, and gVisor's CUBIC where slow start ended by
 * delay: their window stops when a queue stands (in it for this share of the shortest round trip), or came up by single
 * segments, so that this many round trips before it was at that share already. A buffer ends slow start, whatever the
 * queue is.
 */
const PLATEAU_TRIPS: f64 = 10;
const QUEUE_SHARE: f64 = 0.1;
const APPROACH_TRIPS: f64 = 3;
const APPROACHED: f64 = 2.0 / 3;
/**
 * In flight is the same within this many segments, or this share, and comes back to it at the latest after so many
 * round trips.
 */
const SAME_SEGMENTS: f64 = 1;
const SAME_SHARE: f64 = 0.02;
const RETURN_TRIPS: f64 = 1.5;
/** Of a window of one to three segments the same is a smaller part of one. */
const SMALL_SHARE: f64 = 1.0 / 4;
/** Segments that stop coming for this share of a round trip leave no queue before the capture point. */
const PAUSE_SHARE: f64 = 1.0 / 8;
/** The receive window is what kept it, where it did so for this share of the bursts. */
const RECEIVER_SHARE: f64 = 0.1;

/**
 * What the other end's data sets off answers it: where so much of what left did, in flight is as long as the answers
 * are, and no window's doing.
 */
const ASKED_SHARE: f64 = 0.25;

/** Segments that end a full buffer bear PSH, or none does whose data waits in it: this share of a plateau's answers. */
const PUSHED_SHARE: f64 = 0.5;

export class Fixed {
  /** In flight that stays the same may be the stack's own limit as well as its send buffer. */
  static isFixed: bool = false;
}

let most: f64 = 0;
/** In flight that counts as the same as the most. */
let least: f64 = 0;
let rttNs: f64 = 0;
let answers: i32 = 0;
let pushed: i32 = 0;

/**
 * A fixed window may seem to be an application's want of data for as long as it takes a host to send again.
 * @param usualNs usual round trip @param baseNs the shortest
 * @param mayHide whether a queue before the capture point may hide how much is in flight
 * @param isBuffer pauses have shown a send buffer
 */
export function tellByPlateau(usualNs: f64, baseNs: f64, mayHide: bool, isBuffer: bool): void {
  rttNs = usualNs;
  answers = pushed = 0;
  Fixed.isFixed = false;
  const end = findMost();
  let from = 0;
  while (from < end && pipeAfterOf(from) < least) from++;
  const to = lastSame(from, end);
  if (to >= Bursts.count || startNsOf(to) - startNsOf(from) < PLATEAU_TRIPS * rttNs) return;
  if (isAsked(from, to) || (mayHide && !pausesAllAlong(from, to))) return;
  const isOwn = rttNs - baseNs > baseNs * QUEUE_SHARE || cameSlowly(from);
  let byReceiver = 0;
  for (let b = from; b < to; b++) if (limitOf(b) == LIMIT.RECEIVE_WINDOW) byReceiver++;
  const isReceiver = byReceiver > (to - from) * RECEIVER_SHARE;
  if (isOwn && !isReceiver) return;
  hold(from, to, isReceiver ? LIMIT.RECEIVE_WINDOW : LIMIT.SEND_BUFFER);
  if (isReceiver) return;
  const grew = goesOn(end);
  Fixed.isFixed = !isBuffer && !grew && <f64>pushed < <f64>answers * PUSHED_SHARE;
}

/** The most in flight before any loss. @returns the burst behind */
function findMost(): i32 {
  most = 0;
  let end = 0;
  for (; end < Bursts.count && isOpen(end) && edgeOf(end) != Infinity; end++) most = Math.max(most, pipeAfterOf(end));
  least = most - slack();
  return end;
}

function slack(): f64 {
  return Math.max(Math.min(SAME_SEGMENTS, most * SMALL_SHARE), most * SAME_SHARE);
}

/** Whether in bursts from … to the other end asked for what left. */
function isAsked(from: i32, to: i32): bool {
  let all = 0;
  let asked = 0;
  for (let b = from; b <= to; b++) {
    if (sentNewOf(b) == 0) continue;
    all++;
    if (triggerOf(b) == TRIGGER.DATA) asked++;
  }
  return <f64>asked >= <f64>all * ASKED_SHARE;
}

/** Up to where in flight comes back to the most again and again. */
function lastSame(from: i32, end: i32): i32 {
  let to = from;
  for (let b = from; b < end && startNsOf(b) - startNsOf(to) <= RETURN_TRIPS * rttNs; b++)
    if (pipeAfterOf(b) >= least) to = b;
  return to;
}

/** It held the sender back in bursts from … to − 1. */
function hold(from: i32, to: i32, limit: i32): void {
  let isAnswered = false;
  for (let b = to - 1; b >= from; b--) {
    if (limitOf(b) == LIMIT.CONGESTION_WINDOW) setLimit(b, limit);
    else if (limitOf(b) == LIMIT.APPLICATION && isAnswered && limit == LIMIT.SEND_BUFFER) setLimit(b, limit);
    if (sentNewOf(b) == 0) continue;
    const isAnswer = triggerOf(b) == TRIGGER.ACK;
    isAnswered = isAnswer && pipeBeforeOf(b) > 0;
    if (!isAnswer) continue;
    answers++;
    if (isPushed(b)) pushed++;
  }
}

/**
 * Behind losses the same window holds where in flight is back at it within a round trip, which no congestion control
 * lets it, or stays at it for long.
 * @returns whether it grew beyond: then it was not fixed
 */
function goesOn(end: i32): bool {
  for (let b = end; b < Bursts.count; b++) {
    if (!isOpen(b)) continue;
    const begin = b;
    let from = -1;
    while (b < Bursts.count && isOpen(b)) {
      if (pipeAfterOf(b) > most + slack()) return true;
      if (from < 0 && pipeAfterOf(b) >= least) from = b;
      b++;
    }
    if (from < 0) continue;
    const to = lastSame(from, b);
    const isBack = startNsOf(from) - startNsOf(begin) <= RETURN_TRIPS * rttNs;
    if (isBack || startNsOf(to) - startNsOf(from) >= PLATEAU_TRIPS * rttNs) hold(from, to, LIMIT.SEND_BUFFER);
  }
  return false;
}

/**
 * Whether segments stopped coming in each round trip: a queue in which more is in flight than shows would have filled
 * the pause (hidden-queue.js).
 */
function pausesAllAlong(from: i32, to: i32): bool {
  let sentNs = startNsOf(from);
  let pausedNs = sentNs;
  for (let b = from; b < to; b++) {
    if (sentOf(b) == 0) continue;
    if (startNsOf(b) - sentNs >= rttNs * PAUSE_SHARE) pausedNs = startNsOf(b);
    if (startNsOf(b) - pausedNs > rttNs * RETURN_TRIPS) return false;
    sentNs = endNsOf(b);
  }
  return true;
}

/** Whether in flight was near the plateau long before it got there. */
function cameSlowly(from: i32): bool {
  let before: f64 = 0;
  for (let b = 0; b < from && startNsOf(from) - startNsOf(b) > APPROACH_TRIPS * rttNs; b++)
    before = Math.max(before, pipeAfterOf(b));
  return before > most * APPROACHED;
}
