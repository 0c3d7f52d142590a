// Segments that were damaged on the path: where a sender's checksums are otherwise right, a wrong one means that, and
// the receiver drops the segment (RFC 9293, section 3.10.7). Where many are wrong they are meaningless: checksum
// offload, receive offload, anonymised captures.
import * as batch from '../base/batch';
import { CHECKSUM, DIR_BIT, FLOW_BIT } from '../base/enums';
import { Current } from './segment';

/** Right ones per wrong one among segments without data, for which there is no other evidence of damage. */
const RIGHT_TO_A_WRONG: i32 = 8;

/** Counts the current segment's checksum. @returns whether it was damaged, as far as known so far */
export function isDamaged(): bool {
  const found = batch.u8At(batch.checksum, Current.i);
  const fwd = Current.fwd;
  Current.isUnproved = false;
  if (found == CHECKSUM.RIGHT) {
    if (Current.length > 0) fwd.rightWithData++;
    else fwd.rightWithout++;
    if (fwd.wrongChecksums > 0) Current.flow.bits |= FLOW_BIT.NEEDS_VERDICTS;
    return false;
  }
  if (found != CHECKSUM.WRONG || isJoined()) return false;
  const wrong = fwd.wrongChecksums++;
  const isSoFar =
    Current.length == 0
      ? wrong < fwd.rightWithout / RIGHT_TO_A_WRONG
      : wrong <= fwd.rightWithData + 1 && fwd.rightWithData + fwd.rightWithout > 0;
  Current.isUnproved = !isSoFar && isTelling();
  return isSoFar;
}

/** Whether what follows will tell what a wrong checksum means: of what takes sequence space, or ends the handshake. */
function isTelling(): bool {
  const rev = Current.rev;
  return Current.endOffset > Current.seqOffset || (rev.bits & DIR_BIT.SYN_SEEN && rev.packets == rev.syns);
}

/** Longer than the receiver's MSS: a network card has merged several segments, and left the first one's checksum. */
function isJoined(): bool {
  return Current.rev.mss > 0 && Current.length > Current.rev.mss;
}
