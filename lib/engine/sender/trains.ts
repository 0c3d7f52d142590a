// When the segments of a train left their sender: segments that came back to back from a bottleneck had queued there,
// and left with the acknowledgements of that time, in proportion to what each acknowledged.
//
//   ACKs at the sender    1   2   3   4
//   captured              ■ ■ ■ ■ ■ ■ ■ ■      in a row, as the bottleneck lets them go
//   left                  ■■  ■■  ■■  ■■
import { VERDICT } from '../base/enums';
import { take } from '../base/arena';
import { f64At, i32At, setF64 } from '../base/columns';
import { Packets, ackOffsetOf, directionOf, endOffsetOf, lengthOf, seqOffsetOf, timeNsOf, verdictOf } from './packets';
import { isSameTurn, longestGapNs } from './spaced';

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
 * @returns by packet, when it left
 */
export function leavingTimes(direction: i32, back: usize, backCount: i32, behindNs: f64): usize {
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
