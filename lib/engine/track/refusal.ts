// Whether a segment's receiver takes it, judged once, before the segment changes any state: what is refused opens no
// window, raises no highest byte, acknowledges nothing and loses nothing. What the receiver knows is bounded from
// outside, so a segment is refused only if no state of a receiver that fits the capture would take it:
//
//  acked          edge of the offered window       + a window        reference ± 2^31
//    ├──────────────────┤ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ┤ ───────────────▶
//     taken              sent into a window that the    WINDOW; unless the next one goes on from there
//                        capture lacks                  (then the capture has a gap)
import { DIR_BIT, OPTION, REFUSAL, REFUSAL_SHIFT, SIGNED, TCP, VERDICT } from '../base/enums';
import * as batch from '../base/batch';
import * as rows from '../base/rows';
import { isDamaged } from './damage';
import { insertRange } from './received-ranges';
import { resetIsIgnored, windowOf } from './reset';
import { Current, after } from './segment';

/** Beside a window: for windows near 0, and for what a window update that the capture lacks has opened. */
const BESIDE_WINDOW: f64 = 65536;
/** Linux takes timestamps that go back by one tick (TCP_PAWS_WINDOW). */
const STAMP_SLACK: i32 = 1;
/** An answer to a SYN may acknowledge data that followed it unseen, hardly so much. */
const MAX_AFTER_SYN: f64 = 67108864;

/** Of the current segment, which has its place. @returns one of `REFUSAL` */
export function judge(): i32 {
  if (isDamaged()) return REFUSAL.CHECKSUM;
  const flags = Current.flags;
  if (flags & (TCP.SYN | TCP.RST)) return judgeControl(flags);
  const options = batch.u8At(batch.options, Current.i);
  // The window of MPTCP is that of the session, from its data acknowledged on, over all of its connections (RFC 8684).
  const isOfSession = (options & OPTION.MPTCP) != 0;
  if (!isOfSession && Current.seqOffset > Current.fwdSpace.highest && isFar()) return REFUSAL.WINDOW;
  if (options & OPTION.TIMESTAMPS && isStampOld()) return REFUSAL.TIMESTAMP;
  const ackOffset = Current.ackOffset;
  if ((ackOffset >= 1 && ackOffset <= Current.revSpace.highest) || (flags & TCP.ACK) == 0) return REFUSAL.NONE;
  return isOfEarlierHandshake() ? REFUSAL.HANDSHAKE : judgeUnsent();
}

function judgeControl(flags: i32): i32 {
  if (isUnsigned()) return REFUSAL.SIGNATURE;
  if (flags & TCP.SYN) {
    if (batch.u8At(batch.options, Current.i) & OPTION.TIMESTAMPS) remember(batch.i32At(batch.tsValue, Current.i));
    return REFUSAL.NONE;
  }
  return resetIsIgnored() ? REFUSAL.RESET : REFUSAL.NONE;
}

/** The other end's SYN was signed, so it drops what is not (RFC 2385 section 2.0, RFC 5925 section 7.4). */
function isUnsigned(): bool {
  return (Current.rev.synOptions & SIGNED) != 0 && (batch.i32At(batch.optionOrder, Current.i) & SIGNED) == 0;
}

/** Begins more than a window beyond the receive window, and does not go on from another such segment. */
function isFar(): bool {
  const fwd = Current.fwd;
  const acked = Current.fwdSpace.acked;
  const rev = Current.rev;
  if (Current.length == 0 || acked < 0 || rev.packets == rev.syns) return false;
  const window = windowOf(rev);
  if (Current.seqOffset <= max(Current.fwdSpace.highest, acked + window) + window + BESIDE_WINDOW) return false;
  const farRow = fwd.farRow;
  const ahead = <f64>after(Current.seq, fwd.farSeq);
  fwd.farRow = rows.rowCount() + 1;
  fwd.farSeq = Current.seq + Current.length;
  if (farRow == 0 || ahead < 0 || ahead > window + BESIDE_WINDOW) return true;
  fwd.farRow = 0;
  takeBack(farRow - 1);
  return false;
}

/** What was refused is of this stream after all: the capture had a gap. */
function takeBack(row: i32): void {
  const block = rows.blockOf(row);
  const at = rows.placeOf(row);
  const start = rows.seqOffsetAt(block, at);
  const length = load<i32>(block + rows.LENGTH + (at << 2));
  const flagsAt = block + rows.FLAGS + (at << 1);
  store<u16>(flagsAt, load<u16>(flagsAt) & ~(<u16>(REFUSAL.WINDOW << REFUSAL_SHIFT)));
  store<u8>(block + rows.VERDICT + at, VERDICT.ORIGINAL);
  Current.fwd.islands = insertRange(Current.fwd.islands, start, start + <f64>length, Current.timeNs);
  Current.fwd.bits |= DIR_BIT.HAS_HOLES;
  Current.fwdSpace.highest = start + <f64>length;
  Current.fwdSpace.uniqueBytes += <f64>length;
}

/**
 * The timestamp fell below TS.Recent: that of the latest segment that began at or below what was acknowledged (RFC
 * 7323, sections 4.3 and 5.3). A late acknowledgement of what was acknowledged, or late data that had come, has no
 * effect either way; and until new data has an old timestamp, old data that has one was overtaken.
 */
function isStampOld(): bool {
  const fwd = Current.fwd;
  const stamp = batch.i32At(batch.tsValue, Current.i);
  const acked = Current.fwdSpace.acked;
  if (Current.rev.bits & DIR_BIT.STAMPS_REFUSED) seeEcho();
  if (fwd.bits & DIR_BIT.STAMPED && after(stamp, fwd.stamp) < -STAMP_SLACK) {
    const isAdvancing = Current.ackOffset > Current.revSpace.acked;
    if (Current.endOffset <= acked && !isAdvancing) return false;
    if ((fwd.bits & DIR_BIT.STAMPS_REFUSED) == 0) {
      if (Current.length > 0 ? Current.endOffset <= Current.fwdSpace.highest : !isAdvancing) return false;
      fwd.firstOldStamp = stamp;
    }
    fwd.lastOldStamp = stamp;
    fwd.bits |= DIR_BIT.STAMPS_REFUSED;
    return true;
  }
  if (Current.seqOffset <= acked) remember(stamp);
  return false;
}

function remember(stamp: i32): void {
  if (Current.fwd.bits & DIR_BIT.STAMPS_TAKEN) return;
  Current.fwd.bits |= DIR_BIT.STAMPED;
  Current.fwd.stamp = stamp;
}

/** An echo of a timestamp that had gone back: the end that sends it has taken that (RFC 7323, section 4.3). */
function seeEcho(): void {
  const rev = Current.rev;
  const echo = batch.i32At(batch.tsEcho, Current.i);
  if (after(echo, rev.firstOldStamp) < 0 || after(echo, rev.lastOldStamp) > 0) return;
  rev.bits = (rev.bits & ~(DIR_BIT.STAMPED | DIR_BIT.STAMPS_REFUSED)) | DIR_BIT.STAMPS_TAKEN;
}

/**
 * An acknowledgement that answers nothing but SYNs, and does not acknowledge them: the end that sends it has an earlier
 * connection of the same ends (RFC 9293, sections 3.5.1 and 3.10.7.4; RFC 5961 section 4).
 */
function isOfEarlierHandshake(): bool {
  const rev = Current.rev;
  if ((rev.bits & DIR_BIT.SYN_SEEN) == 0 || rev.packets != rev.syns || Current.fwd.bits & DIR_BIT.SYN_SEEN)
    return false;
  return Current.ackOffset < 1 || Current.ackOffset > MAX_AFTER_SYN;
}

/**
 * Acknowledges more than the other end may have sent, by more than a window, and no other such acknowledgement has
 * advanced to here (then the capture has a gap).
 */
function judgeUnsent(): i32 {
  const fwd = Current.fwd;
  const acked = Current.revSpace.acked;
  if (Current.ackOffset <= Current.revSpace.highest || acked < 0 || fwd.packets == fwd.syns) return REFUSAL.NONE;
  const window = windowOf(fwd);
  if (Current.ackOffset <= max(Current.revSpace.highest, acked + window) + window + BESIDE_WINDOW) return REFUSAL.NONE;
  const ahead = <f64>after(Current.ack, fwd.farAck);
  const isGap = (fwd.bits & DIR_BIT.ACKED_FAR) != 0 && ahead > 0 && ahead <= window + BESIDE_WINDOW;
  fwd.bits |= DIR_BIT.ACKED_FAR;
  fwd.farAck = Current.ack;
  return isGap ? REFUSAL.NONE : REFUSAL.UNSENT;
}
