// What held back the next byte behind each burst. Whether data was waiting shows in what set the next new data off: an
// acknowledgement (it had waited) or nothing (it came from the application just then).
import { LIMIT, PACING, TRIGGER } from '../base/enums';
import {
  Bursts,
  edgeOf,
  endNsOf,
  firstNewOf,
  isClosed,
  isOpen,
  isShort,
  outstandingOf,
  pipeAfterOf,
  pipeBeforeOf,
  sentEndOf,
  sentNewOf,
  startNsOf,
  triggerOf,
} from './bursts';
import { cwndOf, isStarved, setLimit } from './inferred';
import { Paced } from './pacing';

/**
 * A window may stay open this far before a sender with data fills it: Linux waits for a third of it to send longer
 * bursts (tcp_tso_should_defer).
 */
const DEFERRED_SHARE: f64 = 1.0 / 3;
const DEFERRED_SEGMENTS: f64 = 3;
/** A paced sender's next segment comes within this many of its usual gaps, or this share of the round trip. */
const PACED_GAPS: f64 = 4;
const PACED_SHARE: f64 = 0.25;

/** @param mss payload of a full segment @param rttNs usual round trip */
export function tellLimits(mss: f64, rttNs: f64): void {
  //  the next burst with new data, and whether the window was left open since the one before it
  let next = -1;
  let drained = false;
  for (let b = Bursts.count - 1; b >= 0; b--) {
    drained = drained || (isOpen(b) && hasRoom(b));
    setLimit(b, limitBehind(b, next, drained, mss, rttNs));
    if (sentNewOf(b) == 0) continue;
    next = b;
    drained = false;
  }
}

/** Whether a sender with data would have sent more. */
function hasRoom(b: i32): bool {
  return cwndOf(b) - pipeAfterOf(b) > Math.max(DEFERRED_SEGMENTS, cwndOf(b) * DEFERRED_SHARE);
}

function limitBehind(b: i32, next: i32, drained: bool, mss: f64, rttNs: f64): i32 {
  const room = edgeOf(b) - sentEndOf(b);
  const wanted = next < 0 ? mss : Math.min(mss, firstNewOf(next));
  if (room < wanted && (next < 0 ? outstandingOf(b) > 0 : edgeOf(next) > edgeOf(b))) return LIMIT.RECEIVE_WINDOW;
  if (isSilly(room, next, mss)) return LIMIT.RECEIVE_WINDOW;
  if (next >= 0 && !isStarved(b) && isWaiting(b, next, drained, rttNs)) return LIMIT.CONGESTION_WINDOW;
  return next >= 0 || outstandingOf(b) > 0 || !isClosed(b) ? LIMIT.APPLICATION : LIMIT.IDLE;
}

/**
 * Whether a sender with more data waited over a window of less than a segment, as silly-window avoidance has it (RFC
 * 9293 section 3.8.6.2.1), and then filled it to the byte. That the window fell so far it shows itself.
 */
function isSilly(room: f64, next: i32, mss: f64): bool {
  return next >= 0 && room > 0 && room < mss && firstNewOf(next) == room && triggerOf(next) == TRIGGER.NOTHING;
}

function isWaiting(b: i32, next: i32, drained: bool, rttNs: f64): bool {
  if (isShort(b)) return false;
  const pacing = Paced.pacing;
  const spaced = pacing == PACING.BBR || pacing == PACING.UNKNOWN;
  const isUnprompted = triggerOf(next) == TRIGGER.NOTHING;
  if (!isOpen(b)) return !isUnprompted || spaced || !isOpen(next);
  if (pacing == PACING.FIXED) return false;
  if (isUnprompted)
    return spaced && startNsOf(next) - endNsOf(b) <= Math.max(PACED_GAPS * Paced.gapNs, PACED_SHARE * rttNs);
  if ((drained && pacing == PACING.NONE) || outstandingOf(b) == 0) return false;
  return triggerOf(next) == TRIGGER.ACK || pipeBeforeOf(next) > 0;
}
