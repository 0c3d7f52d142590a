// What was in flight when the capture began in mid-connection: an acknowledgement below the first byte seen shows how
// many bytes before that were still in flight.
import { TCP, FIRST_BYTE } from '../base/enums';
import { Order, Packets, ackOffsetOf, directionOf, flagsOf, isSyn, sendsSomething } from './packets';
import { i32At } from '../base/columns';

/** A window is no larger (RFC 7323, section 2.3): more is no acknowledgement of this connection's data. */
const MAX_BYTES: f64 = 0x40000000;

export class Unseen {
  static bytes: f64 = 0;
}

/** Before a walk: takes it from the first acknowledgement. @param direction of the data */
export function beginUnseen(direction: i32): void {
  Unseen.bytes = 0;
  if (opensWithSyn(direction)) return;
  for (let k = 0; k < Packets.count; k++) {
    const i = i32At(Order.packet, k);
    if (directionOf(i) == direction || (flagsOf(i) & TCP.ACK) == 0) continue;
    const bytes = FIRST_BYTE - ackOffsetOf(i);
    Unseen.bytes = bytes > 0 && bytes <= MAX_BYTES ? bytes : 0;
    return;
  }
}

function opensWithSyn(direction: i32): bool {
  for (let k = 0; k < Packets.count; k++) {
    const i = i32At(Order.packet, k);
    if (directionOf(i) == direction && sendsSomething(i)) return isSyn(i);
  }
  return true;
}

/** Whether a packet acknowledges something, be it from before the capture. @param i packet of the other direction */
// @ts-ignore: decorator
@inline
export function acknowledgesSomething(i: i32): bool {
  return ackOffsetOf(i) >= 0 || (Unseen.bytes > 0 && (flagsOf(i) & TCP.ACK) != 0);
}

/** An acknowledgement arrives. @param i packet of the other direction */
// @ts-ignore: decorator
@inline
export function acknowledgeUnseen(i: i32): void {
  if (Unseen.bytes > 0) Unseen.bytes = Math.max(0, Math.min(Unseen.bytes, FIRST_BYTE - ackOffsetOf(i)));
}
