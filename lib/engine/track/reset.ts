// Whether a receiver accepts a reset. RFC 9293 (3.5.3, 3.10.7.4) and RFC 5961 require its number to be the next one
// expected, or at least inside the window. What the receiver expects is bounded from outside: at least what it
// acknowledged, at most the end of what was sent or of the window that it offered. So a reset is ignored only if no
// state of the receiver that fits the capture would accept it.
import { DIR_BIT, MAX_WINDOW_SCALE } from '../base/enums';
import { Direction } from '../base/flow-layout';
import { Current } from './segment';

/**
 * What is added to the window: a FIN takes a number, and the window may have been opened by a packet that the capture
 * lacks.
 */
const BEYOND_WINDOW: f64 = 65536;
const UNKNOWN_SCALE: i32 = -1;

/**
 * The current segment resets an earlier connection of the same ends: its sender began this one with a SYN, the other
 * end answered with an acknowledgement of the earlier one (RFC 5961 section 4), and got this reset for it (RFC 9293,
 * section 3.5.1, figure 9). Its number is the one acknowledged there, so nowhere near the SYN.
 */
export function resetIsOfEarlier(): bool {
  const fwd = Current.fwd;
  const rev = Current.rev;
  const offset = Current.seqOffset;
  if ((fwd.bits & DIR_BIT.SYN_SEEN) == 0 || rev.bits & DIR_BIT.SYN_SEEN || rev.packets == 0) return false;
  return offset < 0 || offset > Current.fwdSpace.highest + BEYOND_WINDOW;
}

/** The current segment is a reset. */
export function resetIsIgnored(): bool {
  if (resetIsOfEarlier()) return true;
  const acked = Current.fwdSpace.acked;
  const highest = Current.fwdSpace.highest;
  const rev = Current.rev;
  const offset = Current.seqOffset;
  if (acked < 0 || rev.packets == rev.syns) return false;
  const edge = acked + windowOf(rev);
  const raisedIt = Current.length > 0 && highest == Current.endOffset;
  return offset < acked || offset > (raisedIt ? edge : max(highest, edge)) + BEYOND_WINDOW;
}

/** The largest window that an end's latest packet may offer. */
export function windowOf(end: Direction): f64 {
  const shift = end.windowScale == UNKNOWN_SCALE ? MAX_WINDOW_SCALE : min(max(end.windowScale, 0), MAX_WINDOW_SCALE);
  return <f64>end.wsWindow * <f64>(1 << shift);
}
