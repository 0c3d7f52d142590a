// A direction's timestamp clock, as seen at the capture point. A packet with value v left at `offsetNs + v · tickNs`,
// up to a tick later, in the capture's time plus the shortest delay from the sender to the capture point.
import { Packets, directionOf, hasTimestamps, timeNsOf, tsValueOf } from './packets';

/** The measured tick may be off by this share: clocks differ little, but short connections are imprecise. */
const TICK_TOLERANCE: f64 = 0.15;
const MIN_TICKS: i32 = 5;

let tickNs: f64 = 0;
let offsetNs: f64 = 0;
let firstValue: i32 = 0;

/** Determines the clock of a direction. @returns false without timestamps, or where they do not advance like a clock */
export function readClock(direction: i32): bool {
  let first = -1;
  let last = -1;
  for (let i = 0; i < Packets.count; i++) {
    if (directionOf(i) != direction || !hasTimestamps(i)) continue;
    if (first < 0) first = i;
    last = i;
  }
  if (first < 0) return false;
  firstValue = tsValueOf(first);
  const ticks = tsValueOf(last) - firstValue;
  if (ticks < MIN_TICKS) return false;
  tickNs = usualTick((timeNsOf(last) - timeNsOf(first)) / <f64>ticks);
  if (tickNs == 0) return false;
  offsetNs = Infinity;
  for (let i = first; i <= last; i++) {
    if (directionOf(i) == direction && hasTimestamps(i))
      offsetNs = Math.min(offsetNs, timeNsOf(i) - <f64>(tsValueOf(i) - firstValue) * tickNs);
  }
  return true;
}

/**
 * The tick that a measured one is: Linux 1 ms (4 and 10 ms of old), microseconds since 6.7, and what others use.
 * @returns 0: none
 */
function usualTick(measuredNs: f64): f64 {
  if (isTick(measuredNs, 1e6)) return 1e6;
  if (isTick(measuredNs, 10e6)) return 10e6;
  if (isTick(measuredNs, 4e6)) return 4e6;
  if (isTick(measuredNs, 1e3)) return 1e3;
  if (isTick(measuredNs, 100e6)) return 100e6;
  if (isTick(measuredNs, 500e6)) return 500e6;
  return isTick(measuredNs, 1e9) ? 1e9 : 0;
}

function isTick(measuredNs: f64, ns: f64): bool {
  return Math.abs(measuredNs / ns - 1) < TICK_TOLERANCE;
}

export function clockTickNs(): f64 {
  return tickNs;
}

/** The earliest time at which a packet of the clock's direction left. */
export function leftAfterNs(tsValue: i32): f64 {
  return offsetNs + <f64>(tsValue - firstValue) * tickNs;
}

/** The clock's value at a time, as a bit pattern of the wire. */
export function valueAt(timeNs: f64): i32 {
  return firstValue + <i32>(<i64>Math.floor((timeNs - offsetNs) / tickNs));
}
