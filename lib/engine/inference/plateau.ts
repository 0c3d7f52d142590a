// A plateau of the flight size: every acknowledgement frees as much as is then sent, while a congestion window would
// grow. So the window is fixed, by the receiver, by the send buffer, or by the sender's stack (without congestion
// control, as smoltcp by default, or with a maximum window, as snd_cwnd_clamp). PSH in the last segment of a full
// buffer (RFC 9293 section 3.9.1) distinguishes the buffer from the stack; so do pauses (send-buffer.ts). Otherwise it
// may be either.
import { LIMIT, SAME_SEGMENTS, TRIGGER } from '../base/enums';
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
 * Reno and CUBIC never keep their window constant for so many round trips before their first back-off: CUBIC grows by
 * half a segment in each (RFC 9438 section 4.3), Reno by one. Vegas does, and gVisor's CUBIC where slow start ended by
 * delay: their window stops at a standing queue (of this share of the shortest round trip), or was approached by single
 * segments, so that it was at that share already so many round trips before. A buffer ends slow start independently of
 * the queue.
 */
const PLATEAU_TRIPS: f64 = 10;
const QUEUE_SHARE: f64 = 0.1;
const APPROACH_TRIPS: f64 = 3;
const APPROACHED: f64 = 2.0 / 3;
/** Or this share, beside `SAME_SEGMENTS`; the flight size returns within so many round trips. */
const SAME_SHARE: f64 = 0.02;
const RETURN_TRIPS: f64 = 1.5;
/** For a window of one to three segments the tolerance is a smaller part of a segment. */
const SMALL_SHARE: f64 = 1.0 / 4;
/** A pause in the segments for this share of a round trip means no queue before the capture point. */
const PAUSE_SHARE: f64 = 1.0 / 8;
/** The receive window is the cause, where it was the limit for this share of the bursts. */
const RECEIVER_SHARE: f64 = 0.1;

/**
 * Data that is sent because the other end's data arrived is a response: if this share of what was sent is, the flight
 * size is that of the responses, and not limited by a window.
 */
const ASKED_SHARE: f64 = 0.25;

/**
 * With a full buffer its last segments have PSH, or none has while data waits in it: for this share of a plateau's
 * answers.
 */
const PUSHED_SHARE: f64 = 0.5;

export class Fixed {
  /** A constant flight size may be due to the stack's own limit as well as its send buffer. */
  static isFixed: bool = false;
}

let most: f64 = 0;
/** A flight size that counts as equal to the maximum. */
let least: f64 = 0;
let rttNs: f64 = 0;
let answers: i32 = 0;
let pushed: i32 = 0;

/**
 * A fixed window may look application limited for as long as a host takes to send again.
 * @param usualNs usual round trip @param baseNs the shortest
 * @param mayHide whether a queue before the capture point may hide a part of the flight size
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
  // a lone segment queues behind no other: what its acknowledgement takes longer is the receiver's timer
  const isQueued = most >= 2 && rttNs - baseNs > baseNs * QUEUE_SHARE;
  const isOwn = isQueued || cameSlowly(from);
  let byReceiver = 0;
  for (let b = from; b < to; b++) if (limitOf(b) == LIMIT.RECEIVE_WINDOW) byReceiver++;
  const isReceiver = byReceiver > (to - from) * RECEIVER_SHARE;
  if (isOwn && !isReceiver) return;
  hold(from, to, isReceiver ? LIMIT.RECEIVE_WINDOW : LIMIT.SEND_BUFFER);
  if (isReceiver) return;
  const grew = goesOn(end);
  Fixed.isFixed = !isBuffer && !grew && <f64>pushed < <f64>answers * PUSHED_SHARE;
}

/** The largest flight size before any loss. @returns the burst after it */
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

/** Whether in bursts from … to the other end had asked for what was sent. */
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

/** The end of the range in which the flight size keeps returning to the maximum. */
function lastSame(from: i32, end: i32): i32 {
  let to = from;
  for (let b = from; b < end && startNsOf(b) - startNsOf(to) <= RETURN_TRIPS * rttNs; b++)
    if (pipeAfterOf(b) >= least) to = b;
  return to;
}

/** It was the limit in bursts from … to − 1. */
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
 * After losses the same window applies where the flight size is back at it within a round trip, which no congestion
 * control allows, or stays at it for long.
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

/** Whether segments stopped coming in each round trip: a hidden queue would have filled the pause (hidden-queue.js). */
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

/** Whether the flight size was near the plateau long before it got there. */
function cameSlowly(from: i32): bool {
  let before: f64 = 0;
  for (let b = 0; b < from && startNsOf(from) - startNsOf(b) > APPROACH_TRIPS * rttNs; b++)
    before = Math.max(before, pipeAfterOf(b));
  return before > most * APPROACHED;
}
