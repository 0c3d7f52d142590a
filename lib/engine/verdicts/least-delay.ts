// Least delay from the capture point to the receiver of a direction and back, over all packets of a connection.
//
//   sender ◀──────── near ────────▶ capture ◀──── far ────▶ receiver
//          acknowledgement goes by,          data goes by,
//          until what the sender             until its acknowledgement
//          sends with knowledge of it        goes by
//
// One direction's far delay is the other's near one.
import { take } from '../base/arena';
import { Waiting, firstTimeNs, firstValue, isEmpty, newWaiting, push } from './waiting';


@unmanaged
export class LeastDelay {
  /** NaN: not known. */
  ns: f64;
  top: f64;
  acked: f64;
  /** Up to here something was retransmitted, or came late. */
  disturbed: f64;
  /** Ends of unacknowledged segments that were in order. */
  segments: Waiting;
  /** Timestamps not echoed yet. */
  stamps: Waiting;
  latestStamp: i32;
  isStamped: bool;
}

export function newDelay(): LeastDelay {
  const delay = changetype<LeastDelay>(take(offsetof<LeastDelay>()));
  delay.ns = NaN;
  delay.top = delay.acked = delay.disturbed = -Infinity;
  delay.segments = newWaiting();
  delay.stamps = newWaiting();
  delay.latestStamp = 0;
  delay.isStamped = false;
  return delay;
}

/** The direction sends a segment, no copy. */
export function sent(delay: LeastDelay, seq: f64, end: f64, timeNs: f64): void {
  if (seq < delay.top) delay.disturbed = max(delay.top, end);
  else push(delay.segments, end, timeNs);
  if (end > delay.top) delay.top = end;
}

/**
 * Shortest time from a segment to the acknowledgement of its last byte, while nothing up to there was retransmitted
 * (Karn) or late.
 */
export function acknowledged(delay: LeastDelay, ackOffset: f64, timeNs: f64): void {
  if (ackOffset <= delay.acked) return;
  delay.acked = ackOffset;
  const segments = delay.segments;
  let end: f64 = Infinity;
  for (; !isEmpty(segments); segments.first++) {
    end = firstValue(segments);
    if (end >= ackOffset) break;
  }
  if (!isEmpty(segments) && end == ackOffset && ackOffset > delay.disturbed)
    shorten(delay, timeNs - firstTimeNs(segments));
}

/** The direction sends a timestamp. */
export function stamped(delay: LeastDelay, tsValue: i32, timeNs: f64): void {
  if (delay.isStamped && tsValue - delay.latestStamp <= 0) return;
  delay.isStamped = true;
  delay.latestStamp = tsValue;
  push(delay.stamps, <f64>tsValue, timeNs);
}

/**
 * Shortest time from the first packet with a timestamp to the first that echoes it (as pping does). Late echoes, when
 * the other side had nothing to send, are longer and do not count.
 */
export function echoed(delay: LeastDelay, tsEcho: i32, timeNs: f64): void {
  const stamps = delay.stamps;
  for (; !isEmpty(stamps); stamps.first++) {
    const ahead = <i32>firstValue(stamps) - tsEcho;
    if (ahead > 0) return;
    if (ahead < 0) continue;
    shorten(delay, timeNs - firstTimeNs(stamps));
    stamps.first++;
    return;
  }
}

function shorten(delay: LeastDelay, ns: f64): void {
  if (!(ns >= delay.ns)) delay.ns = ns;
}
