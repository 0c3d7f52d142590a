// Places a segment in its direction's unwrapped sequence space, and its acknowledgement in the other's.
//
//   wire     … 4294967290   4294967295   3          10 …        (modulo 2^32)
//   offset        0 = SYN        5        10         17          (64-bit, never wraps)
//                                └ reference: a recent pair (seq, offset); others are at most 2^31 away
//
// The base is the SYN's number; without a SYN one less than the first number seen, or than the first acknowledgement
// from the other side (as Wireshark's relative numbers).
import { DIR_BIT, TCP } from '../base/enums';
import { Direction, Space } from '../base/flow-layout';
import { Current, after } from './segment';

/** Acknowledgements move the reference only this far, so that one absurd number cannot break the unwrapping. */
const FARTHEST_ACK: i32 = 1 << 30;

export function placeSegment(): void {
  const fwd = Current.fwd;
  const space = Current.fwdSpace;
  const flags = Current.flags;
  const seq = Current.seq;
  if ((fwd.bits & DIR_BIT.BASE_KNOWN) == 0) firstBase(fwd, space, flags & TCP.SYN ? seq : seq - 1);
  else if (flags & TCP.SYN && seq != fwd.baseSeq && (fwd.bits & (DIR_BIT.DATA_SEEN | DIR_BIT.HAS_HOLES)) == 0)
    setBase(fwd, space, seq);
  const seqOffset = space.reference + <f64>after(seq, fwd.referenceSeq);
  const dataOffset = flags & TCP.SYN ? seqOffset + 1 : seqOffset;
  const taken = Current.length + (flags & TCP.FIN) + (flags & TCP.SYN ? 1 : 0);
  const endOffset = seqOffset + <f64>taken;
  Current.seqOffset = seqOffset;
  Current.dataOffset = dataOffset;
  Current.endOffset = endOffset;
  Current.ackOffset = flags & TCP.ACK ? placeAcknowledgement() : -1;
}

/** Later numbers are placed near those of the current segment, which its receiver takes. */
export function moveReferences(): void {
  const fwd = Current.fwd;
  const space = Current.fwdSpace;
  const ahead = Current.endOffset - space.reference;
  if (ahead > 0 && (Current.flags & TCP.RST) == 0) {
    space.reference = Current.endOffset;
    fwd.referenceSeq += <i32>(<i64>ahead);
  }
  if ((Current.flags & TCP.ACK) == 0) return;
  const acked = Current.ackOffset - Current.revSpace.reference;
  if (acked <= 0 || acked >= <f64>FARTHEST_ACK) return;
  Current.revSpace.reference = Current.ackOffset;
  Current.rev.referenceSeq = Current.ack;
}

function placeAcknowledgement(): f64 {
  const rev = Current.rev;
  const space = Current.revSpace;
  const ack = Current.ack;
  if ((rev.bits & DIR_BIT.BASE_KNOWN) == 0) firstBase(rev, space, ack - 1);
  return space.reference + <f64>after(ack, rev.referenceSeq);
}

function firstBase(direction: Direction, space: Space, seq: i32): void {
  direction.wsBaseSeq = direction.firstBaseSeq = seq;
  setBase(direction, space, seq);
}

function setBase(direction: Direction, space: Space, seq: i32): void {
  direction.bits |= DIR_BIT.BASE_KNOWN;
  direction.baseSeq = seq;
  direction.referenceSeq = seq;
  space.reference = 0;
  space.seenEnd = 1;
  space.highest = 1;
}
