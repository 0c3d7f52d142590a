// What limited the next byte after each burst. Whether data was waiting is seen from what triggered the next new data:
// an acknowledgement (it had waited) or nothing (the application had just written it).
import { DEFERRED_SEGMENTS, DEFERRED_SHARE, LIMIT, PACING, SENDER_STATE, TRIGGER } from '../base/enums';
import {
  Bursts,
  edgeOf,
  endNsOf,
  firstNewOf,
  isClosed,
  isOpen,
  isPushed,
  isShort,
  endsWrite,
  outstandingOf,
  pipeAfterOf,
  pipeBeforeOf,
  sentEndOf,
  sentNewOf,
  startNsOf,
  stateOf,
  triggerOf,
} from './bursts';
import { cwndOf, isStarved, setLimit } from './inferred';
import { Paced } from './pacing';

/** No write fills a window of so small a part of a segment by chance. */
const TINY: f64 = 1.0 / 8;
/** A paced sender's next segment comes within this many of its usual gaps, or this share of the round trip. */
const PACED_GAPS: f64 = 4;
const PACED_SHARE: f64 = 0.25;

/** @param mss payload of a full segment @param rttNs usual round trip */
export function tellLimits(mss: f64, rttNs: f64): void {
  // the next burst with new data, and whether the window had room since the previous one
  let next = -1;
  let drained = false;
  timed = false;
  pushes = pushesSome();
  fullBytes = mss;
  const all = allSentAt(mss);
  for (let b = Bursts.count - 1; b >= 0; b--) {
    drained = drained || (isOpen(b) && hasRoom(b));
    timed = timed || (next < 0 && stateOf(b) == SENDER_STATE.LOSS);
    setLimit(b, limitAfter(b, next, drained, b >= all, mss, rttNs));
    if (sentNewOf(b) == 0) continue;
    next = b;
    drained = false;
  }
}

/**
 * Whether a sender with data would have sent more. Data that SACK reports above a hole still counts as in flight until
 * the hole is repaired: most stacks subtract only what is acknowledged (RFC 5681), and those that do not (Linux)
 * continue sending.
 */
function hasRoom(b: i32): bool {
  return (
    cwndOf(b) - Math.max(pipeAfterOf(b), outstandingOf(b)) > Math.max(DEFERRED_SEGMENTS, cwndOf(b) * DEFERRED_SHARE)
  );
}

function limitAfter(b: i32, next: i32, drained: bool, isAll: bool, mss: f64, rttNs: f64): i32 {
  const room = edgeOf(b) - sentEndOf(b);
  if (next >= 0 && fillsRest(b, next, room, mss)) return LIMIT.RECEIVE_WINDOW;
  const needed = next < 0 ? mss : Math.min(mss, firstNewOf(next));
  if (room < needed && (next < 0 ? outstandingOf(b) > 0 && !isAll : edgeOf(next) > edgeOf(b)))
    return next < 0 && timed ? LIMIT.CONGESTION_WINDOW : LIMIT.RECEIVE_WINDOW;
  if (next >= 0 && !isStarved(b) && isWaiting(b, next, drained, rttNs)) return LIMIT.CONGESTION_WINDOW;
  return next >= 0 || outstandingOf(b) > 0 || !isClosed(b) ? LIMIT.APPLICATION : LIMIT.IDLE;
}

/**
 * The burst with the last data, if nothing was left to send behind it: its segment, with PSH, is shorter than the
 * window had room for, though that may be less than a segment more (a window of about one segment always is).
 * @returns beyond all bursts where more may have waited
 */
function allSentAt(mss: f64): i32 {
  let last = Bursts.count - 1;
  while (last >= 0 && sentNewOf(last) == 0) last--;
  if (last < 0 || !endsWrite(last)) return i32.MAX_VALUE;
  const room = edgeOf(last) - sentEndOf(last);
  const lastBytes = sentNewOf(last) == 1 ? firstNewOf(last) : 0;
  return room > 0 && room + lastBytes >= mss ? last : i32.MAX_VALUE;
}

/**
 * The window had room for less than a segment, and the sender waited (silly window avoidance, RFC 9293 section
 * 3.8.6.2.1) until nothing was in flight and sent just that, or until its timer made it, or a byte beyond: a probe. 0.1 to 1 s by the RFC, 0.2 s (Linux,
 * gVisor) to 5 s (FreeBSD's persist timer) and more. A segment with PSH may be all that there was, but does not match a
 * window of a few bytes by chance.
 */
function fillsRest(b: i32, next: i32, room: f64, mss: f64): bool {
  const isFree = triggerOf(next) == TRIGGER.NOTHING || (triggerOf(next) == TRIGGER.ACK && pipeBeforeOf(next) == 0);
  if (room >= mss || edgeOf(next) != edgeOf(b) || !isFree) return false;
  return firstNewOf(next) == room + 1 || (firstNewOf(next) == room && (!isPushed(next) || room < mss * TINY));
}

/**
 * A timer retransmitted the last data: its acknowledgement is what the sender waits for, whatever room the window has.
 */
let timed: bool = false;
/** Whether the sender marks the end of its data with PSH. */
let pushes: bool = false;
let fullBytes: f64 = 0;

function pushesSome(): bool {
  for (let b = 0; b < Bursts.count; b++) if (isPushed(b)) return true;
  return false;
}

/**
 * More than a short rest (held by Nagle's algorithm) was waiting after burst b: its last segment is full and without
 * PSH, which the last one in the send buffer must have (RFC 9293 section 3.9.1, MUST-61). A host that processes
 * acknowledgements late then leaves the window unused.
 */
function hasMore(b: i32, next: i32): bool {
  return pushes && !isPushed(b) && !isShort(b) && firstNewOf(next) >= fullBytes && outstandingOf(b) > 0;
}

function isWaiting(b: i32, next: i32, drained: bool, rttNs: f64): bool {
  if (endsWrite(b)) return false;
  const pacing = Paced.pacing;
  const spaced = pacing == PACING.BBR || pacing == PACING.UNKNOWN;
  const isUnprompted = triggerOf(next) == TRIGGER.NOTHING;
  if (!isOpen(b)) return !isUnprompted || spaced || !isOpen(next);
  if (pacing == PACING.FIXED) return false;
  if (pacing == PACING.NONE && hasMore(b, next)) return true;
  if (isUnprompted)
    return spaced && startNsOf(next) - endNsOf(b) <= Math.max(PACED_GAPS * Paced.gapNs, PACED_SHARE * rttNs);
  if ((drained && pacing == PACING.NONE) || outstandingOf(b) == 0) return false;
  return triggerOf(next) == TRIGGER.ACK || pipeBeforeOf(next) > 0;
}
