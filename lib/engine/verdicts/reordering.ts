// How packets of a direction were reordered on their way to the capture point (RFC 4737), over original transmissions
// of data: without retransmissions and copies. lib/transport/losses.js explains the figures.
import { VERDICT } from '../base/enums';
import { earliestAbove, find } from './sequence-intervals';
import { packetAt, packetCount } from './packet';
import { Trace } from './trace';

export class Reordering {
  static packets: i32 = 0;
  static reordered: i32 = 0;
  static extentMax: i32 = 0;
  static extentSum: f64 = 0;
  static nReordered1: i32 = 0;
  static nReordered2: i32 = 0;
  static nReordered3: i32 = 0;
  static lateNs: f64 = 0;
}

/** After the direction's verdict pass. @param leftOut original segments in order that are not among the packets */
export function measureReordering(leftOut: i32): void {
  /** Offsets of the latest three packets. */
  let latest: f64 = -Infinity;
  let second: f64 = -Infinity;
  let third: f64 = -Infinity;
  let count = 0;
  clear();
  for (let i = 0, n = packetCount(); i < n; i++) {
    const packet = packetAt(i);
    const verdict = packet.verdict;
    const seq = packet.seqOffset;
    if (packet.direction != Trace.direction) continue;
    packet.position = count;
    if (packet.length == 0 || (verdict != VERDICT.ORIGINAL && verdict != VERDICT.REORDERED)) continue;
    if (verdict == VERDICT.REORDERED) {
      takeIn(i, count);
      if (latest > seq) {
        Reordering.nReordered1++;
        if (second > seq) {
          Reordering.nReordered2++;
          if (third > seq) Reordering.nReordered3++;
        }
      }
    }
    third = second;
    second = latest;
    latest = seq;
    count++;
  }
  Reordering.packets = count + leftOut;
}

function clear(): void {
  Reordering.reordered =
    Reordering.extentMax =
    Reordering.nReordered1 =
    Reordering.nReordered2 =
    Reordering.nReordered3 =
      0;
  Reordering.extentSum = Reordering.lateNs = 0;
}

/** @param count of the packets that came before packet i */
function takeIn(i: i32, count: i32): void {
  const packet = packetAt(i);
  const above = earliestAbove(find(packet.seqOffset));
  const isLate = above >= 0 && above < i;
  const extent = isLate ? count - packetAt(above).position : 0;
  Reordering.reordered++;
  Reordering.extentSum += extent;
  Reordering.extentMax = max(Reordering.extentMax, extent);
  if (extent > 0) Reordering.lateNs = max(Reordering.lateNs, packet.timeNs - packetAt(above).timeNs);
}
