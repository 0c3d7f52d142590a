// Puts the packets of a connection into the order in which they passed the sender of one direction, where the capture
// was taken elsewhere: see lib/tcpflow/sender/sender-order.js.
import { ORDER_METHOD } from '../base/enums';
import { take } from '../base/arena';
import { leftAfterNs, readClock } from './sender-clock';
import { leavingTimes } from './trains';
import { f64At, i32At, setF32, setF64, setI32 } from '../base/columns';
import {
  Order,
  Packets,
  ackOffsetOf,
  beginWalk,
  directionOf,
  hasTimestamps,
  timeNsOf,
  tsEchoOf,
  tsValueOf,
} from './packets';

/** Confidence by what determined a packet's position. */
const BY_ECHO: f32 = 0.95;
const BY_CROWDED_ECHO: f32 = 0.8;
const BY_NO_ECHO: f32 = 0.6;
const BY_SHIFT: f32 = 0.5;
/** Acknowledgements with one timestamp, from which on a segment's position among them is uncertain. */
const CROWD: i32 = 4;
/**
 * Acknowledgements of one tick arrive within this of each other: a segment that left later by the sender's clock had
 * seen all of them. Ticks are 1 ms (Linux, FreeBSD, gVisor) or 4 (older Linux); those of 10 (Solaris) are less precise.
 */
const SPREAD_NS: f64 = 5e6;
/**
 * The shortest round trip to the sender includes its reaction time; often it is faster. An acknowledgement placed too
 * early does no harm, one placed after the segments it triggered does. Linux reacts within 0.02 to 0.1 ms.
 */
const REACTION_SHARE: f64 = 0.1;
const REACTION_NS: f64 = 0.2e6;

let placed: i32 = 0;
/** Packets of the other direction, in order. */
let back: usize = 0;
let backCount: i32 = 0;
/** By packet its group: acknowledgements with the same timestamp, which their echo cannot distinguish. −1 none. */
let group: usize = 0;
let groups: i32 = 0;
/** By group: its timestamp, how many acknowledgements there are, how many segments echo it. */
let values: usize = 0;
let acks: usize = 0;
let segments: usize = 0;
let hasClock: bool = false;

/**
 * Fills the order's columns.
 * @param senderNs the shortest round trip to the sender
 * @param baseNs that of the whole path
 * @param windowKnown whether the windows of its receiver are
 * @returns how it was found: SHIFTED or ECHOES
 */
export function order(direction: i32, senderNs: f64, baseNs: f64, windowKnown: bool): i32 {
  beginWalk();
  placed = 0;
  listAcknowledgements(direction);
  if (groupEchoes(direction)) {
    placeByEchoes(direction, senderNs);
    return ORDER_METHOD.ECHOES;
  }
  placeShifted(direction, senderNs, baseNs, windowKnown);
  return ORDER_METHOD.SHIFTED;
}

function listAcknowledgements(direction: i32): void {
  back = take((<usize>Packets.count) << 2);
  backCount = 0;
  for (let i = 0; i < Packets.count; i++) if (directionOf(i) != direction) setI32(back, backCount++, i);
}

function place(packet: i32, timeNs: f64, confidence: f32): void {
  if (placed == Packets.count) return;
  const lastNs = placed == 0 ? -Infinity : f64At(Order.timeNs, placed - 1);
  setF32(Order.confidence, placed, confidence);
  setF64(Order.timeNs, placed, Math.max(timeNs, lastNs));
  setI32(Order.packet, placed++, packet);
}

function placeShifted(direction: i32, senderNs: f64, baseNs: f64, windowKnown: bool): void {
  const reactionNs = Math.min(senderNs * REACTION_SHARE, REACTION_NS);
  const behindNs = senderNs - reactionNs;
  const leftNs = leavingTimes(direction, back, backCount, behindNs, baseNs, windowKnown);
  let next = 0;
  for (let i = 0; i < Packets.count; i++) {
    if (directionOf(i) != direction) continue;
    const timeNs = f64At(leftNs, i);
    for (; next < backCount && arrivalNs(next, behindNs) <= timeNs; next++)
      place(i32At(back, next), Math.min(timeNs, arrivalNs(next, senderNs)), BY_SHIFT);
    place(i, timeNs, BY_SHIFT);
  }
  for (; next < backCount; next++) place(i32At(back, next), arrivalNs(next, senderNs), BY_SHIFT);
}

function arrivalNs(next: i32, senderNs: f64): f64 {
  return timeNsOf(i32At(back, next)) + senderNs;
}

/** @returns false without timestamps in both directions */
function groupEchoes(direction: i32): bool {
  group = take((<usize>Packets.count) << 2);
  values = take((<usize>backCount) << 2);
  acks = take((<usize>backCount) << 2);
  segments = take((<usize>backCount) << 2);
  memory.fill(group, 0xff, (<usize>Packets.count) << 2);
  memory.fill(acks, 0, (<usize>backCount) << 2);
  memory.fill(segments, 0, (<usize>backCount) << 2);
  groupAcknowledgements();
  return groups > 1 && groupSegments(direction) > 0;
}

function groupAcknowledgements(): void {
  groups = 0;
  for (let at = 0; at < backCount; at++) {
    const i = i32At(back, at);
    if (!hasTimestamps(i)) continue;
    if (groups == 0 || tsValueOf(i) - i32At(values, groups - 1) > 0) setI32(values, groups++, tsValueOf(i));
    setI32(group, i, groups - 1);
    setI32(acks, groups - 1, i32At(acks, groups - 1) + 1);
  }
}

/** @returns how many segments echo an acknowledgement */
function groupSegments(direction: i32): i32 {
  let at = 0;
  let echoed = 0;
  for (let i = 0; i < Packets.count; i++) {
    if (directionOf(i) != direction || !hasTimestamps(i) || ackOffsetOf(i) < 0) continue;
    const echo = tsEchoOf(i);
    if (i32At(values, groups - 1) - echo < 0) continue;
    while (at + 1 < groups && i32At(values, at + 1) - echo <= 0) at++;
    if (i32At(values, at) != echo) continue;
    setI32(group, i, at);
    setI32(segments, at, i32At(segments, at) + 1);
    echoed++;
  }
  return echoed;
}

function placeByEchoes(direction: i32, senderNs: f64): void {
  hasClock = readClock(direction);
  let next = 0;
  let latest = -1;
  let before = 0;
  let ofGroup = 0;
  for (let i = 0; i < Packets.count; i++) {
    if (directionOf(i) != direction) continue;
    const own = i32At(group, i);
    if (own > latest) {
      latest = own;
      before = ofGroup = 0;
    }
    // the segment had at least one of its group; of n acknowledgements and m segments the k-th had n·k/m, since they
    // trigger each other
    let least = 0;
    if (own == latest && latest >= 0) {
      least = <i32>Math.floor((<f64>before * <f64>i32At(acks, latest)) / <f64>i32At(segments, latest)) + 1;
      before++;
    }
    const leftNs = hasClock && hasTimestamps(i) ? leftAfterNs(tsValueOf(i)) : -Infinity;
    const certainty = own < 0 ? BY_NO_ECHO : certaintyAmong(i32At(acks, own));
    for (; next < backCount && i32At(back, next) < i; next++) {
      const ofBack = i32At(group, i32At(back, next));
      const atNs = arrivalNs(next, senderNs);
      if (ofBack >= latest && (ofBack != latest || (ofGroup >= least && atNs + SPREAD_NS >= leftNs))) break;
      if (ofBack == latest) ofGroup++;
      place(i32At(back, next), atNs, certainty);
    }
    place(i, leavingNs(i, next < backCount ? arrivalNs(next, senderNs) : Infinity, leftNs), certainty);
  }
  for (; next < backCount; next++) place(i32At(back, next), arrivalNs(next, senderNs), BY_NO_ECHO);
}

/** @param among acknowledgements with the same timestamp */
function certaintyAmong(among: i32): f32 {
  return among < CROWD ? BY_ECHO : BY_CROWDED_ECHO;
}

/**
 * When a segment left: by the sender's own clock where its timestamps show one, but before the next acknowledgement
 * came and before it was captured.
 * @param leftNs by the clock; −Infinity not known
 */
function leavingNs(i: i32, nextNs: f64, leftNs: f64): f64 {
  const latestNs = Math.min(timeNsOf(i), nextNs);
  return leftNs == -Infinity ? latestNs : Math.min(latestNs, leftNs);
}
