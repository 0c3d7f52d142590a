// The packets of the connection that is walked: the columns of ConnectionPackets
// (lib/tcpflow/connection/connection-packets.js), and the order in which they passed a sender (../sender-order.js).
// JavaScript copies both in.
import { RST, SYN } from '../base/read-rows';
import { BYTES_PER_PACKET, PACKET_COLUMNS } from '../base/table-layout';
import { mark, release, reset, take } from '../base/arena';
import { DUPLICATE_IN_CAPTURE } from '../verdicts/verdicts';
import { f64At, i32At, takeColumn, takeRoom, u8At } from '../base/columns';

const ORDER_COLUMNS: i32 = 3;
const ORDER_BYTES: i32 = 16;
const TIMESTAMPS: i32 = 8;

let timeNs: usize = 0;
let direction: usize = 0;
let seqOffset: usize = 0;
let endOffset: usize = 0;
let ackOffset: usize = 0;
let length: usize = 0;
let windowBytes: usize = 0;
let flags: usize = 0;
let verdict: usize = 0;
let judgement: usize = 0;
let options: usize = 0;
let tsValue: usize = 0;
let tsEcho: usize = 0;
let ipId: usize = 0;
let sackStart: usize = 0;
let sackCount: usize = 0;
let sackLeft: usize = 0;
let sackRight: usize = 0;
let kept: usize = 0;

export class Packets {
  static count: i32 = 0;
}

/** The order of the packets at a sender: which, when, and how sure that is. */
export class Order {
  static room: usize = 0;
  static packet: usize = 0;
  static timeNs: usize = 0;
  static confidence: usize = 0;
}

/** Where the edges of SACK blocks lie: the left ones, then the right ones. */
export function sackEdges(): usize {
  return sackLeft;
}

export function orderRoom(): usize {
  return Order.room;
}

/** Takes room for a connection; what was kept of another is gone. @returns where its columns are to be copied */
export function takePackets(count: i32, sackBlocks: i32): usize {
  reset();
  Packets.count = count;
  const room = takeRoom(count, PACKET_COLUMNS, BYTES_PER_PACKET);
  takeColumn(4);
  takeColumn(4);
  timeNs = takeColumn(8);
  direction = takeColumn(1);
  seqOffset = takeColumn(8);
  endOffset = takeColumn(8);
  ackOffset = takeColumn(8);
  length = takeColumn(4);
  takeColumn(2);
  takeColumn(2);
  windowBytes = takeColumn(8);
  flags = takeColumn(2);
  takeColumn(2);
  takeColumn(2);
  verdict = takeColumn(1);
  judgement = takeColumn(1);
  options = takeColumn(1);
  tsValue = takeColumn(4);
  tsEcho = takeColumn(4);
  ipId = takeColumn(2);
  takeColumn(1);
  takeColumn(1);
  sackStart = takeColumn(4);
  sackCount = takeColumn(1);
  sackLeft = take((<usize>sackBlocks) << 4);
  sackRight = sackLeft + ((<usize>sackBlocks) << 3);
  Order.room = takeRoom(count, ORDER_COLUMNS, ORDER_BYTES);
  Order.packet = takeColumn(4);
  Order.timeNs = takeColumn(8);
  Order.confidence = takeColumn(4);
  kept = mark();
  return room;
}

/** Gives back what the last walk took. */
export function beginWalk(): void {
  release(kept);
}

// @ts-ignore: decorator
@inline
export function timeNsOf(i: i32): f64 {
  return f64At(timeNs, i);
}

// @ts-ignore: decorator
@inline
export function directionOf(i: i32): i32 {
  return u8At(direction, i);
}

// @ts-ignore: decorator
@inline
export function seqOffsetOf(i: i32): f64 {
  return f64At(seqOffset, i);
}

// @ts-ignore: decorator
@inline
export function endOffsetOf(i: i32): f64 {
  return f64At(endOffset, i);
}

/** −1 without ACK. */
// @ts-ignore: decorator
@inline
export function ackOffsetOf(i: i32): f64 {
  return f64At(ackOffset, i);
}

// @ts-ignore: decorator
@inline
export function lengthOf(i: i32): i32 {
  return i32At(length, i);
}

// @ts-ignore: decorator
@inline
export function windowBytesOf(i: i32): f64 {
  return f64At(windowBytes, i);
}

// @ts-ignore: decorator
@inline
export function flagsOf(i: i32): i32 {
  return <i32>load<u16>(flags + ((<usize>i) << 1));
}

// @ts-ignore: decorator
@inline
export function verdictOf(i: i32): u8 {
  return <u8>u8At(verdict, i);
}

// @ts-ignore: decorator
@inline
export function judgementOf(i: i32): i32 {
  return u8At(judgement, i);
}

// @ts-ignore: decorator
@inline
export function hasTimestamps(i: i32): bool {
  return (u8At(options, i) & TIMESTAMPS) != 0;
}

// @ts-ignore: decorator
@inline
export function tsValueOf(i: i32): i32 {
  return i32At(tsValue, i);
}

// @ts-ignore: decorator
@inline
export function tsEchoOf(i: i32): i32 {
  return i32At(tsEcho, i);
}

// @ts-ignore: decorator
@inline
export function ipIdOf(i: i32): i32 {
  return <i32>load<u16>(ipId + ((<usize>i) << 1));
}

/** A packet's first SACK block, an index of those of all packets. */
// @ts-ignore: decorator
@inline
export function sackStartOf(i: i32): i32 {
  return i32At(sackStart, i);
}

// @ts-ignore: decorator
@inline
export function sackCountOf(i: i32): i32 {
  return u8At(sackCount, i);
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
  return (flagsOf(i) & SYN) != 0;
}

/** Whether a packet takes sequence space that counts. */
// @ts-ignore: decorator
@inline
export function takesSequenceSpace(i: i32): bool {
  return endOffsetOf(i) > seqOffsetOf(i) && (flagsOf(i) & RST) == 0;
}

/** Whether a packet of the data's direction sends something, as far as it is not captured twice. */
// @ts-ignore: decorator
@inline
export function sendsSomething(i: i32): bool {
  return takesSequenceSpace(i) && verdictOf(i) != DUPLICATE_IN_CAPTURE;
}
