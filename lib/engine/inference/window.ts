// The congestion window after each burst, in segments. Never below the flight size, and equal to it while the window is
// the limit; so it is the largest flight size, kept until something lowers the window:
//
// - in recovery, behind a time-out and while the window is reduced for a mark of congestion it follows what is in
//   flight up and down (proportional rate reduction,
//   RFC 6937: cwnd = pipe + what may leave now), but where there was nothing to send;
// - what comes behind these, or behind a silence, starts anew;
// - a whole round trip of acknowledgements that each set off as much as they took away, below what was held, says that
//   it was lowered.
import { MIN_TIMEOUT_NS } from '../base/repair-times';
import { TRIGGER } from '../base/enums';
import { take } from '../base/arena';
import { i32At, setI32 } from '../base/columns';
import { Bursts, endNsOf, isOpen, pipeAfterOf, pipeBeforeOf, sentNewOf, sentOf, startNsOf, triggerOf } from './bursts';
import { addRestart, isStarved, setCwnd } from './inferred';

/** The largest flight size over the last round trip, while every acknowledgement triggered something. */
class Held {
  static rttNs: f64 = 0;
  /** Bursts since which each acknowledgement was answered: their falling maxima, `from` … `to` − 1. */
  static maxima: usize = 0;
  static from: i32 = 0;
  static to: i32 = 0;
  static sinceNs: f64 = 0;
}

/** @param rttNs usual round trip */
export function tellWindows(rttNs: f64): void {
  Held.rttNs = rttNs;
  Held.maxima = take((<usize>Bursts.count) << 2);
  Held.from = Held.to = 0;
  Held.sinceNs = 0;
  let window: f64 = 0;
  for (let b = 0; b < Bursts.count; b++) {
    const isAnew = b > 0 && isRestart(b);
    if (isAnew) addRestart(b);
    if (!isOpen(b)) {
      if (!isStarved(b)) window = Math.max(1, pipeAfterOf(b));
      restart(b);
    } else if (b == 0 || !isOpen(b - 1) || isAnew) {
      window = b > 0 && isOverfull(b, window) ? window : Math.max(1, pipeAfterOf(b));
      restart(b);
    } else window = isOverfull(b, window) ? window : Math.max(Math.min(window, most(b)), pipeAfterOf(b));
    setCwnd(b, window);
  }
}

/**
 * More is in flight than the reduced window, and nothing leaves: so the value stands until acknowledgements have
 * reduced the flight size (RFC 5681 section 3.2).
 */
function isOverfull(b: i32, window: f64): bool {
  return sentOf(b) == 0 && pipeAfterOf(b) > window;
}

/**
 * Data after an idle period with nothing in flight, of Linux's minimum RTO or longer: the window may restart. gVisor has
 * the same; with BSD (230 ms), Windows (300) and smoltcp (1 s) it takes longer.
 */
function isRestart(b: i32): bool {
  if (triggerOf(b) == TRIGGER.ACK || sentOf(b) == 0 || pipeBeforeOf(b) != 0) return false;
  return startNsOf(b) - endNsOf(b - 1) >= MIN_TIMEOUT_NS;
}

function restart(b: i32): void {
  Held.from = Held.to = 0;
  Held.sinceNs = startNsOf(b);
}

/** @returns Infinity while that is unknown */
function most(b: i32): f64 {
  if (triggerOf(b) != TRIGGER.ACK || sentNewOf(b) == 0) {
    restart(b);
    return Infinity;
  }
  const nowNs = startNsOf(b);
  while (Held.to > Held.from && pipeAfterOf(i32At(Held.maxima, Held.to - 1)) <= pipeAfterOf(b)) Held.to--;
  setI32(Held.maxima, Held.to++, b);
  while (nowNs - startNsOf(i32At(Held.maxima, Held.from)) > Held.rttNs) Held.from++;
  return nowNs - Held.sinceNs > Held.rttNs ? pipeAfterOf(i32At(Held.maxima, Held.from)) : Infinity;
}
