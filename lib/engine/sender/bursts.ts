// A direction's packets at its sender as bursts: an acknowledgement with the segments it triggered, or segments that
// left without one. The columns are those of `Bursts`, explained in lib/transport/bursts.js.
import { BURST_COLUMNS, BYTES_PER_BURST } from '../base/burst-columns';
import { SENDER_STATE, SPURIOUS, SPURIOUS_SHIFT, TCP, TRIGGER, VERDICT } from '../base/enums';
import { Board, News, acknowledge, makeScoreboard, outstanding, send, sendUncaptured } from './scoreboard';
import { f64At, i32At, setF64, setI32, setU8, shortenRoom, takeColumn, takeRoom } from '../base/columns';
import {
  Marks,
  acknowledged,
  afterSending,
  afterUncaptured,
  beforeSending,
  inRecovery,
  makeMarks,
  timeOut,
} from './loss-marks';

import {
  Order,
  Packets,
  ackOffsetOf,
  beginWalk,
  directionOf,
  endOffsetOf,
  flagsOf,
  isSyn,
  judgementOf,
  lengthOf,
  sendsSomething,
  seqOffsetOf,
  verdictOf,
  windowBytesOf,
} from './packets';
import { boundOf, cutSegments, endAt, span } from './pieces';
import { Silence, beginSilences, nextSilence } from './silences';
import { Unseen, acknowledgeUnseen, acknowledgesSomething, beginUnseen } from './unseen';

/** Of each column, in order. */
const WIDTHS: StaticArray<u8> = [8, 8, 1, 1, 8, 8, 8, 4, 8, 8, 4, 4, 8, 8, 1, 1, 8, 8, 8, 8, 1, 4, 4, 4, 4];

/** A window below this share of its previous value has shrunk. */
const MIN_KEPT: f64 = 0.5;

let startNs: usize = 0;
let endNs: usize = 0;
let trigger: usize = 0;
let state: usize = 0;
let pipeBefore: usize = 0;
let pipeAfter: usize = 0;
let waiting: usize = 0;
let sacked: usize = 0;
let delivered: usize = 0;
let sendNs: usize = 0;
let sent: usize = 0;
let sentNew: usize = 0;
let firstOffset: usize = 0;
let firstNew: usize = 0;
let short: usize = 0;
let pushed: usize = 0;
let sentEnd: usize = 0;
let edge: usize = 0;
let windowBytes: usize = 0;
let outstandings: usize = 0;
let closed: usize = 0;
let undone: usize = 0;
let overtaken: usize = 0;
let confidence: usize = 0;
let packet: usize = 0;

class Walk {
  static bursts: i32 = 0;
  static mss: f64 = 0;
  static clockedNs: f64 = 0;
  static windowKnown: bool = false;
  static echoesMarks: bool = false;
  static lastNs: f64 = -Infinity;
  /** An unknown window is no limit. */
  static edge: f64 = Infinity;
  /** Highest acknowledgement so far. */
  static acked: f64 = 0;
  static windowBytes: f64 = 0;
  static top: f64 = 1;
  static isShort: bool = false;
  static isPushed: bool = false;
  static isClosed: bool = false;
  /** In the current recovery: retransmissions, and whether any was needed. */
  static resent: i32 = 0;
  static needed: bool = false;
  static undone: i32 = 0;
  static overtaken: i32 = 0;
  /** Data that leaves is lost before the capture point. */
  static isCutOff: bool = false;
  /** The sender reduces its window for ECN until this is acknowledged; −1: not. */
  static reducedUntil: f64 = -1;
}

export function burstCount(): i32 {
  return Walk.bursts;
}

/**
 * @param direction of the data, whose order was filled before
 * @param clockedNs segments triggered by an acknowledgement leave within this
 * @param sack both ends permit it
 * @param windowKnown whether the scale of the other end's windows is known
 * @param echoesMarks whether ECE of an acknowledgement reports CE-marked data
 * @param byBytes whether the window is counted in bytes, not in packets
 * @param baseNs shortest round trip of the whole path; 0: of no account, as the capture was taken at the sender
 * @returns where the columns lie, as long as there are bursts
 */
export function bursts(
  direction: i32,
  mss: f64,
  clockedNs: f64,
  sack: bool,
  windowKnown: bool,
  echoesMarks: bool,
  byBytes: bool,
  baseNs: f64,
): usize {
  beginWalk();
  const room = takeBursts();
  cutSegments(direction, mss, byBytes);
  makeScoreboard();
  makeMarks(sack);
  beginUnseen(direction);
  beginSilences(direction, baseNs, windowKnown);
  begin(mss, clockedNs, windowKnown, echoesMarks);
  for (let k = 0; k < Packets.count; k++) {
    const i = i32At(Order.packet, k);
    const timeNs = f64At(Order.timeNs, k);
    if (directionOf(i) == direction) sendPacket(i, timeNs, k);
    else if (acknowledgesSomething(i)) acknowledgePacket(i, timeNs, k);
    else if (isSyn(i)) moveWindow(1, windowBytesOf(i));
  }
  shortenRoom(room, Packets.count, Walk.bursts, WIDTHS);
  return room;
}

function begin(mss: f64, clockedNs: f64, windowKnown: bool, echoesMarks: bool): void {
  Walk.mss = mss;
  Walk.clockedNs = clockedNs;
  Walk.windowKnown = windowKnown;
  Walk.echoesMarks = echoesMarks;
  Walk.bursts = Walk.resent = Walk.undone = Walk.overtaken = 0;
  Walk.lastNs = -Infinity;
  Walk.edge = Infinity;
  Walk.acked = 0;
  Walk.windowBytes = 0;
  Walk.top = 1;
  Walk.isShort = Walk.isPushed = Walk.isClosed = Walk.needed = Walk.isCutOff = false;
  Walk.reducedUntil = -1;
}

function takeBursts(): usize {
  const room = takeRoom(Packets.count, BURST_COLUMNS, BYTES_PER_BURST);
  startNs = takeColumn(8);
  endNs = takeColumn(8);
  trigger = takeColumn(1);
  state = takeColumn(1);
  pipeBefore = takeColumn(8);
  pipeAfter = takeColumn(8);
  waiting = takeColumn(8);
  sacked = takeColumn(4);
  delivered = takeColumn(8);
  sendNs = takeColumn(8);
  sent = takeColumn(4);
  sentNew = takeColumn(4);
  firstOffset = takeColumn(8);
  firstNew = takeColumn(8);
  short = takeColumn(1);
  pushed = takeColumn(1);
  sentEnd = takeColumn(8);
  edge = takeColumn(8);
  windowBytes = takeColumn(8);
  outstandings = takeColumn(8);
  closed = takeColumn(1);
  undone = takeColumn(4);
  overtaken = takeColumn(4);
  confidence = takeColumn(4);
  packet = takeColumn(4);
  return room;
}

function sendPacket(i: i32, timeNs: f64, k: i32): void {
  if (!sendsSomething(i)) return;
  const endsSilence = i == Silence.first;
  const isTimeOut = endsSilence && Silence.isLost;
  if (isTimeOut) sendLost(endAt(Silence.isExact ? Silence.endOffset : endOffsetOf(i)), i, Walk.lastNs);
  const next = Board.next;
  const before = pipe();
  const length = <f64>lengthOf(i);
  const isNew = length > 0 && seqOffsetOf(i) + length > Walk.top;
  if (isTimeOut) timeOutUnseen();
  else beforeSending(i, timeNs);
  if (endsSilence) nextSilence();
  send(i, timeNs);
  afterSending(i, timeNs, next);
  if (verdictOf(i) == VERDICT.RETRANSMISSION) {
    Walk.resent++;
    if (judgementOf(i) >> SPURIOUS_SHIFT != SPURIOUS) Walk.needed = true;
  }
  Walk.top = Math.max(Walk.top, endOffsetOf(i));
  if (isSyn(i)) return;
  if ((flagsOf(i) & TCP.FIN) != 0) Walk.isClosed = true;
  if (timeNs - Walk.lastNs > Walk.clockedNs || Walk.bursts == 0) open(i, timeNs, k, TRIGGER.NOTHING, before);
  addSegments(i, timeNs, isNew);
  close(timeNs);
  if (i == Silence.before) Walk.isCutOff = Silence.isLost;
}

/** What had left since the capture went silent was lost, and the timer has fired. */
function timeOutUnseen(): void {
  timeOut();
  Walk.isCutOff = false;
  Walk.needed = true;
}

/**
 * Data leaves in the latest burst, and is lost before the capture point.
 * @param end after its last piece @param i the packet that shows it
 */
function sendLost(end: i32, i: i32, timeNs: f64): void {
  const from = Board.next;
  if (end <= from || Walk.bursts == 0) return;
  sendUncaptured(end, i, timeNs);
  afterUncaptured(from, end, timeNs);
  const b = Walk.bursts - 1;
  const segments = <i32>Math.ceil(span(from, end));
  if (i32At(sent, b) == 0) setF64(sendNs, b, timeNs);
  if (i32At(sentNew, b) == 0) {
    setF64(firstOffset, b, boundOf(from));
    setF64(firstNew, b, Math.min(Walk.mss, boundOf(end) - boundOf(from)));
  }
  setI32(sent, b, i32At(sent, b) + segments);
  setI32(sentNew, b, i32At(sentNew, b) + segments);
  Walk.top = Math.max(Walk.top, boundOf(end));
  Walk.isShort = Walk.isPushed = !Silence.isExact && boundOf(end) >= Silence.endOffset; // all that it had
  close(timeNs);
}

/**
 * Each acknowledgement releases as much as it takes away, up to the window's edge: at the end of what was lost, none is
 * left.
 */
function releaseLost(timeNs: f64): void {
  const end = endAt(Math.min(Silence.endOffset, Walk.edge));
  let to = Board.next;
  while (to < end && span(Board.next, to) < f64At(delivered, Walk.bursts - 1)) to++;
  sendLost(to, Silence.first, timeNs);
}

function addSegments(i: i32, timeNs: f64, isNew: bool): void {
  const b = Walk.bursts - 1;
  const length = <f64>lengthOf(i);
  const segments = <i32>Math.max(1, Math.ceil(length / Walk.mss));
  if (i32At(sent, b) == 0) setF64(sendNs, b, timeNs);
  setI32(sent, b, i32At(sent, b) + segments);
  if (!isNew) return;
  if (i32At(sentNew, b) == 0) {
    setF64(firstOffset, b, seqOffsetOf(i));
    setF64(firstNew, b, length);
  }
  Walk.isPushed = (flagsOf(i) & TCP.PSH) != 0;
  Walk.isShort = length < Walk.mss;
  setI32(sentNew, b, i32At(sentNew, b) + segments);
}

/**
 * A window is rounded by its scale, and acknowledgements may be reordered: by less than half it has not shrunk. By more
 * it has, as behind a middlebox that removes window scaling, and a sender uses the later one (RFC 9293 section
 * 3.10.7.4).
 */
function hasShrunk(from: f64, bytes: f64): bool {
  return bytes > 0 && from >= Walk.acked && bytes < (Walk.edge - from) * MIN_KEPT;
}

function acknowledgePacket(i: i32, timeNs: f64, k: i32): void {
  const before = undelivered();
  const ackOffset = ackOffsetOf(i);
  acknowledge(i);
  acknowledgeUnseen(i);
  acknowledged(i, timeNs);
  if (News.overtaken) Walk.overtaken++;
  moveWindow(ackOffset, windowBytesOf(i));
  if (isSyn(i)) return;
  const isMarked = Walk.echoesMarks && (flagsOf(i) & TCP.ECE) != 0;
  if (isMarked && Walk.reducedUntil < 0 && !inRecovery()) Walk.reducedUntil = Walk.top;
  else if (Walk.reducedUntil >= 0 && ackOffset >= Walk.reducedUntil) Walk.reducedUntil = -1;
  open(i, timeNs, k, lengthOf(i) > 0 ? TRIGGER.DATA : TRIGGER.ACK, pipe());
  setF64(delivered, Walk.bursts - 1, Math.max(0, before - undelivered()));
  close(timeNs);
  if (Walk.isCutOff) releaseLost(timeNs);
}

/** A window of unknown scale is ignored, unless it is 0. */
function moveWindow(from: f64, bytes: f64): void {
  Walk.windowBytes = bytes;
  if (!Walk.windowKnown && bytes > 0) Walk.edge = Infinity;
  else if (Walk.edge == Infinity || from + bytes > Walk.edge || hasShrunk(from, bytes)) Walk.edge = from + bytes;
  Walk.acked = Math.max(Walk.acked, from);
}

/** Sent, and not yet reported as received. */
function undelivered(): f64 {
  return Board.pipe + Board.lost - Board.resent + unseen();
}

function pipe(): f64 {
  return Math.max(0, Board.pipe - Marks.duplicates) + unseen();
}

/** Segments that left before the capture began. */
function unseen(): f64 {
  return Math.ceil(Unseen.bytes / Walk.mss);
}

function open(i: i32, timeNs: f64, k: i32, cause: i32, before: f64): void {
  const b = Walk.bursts++;
  setF64(startNs, b, timeNs);
  setF64(sendNs, b, timeNs);
  setU8(trigger, b, cause);
  setI32(packet, b, i);
  setI32(confidence, b, i32At(Order.confidence, k));
  setF64(pipeBefore, b, before);
  setF64(delivered, b, 0);
  setI32(sent, b, 0);
  setI32(sentNew, b, 0);
  setF64(firstOffset, b, 0);
  setF64(firstNew, b, 0);
}

/** State after the burst's latest packet. */
function close(timeNs: f64): void {
  const b = Walk.bursts - 1;
  const now = senderState();
  Walk.lastNs = timeNs;
  setF64(endNs, b, timeNs);
  setU8(state, b, now);
  setF64(pipeAfter, b, pipe());
  setF64(sentEnd, b, Walk.top);
  setF64(edge, b, Walk.edge);
  setF64(windowBytes, b, Walk.windowBytes);
  setI32(overtaken, b, Walk.overtaken);
  setU8(short, b, i32(Walk.isShort));
  setU8(pushed, b, i32(Walk.isPushed));
  setU8(closed, b, i32(Walk.isClosed));
  setF64(outstandings, b, outstanding() + unseen());
  setI32(sacked, b, Board.sackedPieces);
  setF64(waiting, b, Math.max(0, Board.lost - Board.resent));
  if (now == SENDER_STATE.OPEN) settle();
  setI32(undone, b, Marks.undone + Walk.undone);
}

/**
 * The recovery is over: it was spurious where the receiver had it all (Linux: tcp_try_undo_recovery, by D-SACK or
 * timestamps).
 */
function settle(): void {
  if (Walk.resent > 0 && !Walk.needed) Walk.undone++;
  Walk.resent = 0;
  Walk.needed = false;
}

function senderState(): i32 {
  if (Marks.inTimeout) return SENDER_STATE.LOSS;
  if (inRecovery()) return SENDER_STATE.RECOVERY;
  return Walk.reducedUntil >= 0 ? SENDER_STATE.REDUCED : SENDER_STATE.OPEN;
}
