// When the segments of a train left their sender: segments that came back to back from a bottleneck had queued there,
// and left with the acknowledgements of that time, in proportion to what each acknowledged.
//
//   ACKs at the sender    1   2   3   4
//   captured              ■ ■ ■ ■ ■ ■ ■ ■      in a row, as the bottleneck lets them go
//   left                  ■■  ■■  ■■  ■■
import { VERDICT } from '../base/enums';
import { take } from '../base/arena';
import { MIN_TIMEOUT_NS } from '../base/repair-times';
import { f64At, i32At, setF64 } from '../base/columns';
import { Packets, ackOffsetOf, directionOf, endOffsetOf, lengthOf, seqOffsetOf, timeNsOf, verdictOf } from './packets';
import { Silence, beginSilences, nextSilence } from './silences';
import { isSameTurn, longestGapNs } from './spaced';

/** Of the timer, in round trips; it doubles (RFC 6298 section 5). */
const TIMEOUT_TRIPS: f64 = 2;

/** The acknowledgements of the other direction, in order, and how long after them the segments they released pass. */
let acks: usize = 0;
let ackCount: i32 = 0;
let delayNs: f64 = 0;
/** The first that had not arrived when the current train began. */
let next: i32 = 0;
/** By packet. */
let leftNs: usize = 0;

/**
 * @param back packets of the other direction, in order
 * @param behindNs from an acknowledgement to what it releases, by the capture's clock
 * @param baseNs shortest round trip of the whole path
 * @returns by packet, when it left
 */
export function leavingTimes(
  direction: i32,
  back: usize,
  backCount: i32,
  behindNs: f64,
  baseNs: f64,
  windowKnown: bool,
): usize {
  acks = back;
  ackCount = backCount;
  delayNs = behindNs;
  next = 0;
  leftNs = take((<usize>Packets.count) << 3);
  const mostNs = longestGapNs(direction);
  let first = -1;
  let last = -1;
  for (let i = 0; i < Packets.count; i++) {
    setF64(leftNs, i, timeNsOf(i));
    if (directionOf(i) != direction || lengthOf(i) == 0) continue;
    const goesOn =
      last >= 0 &&
      verdictOf(i) == VERDICT.ORIGINAL &&
      seqOffsetOf(i) == endOffsetOf(last) &&
      isSameTurn(last, i) &&
      timeNsOf(i) - timeNsOf(last) <= mostNs;
    if (!goesOn) {
      if (last > first) spread(direction, first, last, mostNs);
      first = i;
    }
    last = i;
  }
  if (last > first) spread(direction, first, last, mostNs);
  beginSilences(direction, baseNs, windowKnown);
  for (; Silence.first >= 0; nextSilence()) if (!Silence.isLost) bringForward(direction, baseNs);
  return leftNs;
}

// @ts-ignore: decorator
@inline
function passedNs(ack: i32): f64 {
  return timeNsOf(i32At(acks, ack)) + delayNs;
}

function ackedBy(ack: i32): f64 {
  return ack < 0 ? 0 : ackOffsetOf(i32At(acks, ack));
}

/** @param first packet of the train */
function spread(direction: i32, first: i32, last: i32, mostNs: f64): void {
  const fromNs = timeNsOf(first);
  while (next < ackCount && passedNs(next) <= fromNs) next++;
  let at = next > 0 && fromNs - passedNs(next - 1) <= mostNs ? next - 1 : next;
  let end = at;
  while (end < ackCount && passedNs(end) <= timeNsOf(last)) end++;
  const before = ackedBy(at - 1);
  const acked = ackedBy(end - 1) - before;
  if (end - at < 2 || acked <= 0) return;
  const perByte = acked / (endOffsetOf(last) - seqOffsetOf(first));
  for (let i = first; i <= last; i++) {
    if (directionOf(i) != direction || lengthOf(i) == 0) continue;
    const due = (seqOffsetOf(i) - seqOffsetOf(first)) * perByte;
    while (at < end - 1 && ackedBy(at) - before <= due) at++;
    setF64(leftNs, i, Math.min(f64At(leftNs, i), Math.max(fromNs, passedNs(at))));
  }
}

/**
 * What the path had held back left with the acknowledgements that reached the sender after the last segment before the
 * silence, as much as each took away; copies, which no acknowledgement can have released so soon, by its timer.
 */
function bringForward(direction: i32, baseNs: f64): void {
  const fromNs = f64At(leftNs, Silence.before);
  const silenceNs = timeNsOf(Silence.first);
  let at = 0;
  let to = ackCount;
  while (at < to) {
    const middle = (at + to) >> 1;
    if (passedNs(middle) <= fromNs) at = middle + 1;
    else to = middle;
  }
  const released = ackedBy(at - 1) - endOffsetOf(Silence.before);
  let atNs = fromNs;
  let timeoutNs = Math.max(MIN_TIMEOUT_NS, baseNs * TIMEOUT_TRIPS);
  for (let i = Silence.first; i < Packets.count && seqOffsetOf(i) < Silence.endOffset; i++) {
    if (directionOf(i) != direction || lengthOf(i) == 0) continue;
    const isSoon = timeNsOf(i) - silenceNs < baseNs;
    if (verdictOf(i) == VERDICT.ORIGINAL) {
      const needed = released + endOffsetOf(i);
      for (; at < ackCount && passedNs(at) <= silenceNs && ackedBy(at - 1) < needed; at++)
        atNs = Math.max(atNs, passedNs(at));
      if (ackedBy(at - 1) < needed && !isSoon) return;
    } else if (isSoon) {
      atNs = Math.min(silenceNs, atNs + timeoutNs);
      timeoutNs *= 2;
    } else return;
    setF64(leftNs, i, Math.min(f64At(leftNs, i), atNs));
  }
}
