// Tells a full send buffer from an application that has nothing: both leave room in the window while data is under way.
// But a buffer is emptied by acknowledgements alone, so the application writes again just when one has come; an
// application with a clock of its own does so by chance only.
//
//    ACK  ACK  ACK  ACK ─▶ ■ ■ ■ ■ ■        full again: in flight is as long as the buffer
//     │    │    │    └ now a third of the buffer is free (Linux, sk_stream_write_space)
//     └────┴────┴ the window has room, nothing leaves
//
// And where every acknowledgement frees as much as is then sent, in flight stays the same where a congestion window
// would grow; that shows anywhere.
import { LIMIT, TRIGGER } from '../base/enums';
import { take } from '../base/arena';
import { i32At, setI32 } from '../base/columns';
import {
  Bursts,
  edgeOf,
  endNsOf,
  isOpen,
  pipeAfterOf,
  pipeBeforeOf,
  sentNewOf,
  sentOf,
  startNsOf,
  triggerOf,
} from './bursts';
import { limitOf, setLimit } from './inferred';

/**
 * Pauses that ended with an acknowledgement: this many, this share of all, and this many times as many as chance would
 * have.
 */
const LEAST_PAUSES: i32 = 3;
const LEAST_SHARE: f64 = 0.5;
const ABOVE_CHANCE: f64 = 2;

/**
 * Reno and CUBIC do not keep their window for so many round trips before they have ever lowered it: CUBIC grows by half
 * a segment in each (RFC 9438 section 4.3), Reno by one. Vegas does, and gVisor's CUBIC where slow start ended by
 * delay:
 * their window stops when a queue stands (in it for this share of the shortest round trip), or came up by single
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
const LEAST_PLATEAU: f64 = 4;
/** Segments that stop coming for this share of a round trip leave no queue before the capture point. */
const PAUSE_SHARE: f64 = 1.0 / 8;
/** The receive window is what kept it, where it did so for this share of the bursts. */
const RECEIVER_SHARE: f64 = 0.1;

/** @param clockedNs what an acknowledgement sets off leaves within this */
export function tellByPauses(clockedNs: f64): void {
  const n = Bursts.count;
  const starts = take((<usize>n) << 2);
  const ends = take((<usize>n) << 2);
  let held = 0;
  let pauses = 0;
  let answers = 0;
  let chance: f64 = 0;
  for (let from = 0; from < n; from++) {
    if (limitOf(from) != LIMIT.APPLICATION || sentNewOf(from) == 0) continue;
    let to = from + 1;
    while (to < n && sentNewOf(to) == 0) to++;
    if (to < n && isHeld(from, to)) {
      const isAnswer = triggerOf(to) == TRIGGER.ACK;
      const isTelling = isPause(from, to);
      if (isTelling) {
        pauses++;
        chance += covered(from, to, clockedNs);
        if (isAnswer) answers++;
      }
      if (isTelling || isAnswer) {
        setI32(starts, held, from);
        setI32(ends, held++, to);
      }
    }
    from = to - 1;
  }
  if (answers < LEAST_PAUSES || answers < pauses * LEAST_SHARE || answers < chance * ABOVE_CHANCE) return;
  for (let k = 0; k < held; k++) for (let b = i32At(starts, k); b < i32At(ends, k); b++) setLimit(b, LIMIT.SEND_BUFFER);
}

/** Whether the application, or its buffer, held the sender back in bursts from … to − 1. */
function isHeld(from: i32, to: i32): bool {
  if (triggerOf(to) == TRIGGER.DATA) return false;
  for (let b = from; b < to; b++)
    if (limitOf(b) != LIMIT.APPLICATION || !isOpen(b) || triggerOf(b) == TRIGGER.DATA) return false;
  return true;
}

/**
 * Which of the two shows: acknowledgements went by with data under way all along before something was sent. Where it
 * was the first that set it off, or the last, it was by chance or for want of another.
 */
function isPause(from: i32, to: i32): bool {
  return pipeBeforeOf(to) > 0 && to - from >= 2;
}

/** The share of a pause in which an acknowledgement had just come. */
function covered(from: i32, to: i32, clockedNs: f64): f64 {
  let coveredNs: f64 = 0;
  for (let b = from + 1; b < to; b++)
    if (triggerOf(b) == TRIGGER.ACK) coveredNs += Math.min(clockedNs, startNsOf(b + 1) - startNsOf(b));
  return coveredNs / Math.max(1, startNsOf(to) - endNsOf(from));
}

/**
 * A buffer may seem to be an application's want of data for as long as it takes it to write again.
 * @param rttNs usual round trip @param baseNs the shortest
 * @param mayHide whether a queue before the capture point may hide how much is in flight
 */
export function tellByPlateau(rttNs: f64, baseNs: f64, mayHide: bool): void {
  const n = Bursts.count;
  let end = 0;
  let most: f64 = 0;
  for (; end < n && isOpen(end) && edgeOf(end) != Infinity; end++) most = Math.max(most, pipeAfterOf(end));
  const same = most - Math.max(SAME_SEGMENTS, most * SAME_SHARE);
  let from = 0;
  while (from < end && pipeAfterOf(from) < same) from++;
  let to = from;
  for (let b = from; b < end && startNsOf(b) - startNsOf(to) <= RETURN_TRIPS * rttNs; b++)
    if (pipeAfterOf(b) >= same) to = b;
  if (most < LEAST_PLATEAU || to >= n || startNsOf(to) - startNsOf(from) < PLATEAU_TRIPS * rttNs) return;
  if (mayHide && !pausesAllAlong(from, to, rttNs)) return;
  const isOwn = rttNs - baseNs > baseNs * QUEUE_SHARE || cameSlowly(from, most, rttNs);
  let byReceiver = 0;
  for (let b = from; b < to; b++) if (limitOf(b) == LIMIT.RECEIVE_WINDOW) byReceiver++;
  const isReceiver = byReceiver > (to - from) * RECEIVER_SHARE;
  if (isOwn && !isReceiver) return;
  let isAnswered = false;
  for (let b = to - 1; b >= from; b--) {
    if (limitOf(b) == LIMIT.CONGESTION_WINDOW) setLimit(b, isReceiver ? LIMIT.RECEIVE_WINDOW : LIMIT.SEND_BUFFER);
    else if (limitOf(b) == LIMIT.APPLICATION && isAnswered && !isReceiver) setLimit(b, LIMIT.SEND_BUFFER);
    if (sentNewOf(b) > 0) isAnswered = triggerOf(b) == TRIGGER.ACK && pipeBeforeOf(b) > 0;
  }
}

/**
 * Whether segments stopped coming in each round trip: a queue in which more is in flight than shows would have filled
 * the pause (hidden-queue.js).
 */
function pausesAllAlong(from: i32, to: i32, rttNs: f64): bool {
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
function cameSlowly(from: i32, most: f64, rttNs: f64): bool {
  let before: f64 = 0;
  for (let b = 0; b < from && startNsOf(from) - startNsOf(b) > APPROACH_TRIPS * rttNs; b++)
    before = Math.max(before, pipeAfterOf(b));
  return before > most * APPROACHED;
}
