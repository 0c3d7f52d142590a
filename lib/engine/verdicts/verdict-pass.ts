// First pass over one direction, in capture order: the verdict of each segment, and of each retransmission whether it
// was needed.
import { REORDERED_WITHIN_NS, SOONEST_REPAIR } from '../base/repair-times';
import { EVIDENCE, OPTION, REFUSAL, REFUSED, TCP, VERDICT } from '../base/enums';
import {
  MAX_INTERVALS_PER_SEGMENT,
  intervalCount,
  earliestAbove,
  find,
  findNear,
  newColumn,
  startOf,
  valueAt,
} from './sequence-intervals';
import { edgesOf } from './interval-boundaries';
import { Packet, packetAt, packetCount } from './packet';
import { Board, acknowledge, isDelivered } from './scoreboard';
import * as order from './send-order';
import { SENT_AFTER, SENT_BEFORE } from './send-order';
import { SOONEST_ACK, Trace, settle } from './trace';
import { answerByAdvance, answerByRepeat, awaitAnswer, beginAnswers, sentNew } from './answers';

/**
 * Delays to the receiver below this are too short to decide: the acknowledgement of earlier data may come at any
 * moment, as hosts answer after 0.02 (Linux) to 1.3 ms (stacks in user space).
 */
const MIN_TELLING_NS: f64 = 1e6;
/** Most unneeded transmissions of one segment for which D-SACKs are distinguished. */
export const MAX_TRANSMISSIONS_LOOKED_AT: i32 = 8;

/** Keep-alives are sent after at least this idle time: TCP_KEEPIDLE is in seconds with Linux, BSD, macOS and lwIP. */
const MIN_IDLE_NS: f64 = 1e9;
/** Packets searched backwards for the original of a copied acknowledgement. */
const COPY_WITHIN_PACKETS: i32 = 16;

/** Latest packet seen with an interval's bytes, i32; −1 none. */
let lastSeen: usize = 0;
/** Highest end seen, and the packet that ended there; −1 none. */
let top: f64 = -Infinity;
let topPacket: i32 = -1;
/** How far the sender is known to have sent: at least `top`. */
let sentTop: f64 = -Infinity;
/** Interval of the latest segment's beginning. */
let latestInterval: i32 = 0;
/** When something was last retransmitted. */
let againNs: f64 = -Infinity;
let latestProbe: i32 = -1;
/**
 * The latest acknowledged retransmission and its acknowledgement, while it is unknown whether it was needed; −1 none.
 */
let repaired: i32 = -1;
let repairedBy: i32 = -1;
/** By reason, a bit each: what was refused for it was acknowledged, and no other copy of it had been captured. */
let refuted: i32 = 0;
/** Latest packet of the other direction; −1 none. */
let latestAck: i32 = -1;
/** The acknowledgement that advanced last; −1 none. */
let advancedBy: i32 = -1;
/** Whether the receiver ever sent SACK blocks: then a D-SACK reports duplicates. */
let hasSacks: bool = false;
/** Latest window of the receiver; −1 none. */
let receiveWindow: i32 = -1;
/** Results for the direction. */
export class Tally {
  static retransmissions: i32 = 0;
  static reordered: i32 = 0;
  /** Bytes of data; for retransmissions of bytes seen before the repeated bytes, else all. */
  static retransmittedPackets: i32 = 0;
  static retransmittedBytes: f64 = 0;
  static reorderedPackets: i32 = 0;
  /** Of segments with sequence space. */
  static refused: i32 = 0;
}

/**
 * Runs over the packets read, with the intervals partitioned and the scoreboard clear; only as far as packets can be
 * classified, or show something about retransmissions.
 */
export function classifySegments(): void {
  passOver();
  if (refuted) restore();
}

function passOver(): void {
  lastSeen = newColumn();
  top = sentTop = againNs = -Infinity;
  latestInterval = 0;
  topPacket = latestProbe = repaired = repairedBy = latestAck = advancedBy = receiveWindow = -1;
  beginAnswers();
  hasSacks = false;
  Tally.retransmissions = Tally.reordered = Tally.retransmittedPackets = Tally.reorderedPackets = 0;
  Tally.retransmittedBytes = 0;
  Tally.refused = 0;
  refuted = 0;
  order.forgetCuts();
  for (let i = 0, n = packetCount(), latest = edgesOf(Trace.direction).latestOfConsequence; i < n; i++) {
    if (i > latest && Tally.retransmissions + Tally.refused == 0) return;
    const packet = packetAt(i);
    if (packet.direction == Trace.direction) classify(i, packet);
    else if ((packet.flags & (TCP.ACK | REFUSED)) == TCP.ACK) take(i, packet);
  }
}

function classify(i: i32, packet: Packet): void {
  const usesSpace = packet.endOffset != packet.seqOffset;
  if (!usesSpace && packet.refusal) return;
  if ((!usesSpace || packet.length <= 1) && classifyProbe(i, packet)) return;
  if (usesSpace) classifySegment(i, packet);
  else if (packet.showsSent) showSent(packet);
}

/** Everything below it had been sent, seen or not. */
function showSent(packet: Packet): void {
  sentTop = packet.seqOffset;
  packet.follows = topPacket;
}

/**
 * Keep-alives (RFC 9293, 3.8.4) and window probes: one byte or none, below what was acknowledged or into a closed
 * window.
 */
function classifyProbe(i: i32, packet: Packet): bool {
  const seq = packet.seqOffset;
  const isByte = packet.length == 1;
  if (packet.flags & (TCP.SYN | TCP.FIN | TCP.RST | REFUSED) || top == -Infinity) return false;
  const isClosed = receiveWindow == 0;
  const isBelow = seq == Board.acked - 1;
  if (!(isBelow && packet.length == 0) && !(isByte && (seq == top || (seq == top - 1 && Board.acked >= top))))
    return false;
  if (seq == top && !isClosed) return false;
  if (isByte ? !isClosed && isSentAgain(packet) : isEarlierAck(i, packet)) return false;
  const before = latestProbe;
  latestProbe = i;
  if (before >= 0 && order.isCopy(packet, packetAt(before), Trace.steps, 0)) copied(packet, 0.98);
  else settle(packet, isClosed ? VERDICT.WINDOW_PROBE : VERDICT.KEEP_ALIVE, EVIDENCE.WINDOW, 0.95);
  return true;
}

/**
 * A byte that was data and is sent again, which looks like a keep-alive with one byte of garbage. Data has PSH, a
 * keep-alive never has; a sender that repeats data has not seen its acknowledgement, and echoes an earlier one; and
 * keep-alives come after idle time, at even intervals, where an RTO doubles.
 */
function isSentAgain(packet: Packet): bool {
  if (packet.flags & TCP.PSH) return true;
  if (advancedBy >= 0) {
    const answer = packetAt(advancedBy);
    if (packet.options & answer.options & OPTION.TIMESTAMPS) return packet.tsEcho - answer.tsValue < 0;
  }
  const before = valueAt(lastSeen, find(packet.seqOffset));
  if (before < 0) return false;
  const last = packetAt(before);
  if (last.length > 1) return false;
  return last.verdict == VERDICT.RETRANSMISSION || packet.timeNs - last.timeNs < MIN_IDLE_NS;
}

/**
 * An acknowledgement that was sent before the last byte or FIN, and is captured after the answer to that: copied, or
 * reordered.
 */
function isEarlierAck(i: i32, packet: Packet): bool {
  if (topPacket >= 0 && order.compare(i, topPacket, Trace.steps) == SENT_BEFORE) return true;
  for (let k = i - 1, least = max(0, i - COPY_WITHIN_PACKETS); k >= least; k--) {
    const other = packetAt(k);
    if (
      other.direction == packet.direction &&
      other.verdict != VERDICT.KEEP_ALIVE &&
      other.verdict != VERDICT.WINDOW_PROBE &&
      order.isCopy(packet, other, Trace.steps, Trace.roundTripNs)
    )
      return true;
  }
  return false;
}

function classifySegment(i: i32, packet: Packet): void {
  const start = packet.seqOffset;
  const end = packet.endOffset;
  const first = findNear(start, latestInterval);
  const before = valueAt(lastSeen, first);
  latestInterval = first;
  packet.previous = before;
  const isCorrupted = packet.verdict == VERDICT.CORRUPTED;
  if (packet.refusal) Tally.refused++;
  if (start >= sentTop) settle(packet, VERDICT.ORIGINAL, 0, 1);
  else if (before >= 0) again(i, packet, before);
  else late(i, packet, earliestAbove(first));
  if (isCorrupted) putAside(packet);
  else if (packet.length > 0) countRepair(packet, first, end);
  if (packet.verdict == VERDICT.DUPLICATE_IN_CAPTURE) {
    packet.flags &= ~(<u16>REFUSED); // as its original was taken
    return;
  }
  for (
    let interval = first, n = min(intervalCount(), first + MAX_INTERVALS_PER_SEGMENT);
    interval < n && startOf(interval) < end;
    interval++
  )
    store<i32>(lastSeen + ((<usize>interval) << 2), i);
  if (end > sentTop) {
    if (packet.verdict == VERDICT.ORIGINAL) sentNew(packet);
    sentTop = end;
  }
  if (end <= top) return;
  top = end;
  packet.follows = topPacket;
  topPacket = i;
}

/** A segment with a wrong checksum: its verdict if that is meaningless is kept for `restore`. */
function putAside(packet: Packet): void {
  packet.otherwise = packet.verdict;
  packet.verdict = VERDICT.CORRUPTED;
}

/**
 * After the pass, where the receiver acknowledged segments with a wrong checksum, or a timestamp that went back: then
 * those of the sender are meaningless.
 */
function restore(): void {
  for (let i = 0, n = packetCount(); i < n; i++) {
    const packet = packetAt(i);
    if (packet.direction != Trace.direction || ((refuted >> packet.refusal) & 1) == 0) continue;
    packet.flags &= ~(<u16>REFUSED);
    if (packet.verdict != VERDICT.CORRUPTED) continue;
    packet.verdict = packet.otherwise;
    if (packet.verdict == VERDICT.RETRANSMISSION && packet.length > 0) {
      Tally.retransmittedPackets++;
      Tally.retransmittedBytes += packet.length;
    }
    if (packet.verdict == VERDICT.REORDERED && packet.length > 0) Tally.reorderedPackets++;
  }
}

function countRepair(packet: Packet, first: i32, end: f64): void {
  if (packet.verdict == VERDICT.REORDERED) Tally.reorderedPackets++;
  if (packet.verdict != VERDICT.RETRANSMISSION) return;
  const repeated = seenBytes(first, end);
  Tally.retransmittedPackets++;
  Tally.retransmittedBytes += repeated > 0 ? min(repeated, packet.length) : packet.length;
}

/** Bytes of sequence space that had been seen before. */
function seenBytes(first: i32, end: f64): i32 {
  let bytes: f64 = 0;
  for (
    let interval = first, n = min(intervalCount(), first + MAX_INTERVALS_PER_SEGMENT);
    interval < n && startOf(interval) < end;
    interval++
  ) {
    if (valueAt(lastSeen, interval) >= 0) bytes += startOf(interval + 1) - startOf(interval);
  }
  return <i32>(<i64>bytes);
}

function isOnceMore(packet: Packet, before: Packet): bool {
  return (
    order.isCopy(packet, before, Trace.steps, Trace.roundTripNs) ||
    order.isCutOtherwise(packet, before, Trace.steps, Trace.roundTripNs)
  );
}

/** The first byte was captured before, in packet `before`. */
function again(i: i32, packet: Packet, before: i32): void {
  const refusal = packetAt(before).refusal;
  const isRepair = refusal != 0 && refusal != packet.refusal;
  if (!isRepair && isOnceMore(packet, packetAt(before))) {
    copied(packet, order.evidence == EVIDENCE.SAME_IP_ID ? 0.98 : 0.85);
    return;
  }
  if (order.compare(i, before, Trace.steps) == SENT_BEFORE)
    reordered(packet, order.evidence, 0.9); // original overtaken by its own retransmission
  else retransmission(i, packet, EVIDENCE.ALREADY_SEEN | order.evidence, 0.99);
}

/**
 * In a hole that packet `above` revealed. The original would have passed between the packet that ended highest before
 * and that one; a repair comes a round trip or more after something that was sent later, while a reordered segment
 * comes soon:
 *
 *  time ───┬────────────────┬──────────────────┬─────▶
 *     packet below     packet above         this one
 *          │◀─ should have gone by ─▶│◀── missing ──▶│
 */
function late(i: i32, packet: Packet, above: i32): void {
  if (above < 0 || above >= i) {
    settle(packet, VERDICT.ORIGINAL, 0, 0.8);
    return;
  }
  const sent = order.compare(i, above, Trace.steps);
  const evidence = order.evidence;
  const isKnown = Trace.roundTripNs > 0;
  const isRepair = isOldEnough(
    packet,
    packetAt(above),
    isKnown ? Trace.roundTripNs * SOONEST_REPAIR : REORDERED_WITHIN_NS,
  );
  const agrees = (sent == SENT_AFTER) == isRepair ? EVIDENCE.HOLE_AGE : 0;
  if (sent == SENT_AFTER) retransmission(i, packet, evidence | agrees, agrees ? 0.99 : 0.9);
  else if (sent == SENT_BEFORE) overtaken(packet, evidence | agrees, agrees ? 0.99 : 0.9);
  else if (isRepair) retransmission(i, packet, EVIDENCE.HOLE_AGE, isKnown ? 0.9 : 0.6);
  else overtaken(packet, EVIDENCE.HOLE_AGE, isKnown ? 0.85 : 0.6);
}

/** By later data, or only by a later acknowledgement. */
function overtaken(packet: Packet, evidence: i32, confidence: f64): void {
  if (packet.seqOffset < top) reordered(packet, evidence, confidence);
  else settle(packet, VERDICT.ORIGINAL, evidence, confidence);
}

/** Whether it can be a repair; in doubt it is one during other repairs. */
function isOldEnough(packet: Packet, above: Packet, leastNs: f64): bool {
  const now = packet.timeNs;
  if (now - above.timeNs >= leastNs) return true;
  return above.follows >= 0 && now - packetAt(above.follows).timeNs >= leastNs && now - againNs < leastNs;
}

function copied(packet: Packet, confidence: f64): void {
  settle(packet, VERDICT.DUPLICATE_IN_CAPTURE, order.evidence, confidence);
}

function reordered(packet: Packet, evidence: i32, confidence: f64): void {
  Tally.reordered++;
  settle(packet, VERDICT.REORDERED, evidence, confidence);
}

function retransmission(i: i32, packet: Packet, evidence: i32, confidence: f64): void {
  const isAcked = Board.acked >= packet.endOffset || isDelivered(find(packet.seqOffset));
  againNs = packet.timeNs;
  Tally.retransmissions++;
  awaitAnswer(i);
  settle(packet, VERDICT.RETRANSMISSION, isAcked ? evidence | EVIDENCE.ALREADY_ACKED : evidence, confidence);
  if (isAcked) packet.spurious = 1;
}

/** Processes packet k of the other direction. */
function take(k: i32, ack: Packet): void {
  const latest = latestAck;
  latestAck = k;
  if (latest >= 0 && order.isSameAck(ack, packetAt(latest), Trace.ackSteps)) {
    ack.ackCopy = 1;
    return;
  }
  hasSacks = hasSacks || ack.sackCount > 0;
  const isSameWindow = ack.window == receiveWindow;
  receiveWindow = ack.window;
  const ackedBefore = Board.acked;
  acknowledge(ack);
  if (Board.acked > ackedBefore) advancedBy = k;
  for (let at = 0; at < Board.deliveredCount; at++)
    delivered(load<i32>(Board.delivered + ((<usize>at) << 2)), k, ack, at >= Board.deliveredBySack, ackedBefore);
  if (Board.acked > ackedBefore) answerByAdvance(k, ackedBefore);
  if (Board.hasDsack) cameTwice(Board.dsackLeft, Board.dsackRight);
  else if (isSameWindow && ack.ackOffset == ackedBefore) answered(k);
}

/** A duplicate ACK, without SACK: its cause may be a spurious retransmission. */
function answered(k: i32): void {
  const i = hasSacks ? -1 : answerByRepeat(k, sentTop);
  if (i >= 0 && latestProbe < i) unneeded(packetAt(i), EVIDENCE.ANSWERED);
}

/** An interval is reported for the first time. */
function delivered(interval: i32, k: i32, ack: Packet, isCumulative: bool, ackedBefore: f64): void {
  const i = valueAt(lastSeen, interval);
  if (i < 0) return;
  const packet = packetAt(i);
  if (packet.refusal && isRefusedEachTime(packet)) refuted |= 1 << packet.refusal;
  if (packet.verdict != VERDICT.RETRANSMISSION) {
    if (isCumulative) firstSendingCame(i, k);
    return;
  }
  if (packet.spurious > 0) return;
  const isNext = isCumulative && (startOf(interval) <= ackedBefore || (packet.flags & TCP.SYN) != 0);
  if (isNext && packet.options & ack.options & OPTION.TIMESTAMPS) {
    packet.evidence |= <u16>EVIDENCE.TIMESTAMP_ECHO;
    packet.spurious = ack.tsEcho - packet.tsValue < 0 ? 1 : 0;
  } else if (Trace.farNs > MIN_TELLING_NS && ack.timeNs - packet.timeNs < Trace.farNs * SOONEST_ACK) {
    unneeded(packet, EVIDENCE.EARLY_ACK);
  } else if (isNext) {
    repaired = i;
    repairedBy = k;
  } else if (isAtReceiver()) packet.spurious = hadComeBy(packet) ? 1 : 0;
}

/** Whether all that was captured of a segment's first byte was refused. */
function isRefusedEachTime(packet: Packet): bool {
  let i = packet.previous;
  for (let most = MAX_TRANSMISSIONS_LOOKED_AT; i >= 0 && most > 0; most--) {
    if (!packetAt(i).refusal) return false;
    i = packetAt(i).previous;
  }
  return i < 0;
}

/**
 * The receiver is at the capture point, and far from the sender: it has received what was captured, though it may not
 * have acknowledged it yet, as without SACK it cannot while something below is missing.
 */
function isAtReceiver(): bool {
  return Trace.farNs <= MIN_TELLING_NS && Trace.nearNs > MIN_TELLING_NS;
}

/** Whether a retransmission's data had been captured before it. */
function hadComeBy(packet: Packet): bool {
  return packet.previous >= 0 && !packetAt(packet.previous).refusal;
}

/**
 * As in F-RTO (RFC 5682): data sent once, before retransmission R, is acknowledged after R's data. The network keeps
 * the order, so not R but its original had arrived.
 */
function firstSendingCame(i: i32, k: i32): void {
  if (repaired > i && repairedBy < k) unneeded(packetAt(repaired), EVIDENCE.EARLY_ACK);
  repaired = -1;
}

function unneeded(packet: Packet, evidence: i32): void {
  packet.spurious = 1;
  packet.evidence |= <u16>evidence;
}

/** D-SACK: the latest transmission not known to be unneeded was, if there was more than one. */
function cameTwice(left: f64, right: f64): void {
  const interval = find(left);
  if (<u32>interval >= <u32>intervalCount() || startOf(interval) >= right) return;
  let i = valueAt(lastSeen, interval);
  for (let most = MAX_TRANSMISSIONS_LOOKED_AT; i >= 0 && most > 0 && packetAt(i).evidence & EVIDENCE.DSACK; most--)
    i = packetAt(i).previous;
  if (i < 0) return;
  const packet = packetAt(i);
  if (packet.verdict == VERDICT.ORIGINAL || filledBefore(packet, left)) return;
  packet.evidence |= <u16>EVIDENCE.DSACK;
  if (packet.verdict == VERDICT.RETRANSMISSION) packet.spurious = 1;
}

/**
 * Whether a partly repeated segment was needed for the bytes before the repeated part, which had not been seen:
 *
 *     seen before            ┌────────┐
 *     this segment  ┌────────┴────────┐
 *     D-SACK                 └────────┘
 */
function filledBefore(packet: Packet, left: f64): bool {
  return packet.previous < 0 && packet.seqOffset < left;
}
