// The packets of the current connection: the columns of ConnectionPackets
// (lib/tcpflow/connection/connection-packets.js), and the order in which they passed a sender
// (lib/tcpflow/sender/sender-order.js). JavaScript copies both in.
import { OPTION, TCP, VERDICT } from '../base/enums';
import {
  BYTES_PER_PACKET,
  PACKET_COLUMNS,
  endOffsetOf,
  flagsOf,
  optionsOf,
  seqOffsetOf,
  usePackets,
  verdictOf,
} from '../base/packet-layout';
import { tableBytes } from '../base/table-layout';
import { mark, release, reset, take } from '../base/arena';
import { f64At, takeColumn, takeRoom } from '../base/columns';

export * from '../base/packet-layout';

const ORDER_COLUMNS: i32 = 3;
const ORDER_BYTES: i32 = 16;

let sackLeft: usize = 0;
let sackRight: usize = 0;
let kept: usize = 0;

export class Packets {
  static count: i32 = 0;
}

/** The order of the packets at a sender: which, when, and the confidence. */
export class Order {
  static room: usize = 0;
  static packet: usize = 0;
  static timeNs: usize = 0;
  static confidence: usize = 0;
}

/** Address of the edges of SACK blocks: the left ones, then the right ones. */
export function sackEdges(): usize {
  return sackLeft;
}

export function orderRoom(): usize {
  return Order.room;
}

/** Allocates a connection, discarding the previous one. @returns where to copy its columns */
export function takePackets(count: i32, sackBlocks: i32): usize {
  reset();
  Packets.count = count;
  const room = take(tableBytes(count, PACKET_COLUMNS, BYTES_PER_PACKET));
  usePackets(room, count);
  sackLeft = take((<usize>sackBlocks) << 4);
  sackRight = sackLeft + ((<usize>sackBlocks) << 3);
  Order.room = takeRoom(count, ORDER_COLUMNS, ORDER_BYTES);
  Order.packet = takeColumn(4);
  Order.timeNs = takeColumn(8);
  Order.confidence = takeColumn(4);
  kept = mark();
  return room;
}

/** Frees the last pass's memory. */
export function beginWalk(): void {
  release(kept);
}

// @ts-ignore: decorator
@inline
export function hasTimestamps(i: i32): bool {
  return (optionsOf(i) & OPTION.TIMESTAMPS) != 0;
}

// @ts-ignore: decorator
@inline
export function sackLeftOf(block: i32): f64 {
  return f64At(sackLeft, block);
}

// @ts-ignore: decorator
@inline
export function sackRightOf(block: i32): f64 {
  return f64At(sackRight, block);
}

// @ts-ignore: decorator
@inline
export function isSyn(i: i32): bool {
  return (flagsOf(i) & TCP.SYN) != 0;
}

/** Whether a packet takes sequence space that counts. */
// @ts-ignore: decorator
@inline
export function takesSequenceSpace(i: i32): bool {
  return endOffsetOf(i) > seqOffsetOf(i) && (flagsOf(i) & TCP.RST) == 0;
}

/** Whether a packet of the data's direction sends something, and is no duplicate in the capture. */
// @ts-ignore: decorator
@inline
export function sendsSomething(i: i32): bool {
  return takesSequenceSpace(i) && verdictOf(i) != VERDICT.DUPLICATE_IN_CAPTURE;
}
