// The bytes that a direction of HTTP/1 directly over TCP requests from its stream: as few as possible.
import { HTTP1_CONNECTION, HTTP1_KIND, HTTP1_STATE, HTTP1_WISH } from '../base/enums';
import { plainBytes } from './body';
import {
  CONFIRMED,
  EXPECTS_CONTINUE,
  HttpConnection,
  HttpDirection,
  MISSING_BYTES,
  PAUSED,
  READS_BODY,
  SAW_BYTES,
  WARNED,
  directionOf,
  isOver,
} from './connections';
import { areAllAnswered } from './events';

/** Beyond any stream: no byte is wanted until the other direction has sent something. */
export const PAUSED_AT: f64 = 9007199254740990;

/** The stream offset of the next byte wanted; Infinity: no more. */
export function nextNeededOf(connection: HttpConnection, endpoint: i32): f64 {
  const direction = directionOf(connection, endpoint);
  if (isOver(direction)) return Infinity;
  if (isQuiet(connection, endpoint)) return PAUSED_AT;
  const isPassed =
    (connection.bits & HTTP1_CONNECTION.PASSES_BODIES) != 0 && (direction.bits & (EXPECTS_CONTINUE | READS_BODY)) == 0;
  return isPassed ? direction.position + plainBytes(direction) : direction.position;
}

/** Notes whether the direction pauses. @returns the wishes, for both streams */
export function wishesOf(connection: HttpConnection, endpoint: i32): i32 {
  const direction = directionOf(connection, endpoint);
  const other = directionOf(connection, 1 - endpoint);
  const nextNeeded = nextNeededOf(connection, endpoint);
  let wishes = 0;
  direction.bits = nextNeeded == PAUSED_AT ? direction.bits | PAUSED : direction.bits & ~PAUSED;
  if (other.bits & PAUSED) {
    other.bits &= ~PAUSED;
    wishes |= HTTP1_WISH.WAKE_OTHER;
  }
  if (direction.state == HTTP1_STATE.IN_BODY && (direction.bits & MISSING_BYTES) == 0) wishes |= HTTP1_WISH.TELL_GAPS;
  if (skims(connection, endpoint)) wishes |= HTTP1_WISH.SKIM;
  if (skims(connection, 1 - endpoint)) wishes |= HTTP1_WISH.SKIM_OTHER;
  return nextNeeded == Infinity && isDone(connection, other) ? wishes | HTTP1_WISH.CLOSE : wishes;
}

/**
 * Whether nothing can start in this direction before the other has sent something: all requests have their response.
 * The direction of the requests must be captured, otherwise nothing would end the pause.
 */
function isQuiet(connection: HttpConnection, endpoint: i32): bool {
  const direction = directionOf(connection, endpoint);
  const other = directionOf(connection, 1 - endpoint);
  if (
    direction.state != HTTP1_STATE.LOST ||
    direction.kind != HTTP1_KIND.RESPONSE ||
    other.messages == 0 ||
    isOver(other)
  )
    return false;
  return areAllAnswered(connection.number) != 0;
}

/** Whether one direction's end ends the connection, as the other has ended or sent nothing. */
function isDone(connection: HttpConnection, other: HttpDirection): bool {
  return isOver(other) || ((connection.bits & CONFIRMED) == 0 && (other.bits & SAW_BYTES) == 0);
}

/**
 * A direction that searches for a start line does not need cut segments without one, with exceptions: once the
 * connection is known to be HTTP, one of them gives the warning of missing bytes; while the other direction is paused,
 * each of them wakes it; and a direction that was woken itself pauses again at the first.
 */
function skims(connection: HttpConnection, endpoint: i32): bool {
  if (directionOf(connection, endpoint).state != HTTP1_STATE.LOST) return false;
  if (directionOf(connection, 1 - endpoint).bits & PAUSED) return false;
  return ((connection.bits & CONFIRMED) == 0 || (connection.bits & WARNED) != 0) && !isQuiet(connection, endpoint);
}
