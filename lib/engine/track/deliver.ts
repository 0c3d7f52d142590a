// How far the bytes of each direction are delivered (lib/tcpflow/reassembly): separate from the tracking state, as a
// batch is tracked as a whole before any of it is delivered. State here is as of the segment delivered.
import { STANDING, STREAM_BIT, TCP } from '../base/enums';
import * as batch from '../base/batch';
import { readSegment } from '../http1/direct';
import { Payloads, isBarren } from '../http1/skim';
import { STREAM_BYTES, Stream, streamsAt } from '../base/stream-state';

/**
 * Delivers the batch's segments from `i` to `count`, which `track` has tracked; the batch's bytes are at `bytes`, or 0
 * where they are not in this memory.
 * @returns the first segment whose bytes JavaScript may need; `count`: none. When done with it the caller continues
 *   with the next
 */
export function pass(index: i32, i: i32, count: i32, bytes: usize): i32 {
  batch.useBatch(index);
  Payloads.bytes = bytes;
  while (i < count && (passSegment(i) || readHere(i))) i++;
  return i;
}

/** Whether the wanted bytes of the batch's segment i were read here. */
function readHere(i: i32): bool {
  if (batch.u8At(batch.standing, i) & STANDING.REFUSED) return false;
  const flowEnd = batch.i32At(batch.flowEnd, i);
  const endpoint = flowEnd & 1;
  return readSegment(
    i,
    flowEnd >> 1,
    endpoint,
    changetype<Stream>(streamsAt(flowEnd >> 1) + <usize>endpoint * STREAM_BYTES),
  );
}

/**
 * Skips bytes in order that the sink does not want. Not others, data after an end, or retransmitted bytes whose first
 * copy may still be compared.
 * @returns whether the reassembler can skip the segment; it applies the same rules, so that one too many does no harm
 */
function passSegment(i: i32): bool {
  const flowEnd = batch.i32At(batch.flowEnd, i);
  const streams = streamsAt(flowEnd >> 1);
  const own = streams + <usize>(flowEnd & 1) * STREAM_BYTES;
  const fwd = changetype<Stream>(own);
  const rev = changetype<Stream>((streams << 1) + STREAM_BYTES - own);
  const flags = batch.u16At(batch.flags, i);
  const length = batch.i32At(batch.payloadLength, i);
  noteRole(changetype<Stream>(streams), i);
  if (batch.u8At(batch.standing, i) & STANDING.REFUSED) return length == 0;
  if (flags & (TCP.FIN | TCP.RST))
    fwd.bits |= (flags & TCP.FIN ? STREAM_BIT.FIN_PASSED : 0) | (flags & TCP.RST ? STREAM_BIT.RESET_PASSED : 0);
  const isNews = (flags & TCP.RST) != 0 || (rev.bits & STREAM_BIT.HAS_HELD) != 0;
  if (fwd.bits & STREAM_BIT.ENDED || (length == 0 && (flags & TCP.FIN) == 0)) return !isNews && length <= 1;
  const start = batch.f64At(batch.dataOffset, i);
  const end = start + <f64>length;
  if (
    fwd.bits & (STREAM_BIT.HAS_HELD | STREAM_BIT.FIN_PASSED) ||
    (start < fwd.delivered && fwd.bits & STREAM_BIT.HAS_RECENT)
  )
    return false;
  if (fwd.nextNeeded == Infinity) return !isNews;
  if (
    isNews ||
    start > fwd.delivered ||
    (isAwaited(fwd, i, end, length) && !(fwd.bits & STREAM_BIT.SKIMMED && isBarren(i, length)))
  )
    return false;
  if (end > fwd.delivered) {
    fwd.delivered = end;
    fwd.deliveredFrame = batch.i32At(batch.frame, i);
  }
  return true;
}

/** Whether the sink wants a byte of the segment, or a gap in it from the snap length. */
// @ts-ignore: decorator
@inline
function isAwaited(stream: Stream, i: i32, end: f64, length: i32): bool {
  return (
    end > stream.nextNeeded ||
    ((stream.bits & STREAM_BIT.GAPS_REPORTED) != 0 && batch.i32At(batch.payloadCaptured, i) < length)
  );
}

// @ts-ignore: decorator
@inline
function noteRole(first: Stream, i: i32): void {
  const guessed = batch.u8At(batch.standing, i) & STANDING.ROLE_GUESSED ? STREAM_BIT.ROLE_GUESSED : 0;
  if ((first.bits & STREAM_BIT.ROLE_GUESSED) != guessed) first.bits ^= STREAM_BIT.ROLE_GUESSED;
}
