// Distinguishes original bytes from repeated and late ones, per direction:
//
//      seen without a hole          hole       island
//  ├───────────────────────────┤            ├──────────┤
//  0                        seenEnd                 highest
//      bytes here: sent again   late: sent   new bytes follow here
//                               again, or
//                               reordered
import { REORDERED_WITHIN_NS, SOONEST_REPAIR } from '../base/repair-times';
import { ANALYSIS, DIR_BIT, FLOW_BIT, TCP, VERDICT } from '../base/enums';
import { absorb, absorbedEnd, insertRange, freshBytes, holeKnownSince } from './received-ranges';
import { Current } from './segment';

/** Sets the current segment's `verdict` and `repeatedBytes`, and marks its payload as seen. */
export function classify(): void {
  const space = Current.fwdSpace;
  Current.repeatedBytes = 0;
  if (Current.length == 0) {
    if (Current.endOffset > Current.seqOffset) Current.verdict = control();
    else showSent();
    return;
  }
  if (Current.dataOffset == space.seenEnd && Current.dataOffset == space.highest) {
    space.seenEnd = space.highest = Current.dataOffset + <f64>Current.length;
    Current.verdict = VERDICT.ORIGINAL;
  } else {
    outOfLine();
  }
  if (Current.length > 1) return;
  const isPushed = (Current.flags & TCP.PSH) != 0; // data is, a keep-alive never
  if (Current.analysis & ANALYSIS.KEEP_ALIVE && !isPushed) Current.verdict = VERDICT.KEEP_ALIVE;
  else if (Current.analysis & ANALYSIS.ZERO_WINDOW_PROBE) Current.verdict = VERDICT.WINDOW_PROBE;
}

/** A segment without sequence space: above all that was seen it shows that the capture lacks something. */
function showSent(): void {
  Current.verdict = VERDICT.NONE;
  if (Current.seqOffset > Current.fwdSpace.highest && (Current.flags & TCP.RST) == 0)
    Current.flow.bits |= FLOW_BIT.NEEDS_VERDICTS;
}

/** TCP.SYN or FIN without data. */
function control(): i32 {
  const fwd = Current.fwd;
  const again =
    Current.flags & TCP.SYN ? fwd.syns > 0 : fwd.fins > 0 && Current.endOffset <= Current.fwdSpace.highest + 1;
  return again ? VERDICT.RETRANSMISSION : VERDICT.ORIGINAL;
}

function outOfLine(): void {
  const fwd = Current.fwd;
  const space = Current.fwdSpace;
  const start = Current.dataOffset;
  const end = start + <f64>Current.length;
  const seenEnd = space.seenEnd;
  const highest = space.highest;
  const missingSince =
    fwd.islands != 0 && start >= seenEnd && start < highest ? holeKnownSince(fwd.islands, start) : Infinity;
  let added: f64 = 0;
  if (end > seenEnd) {
    if (fwd.islands == 0 && start <= seenEnd) {
      added = end - seenEnd;
      space.seenEnd = end;
    } else {
      fwd.islands = insertRange(fwd.islands, max(start, seenEnd), end, Current.timeNs);
      added = freshBytes;
    }
  }
  if (end > highest) space.highest = end;
  if (fwd.islands != 0) {
    fwd.islands = absorb(fwd.islands, seenEnd);
    space.seenEnd = absorbedEnd;
  }
  fwd.bits = fwd.islands == 0 ? fwd.bits & ~DIR_BIT.HAS_HOLES : fwd.bits | DIR_BIT.HAS_HOLES;
  Current.repeatedBytes = Current.length - <i32>added;
  Current.verdict = late(start < highest, missingSince);
}

/** The verdict of a segment that does not simply continue where the last one ended. */
function late(below: bool, missingSince: f64): i32 {
  if (Current.repeatedBytes > 0)
    return Current.repeatedBytes == 1 && Current.length > 1 ? VERDICT.ORIGINAL : VERDICT.RETRANSMISSION;
  if (!below) return VERDICT.ORIGINAL;
  if (missingSince == Infinity) {
    Current.flow.bits |= FLOW_BIT.NEEDS_VERDICTS; // below a TCP.FIN
    return VERDICT.ORIGINAL;
  }
  const roundTrip = Current.times.handshakeRtt;
  const soonest = roundTrip > 0 ? roundTrip * SOONEST_REPAIR : REORDERED_WITHIN_NS;
  return Current.timeNs - missingSince >= soonest ? VERDICT.RETRANSMISSION : VERDICT.REORDERED;
}
