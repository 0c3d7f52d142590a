// Records an acknowledgement of the other direction's bytes and takes an RTT sample if it can: the time from a segment
// to the first acknowledgement that ends at its last byte. By Karn's rule (RFC 6298 section 3) none is taken while
// bytes that were sent twice are among those newly acknowledged, and by tcptrace's post-loss rule none when a segment
// below came after the one acknowledged: the receiver then waited for that.
import { DIR_BIT, VERDICT } from '../base/enums';
import { Current } from './segment';
import * as rows from '../base/rows';

/** Moves the acknowledged edge, and records the sample where the current segment gives a valid one. */
export function acknowledge(): void {
  const rev = Current.rev;
  const space = Current.revSpace;
  const before = space.acked;
  const ackOffset = Current.ackOffset;
  if (ackOffset <= before) return;
  space.acked = ackOffset;
  if (ackOffset > 1 && rev.bits & DIR_BIT.DATA_SEEN) rev.bits |= DIR_BIT.DATA_ACKED;
  const row = passRows();
  if (row < 0 || space.retransmittedEnd > before) return;
  bookSample(Current.timeNs - load<f64>(rows.blockOf(row) + rows.TIME_NS + (rows.placeOf(row) << 3)));
}

/**
 * Moves the direction's pointer past all rows acknowledged: it only moves forward, so this is linear over all packets.
 */
function passRows(): i32 {
  const sender = (Current.flowIndex << 1) | (1 - Current.endpoint);
  const ackOffset = Current.ackOffset;
  let row = Current.rev.unackedRow;
  let match = -1;
  while (row >= 0) {
    const block = rows.blockOf(row);
    const at = rows.placeOf(row);
    if (load<i32>(block + rows.FLOW_END + (at << 2)) == sender) {
      const flags = <i32>load<u16>(block + rows.FLAGS + (at << 1));
      const start = rows.seqOffsetAt(block, at);
      const end = rows.endOffset(start, load<i32>(block + rows.LENGTH + (at << 2)), flags);
      if (end > ackOffset) break;
      if (end > start) match = end == ackOffset && load<u8>(block + rows.VERDICT + at) == VERDICT.ORIGINAL ? row : -1;
    }
    row = load<i32>(block + rows.NEXT + (at << 2));
  }
  Current.rev.unackedRow = row;
  return match;
}

function bookSample(rttNs: f64): void {
  if (rttNs < 0) return; // a clock that was set back
  const space = Current.revSpace;
  const first = Current.rev.rttSamples++ == 0;
  if (first || rttNs < space.rttMin) space.rttMin = rttNs;
  if (first || rttNs > space.rttMax) space.rttMax = rttNs;
  space.rttSum += rttNs;
  space.rttSquares += rttNs * rttNs;
}
