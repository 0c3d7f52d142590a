// The packets as they passed their sender where the capture was taken there: as captured, except acknowledgements that
// the capture shows after the segment that they released. Two things prove that: the segment echoes a timestamp that no
// packet before it had (RFC 7323, section 4), or it lies beyond the window as known before it (RFC 9293, section
// 3.8.6). The acknowledgement then takes the segment's time.
import { ORDER_METHOD, TCP } from '../base/enums';
import { take } from '../base/arena';
import { setF32, setF64, setI32, setU8, u8At } from '../base/columns';
import {
  Order,
  Packets,
  ackOffsetOf,
  beginWalk,
  directionOf,
  endOffsetOf,
  flagsOf,
  hasTimestamps,
  lengthOf,
  timeNsOf,
  tsEchoOf,
  tsValueOf,
  windowBytesOf,
} from './packets';

/**
 * A capture shows an acknowledgement at most this much after the segments it triggered: a network card has separate
 * queues for received and sent packets, and so has a mirror port. Linux answers after 20 us.
 */
const SWAPPED_WITHIN_NS: f64 = 50e3;
/** Packets within that time that are examined. */
const MAX_LOOKED_AT: i32 = 32;

class Known {
  static placed: i32 = 0;
  static windowKnown: bool = false;
  /** Latest timestamp of the other end. */
  static hasStamp: bool = false;
  static stamp: i32 = 0;
  /** The end of its window. */
  static edge: f64 = Infinity;
}

/** By packet: 1 where it was put before a segment already. */
let moved: usize = 0;

/**
 * Fills the order's columns. @param direction of the data @param windowKnown whether the windows of its receiver are
 * @returns CAPTURED
 */
export function swappedOrder(direction: i32, windowKnown: bool, confidence: f32): i32 {
  beginWalk();
  const n = Packets.count;
  moved = take(<usize>n);
  memory.fill(moved, 0, <usize>n);
  Known.placed = 0;
  Known.windowKnown = windowKnown;
  Known.hasStamp = false;
  Known.edge = Infinity;
  for (let i = 0; i < n; i++) {
    setF32(Order.confidence, i, confidence);
    if (u8At(moved, i) != 0) continue;
    if (directionOf(i) != direction) learn(i);
    else if (isReleased(i)) placeBefore(i, releasedBy(i, direction));
    place(i, timeNsOf(i));
  }
  return ORDER_METHOD.CAPTURED;
}

function place(packet: i32, timeNs: f64): void {
  if (Known.placed == Packets.count) return;
  setF64(Order.timeNs, Known.placed, timeNs);
  setI32(Order.packet, Known.placed++, packet);
}

/** @param ack the packet that released segment i; −1 none */
function placeBefore(i: i32, ack: i32): void {
  if (ack < 0 || u8At(moved, ack) != 0) return;
  setU8(moved, ack, 1);
  learn(ack);
  place(ack, timeNsOf(i));
}

/** A packet of the other end is known to the sender. */
function learn(i: i32): void {
  if (hasTimestamps(i) && (!Known.hasStamp || tsValueOf(i) - Known.stamp > 0)) {
    Known.stamp = tsValueOf(i);
    Known.hasStamp = true;
  }
  if (!Known.windowKnown || (flagsOf(i) & (TCP.ACK | TCP.RST)) != TCP.ACK) return;
  const edge = ackOffsetOf(i) + windowBytesOf(i);
  Known.edge = Known.edge == Infinity ? edge : Math.max(Known.edge, edge);
}

/** Whether a segment shows that its sender knew more than the packets captured before it. */
function isReleased(i: i32): bool {
  if (lengthOf(i) <= 1 || ackOffsetOf(i) < 0) return false;
  return endOffsetOf(i) > Known.edge || (hasTimestamps(i) && Known.hasStamp && tsEchoOf(i) - Known.stamp > 0);
}

/** The packet after segment i that its sender must have received; −1 none. */
function releasedBy(i: i32, direction: i32): i32 {
  const isBeyond = endOffsetOf(i) > Known.edge;
  const atNs = timeNsOf(i);
  for (let k = i + 1; k < Packets.count && k <= i + MAX_LOOKED_AT && timeNsOf(k) - atNs <= SWAPPED_WITHIN_NS; k++) {
    if (directionOf(k) == direction) continue;
    if (
      isBeyond ? ackOffsetOf(k) + windowBytesOf(k) >= endOffsetOf(i) : hasTimestamps(k) && tsValueOf(k) == tsEchoOf(i)
    )
      return k;
  }
  return -1;
}
