// A sender's RTO from its own time-outs. Only the retransmission timer backs off by doubling (RFC 6298 section 5.5), so
// a segment that is repeatedly retransmitted, alone, without any answer, shows how long it was:
//
//   sent ├─ RTO ─┤ again ├──── 2 RTO ────┤ again         the timer from the first on: there was no tail loss probe
//   sent ├ probe ┤ again ├─ RTO ─┤ again ├──── 2 RTO ────┤ again
import { TCP, VERDICT } from '../base/enums';
import { Packet, packetAt, packetCount } from './packet';
import { Trace } from './trace';

/**
 * A gap is twice the previous one within this share; and, where timers tick each 500 ms (lwIP, BSD before 2000), within
 * two ticks for a time-out of two ticks or more.
 */
const DOUBLED_WITHIN: f64 = 0.15;
const SLOW_TICK_NS: f64 = 500e6;
/** No stack's RTO is as short: TCP_MINTO is 30 ms with BSD and macOS, Linux has 200, RFC 6298 1 s. */
const SHORTEST_NS: f64 = 30e6 * 0.85;

export class TimerHistory {
  /** The shortest RTO seen; NaN none. */
  static leastNs: f64 = NaN;
  /** The RTO, and no tail loss probe, retransmitted the last segment. */
  static isFirst: bool = false;
}

/**
 * Of the latest segment: when it was sent, how often in a row, the gap before, and whether the first of these was the
 * original.
 */
let seqOffset: f64 = NaN;
let sentNs: f64 = NaN;
let gapNs: f64 = NaN;
let sendings: i32 = 0;
let fromFirst: bool = false;

/** After the verdict pass, for the current direction. */
export function readTimeouts(): void {
  TimerHistory.leastNs = NaN;
  TimerHistory.isFirst = false;
  seqOffset = NaN;
  let acked: f64 = -Infinity;
  for (let i = 0, n = packetCount(); i < n; i++) {
    const packet = packetAt(i);
    if (packet.direction != Trace.direction) {
      if (packet.ackOffset <= acked) continue;
      acked = packet.ackOffset;
      seqOffset = NaN;
    } else if (packet.length > 0 && !(packet.flags & TCP.SYN) && packet.verdict != VERDICT.DUPLICATE_IN_CAPTURE)
      sent(packet);
  }
}

function sent(packet: Packet): void {
  const isAgain = packet.seqOffset == seqOffset && packet.verdict == VERDICT.RETRANSMISSION;
  if (!isAgain) {
    seqOffset = packet.seqOffset;
    sendings = 1;
    fromFirst = packet.verdict == VERDICT.ORIGINAL;
    gapNs = NaN;
  } else {
    const lastGapNs = gapNs;
    gapNs = packet.timeNs - sentNs;
    sendings++;
    if (lastGapNs >= SHORTEST_NS && isDoubled(lastGapNs, gapNs)) note(lastGapNs);
  }
  sentNs = packet.timeNs;
}

function isDoubled(beforeNs: f64, ns: f64): bool {
  const off = Math.abs(ns - 2 * beforeNs);
  return off <= beforeNs * 2 * DOUBLED_WITHIN || (beforeNs >= 2 * SLOW_TICK_NS && off <= 2 * SLOW_TICK_NS);
}

/** @param ns the shorter of two gaps: it may have been doubled already where there were earlier transmissions */
function note(ns: f64): void {
  const isTimerFirst = fromFirst && sendings == 3;
  if (isTimerFirst) TimerHistory.isFirst = true;
  const leastNs = isTimerFirst ? ns : ns / 2;
  if (!(TimerHistory.leastNs <= leastNs)) TimerHistory.leastNs = leastNs;
}
