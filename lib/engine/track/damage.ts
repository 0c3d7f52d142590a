// Which segments were damaged on the way: where a sender's checksums are right otherwise, a wrong one says so, and the
// receiver drops the segment (RFC 9293, section 3.10.7). Where many are wrong they mean nothing: hosts leave them to
// their network cards, cards join segments, programs make captures anonymous.
import * as batch from '../base/batch';
import { CHECKSUM } from '../base/enums';
import { Current } from './segment';

/** Right ones for each wrong one of segments without data, which nothing else would tell to be damaged. */
const RIGHT_TO_A_WRONG: i32 = 8;

/** Counts the current segment's checksum. @returns whether it was damaged, as far as is known by now */
export function isDamaged(): bool {
  const found = batch.u8At(batch.checksum, Current.i);
  const fwd = Current.fwd;
  if (found == CHECKSUM.RIGHT) {
    if (Current.length > 0) fwd.rightWithData++;
    else fwd.rightWithout++;
    return false;
  }
  if (found != CHECKSUM.WRONG || isJoined()) return false;
  const wrong = fwd.wrongChecksums++;
  if (Current.length == 0) return wrong < fwd.rightWithout / RIGHT_TO_A_WRONG;
  return wrong <= fwd.rightWithData + 1 && fwd.rightWithData + fwd.rightWithout > 0;
}

/** Longer than the receiver takes: a network card has joined it of several, and left the first one's checksum. */
function isJoined(): bool {
  return Current.rev.mss > 0 && Current.length > Current.rev.mss;
}
