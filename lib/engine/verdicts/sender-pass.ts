// Second pass over one direction, in the order of events at the sender: what triggered each retransmission.
// Acknowledgements captured here reach the sender `nearNs` later; where data has timestamps, the echo shows the latest
// one that it had.
import { DUPLICATE_THRESHOLD, EVIDENCE, KIND, OPTION, REFUSED, TCP, VERDICT } from '../base/enums';
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
import * as episodes from './episodes';
import { Facts } from './facts';
import { Packet, packetAt, packetCount } from './packet';
import { Board, acknowledge, clearBoard } from './scoreboard';
import { TimerHistory, readTimeouts } from './timer-history';
import { Trace, known } from './trace';

const OPEN: i32 = 0;
const RECOVERY: i32 = 1;
const LOSS: i32 = 2;

/** Share of the least round trip before which nothing can have come back. */
const ROUND_TRIP: f64 = 0.9;
/**
 * Silence beyond the round trip from which on it can be a time-out, where no back-off is seen: 200 ms with Linux and
 * gVisor; others wait longer: BSD 230 ms, Windows 300, smoltcp and RFC 6298 1 s, lwIP 1 to 3 s.
 */
const ASSUMED_TIMEOUT_NS: f64 = 200e6;
/** Timers tick (1 to 10 ms), and acknowledgements take a while to arrive and restart one. */
const TIMER_SHARE: f64 = 0.85;
/**
 * An observed RTO may exceed the minimum by so much: by RTT variation (RFC 6298 section 2.3), or a tick of 500 ms
 * (lwIP).
 */
const STRETCHED_SHARE: f64 = 0.5;
/**
 * Fast retransmit follows within half a round trip (Linux: a quarter of the least one) of the evidence, plus this:
 * hosts take 0.02 to 6 ms, and BSD, Solaris and older Linux tick each 10 ms.
 */
const LONGEST_REACTION: f64 = 0.5;
const REACTION_NS: f64 = 20e6;
/**
 * A loss probe waits two smoothed round trips, and for as long as a delayed acknowledgement may take where a single
 * segment is under way (RFC 8985 section 7.2: 200 ms), and never more; measured round trips vary, and timers tick (1 to
 * 10 ms, Linux; 4 ms usually). Later ones are due to the retransmission timer: FreeBSD 9, lwIP, smoltcp, Solaris and
 * Windows before 10 have no probe and wait 0.2 to 3 s.
 */
const PROBE_ROUND_TRIPS: f64 = 1.5;
const PROBE_MOST_ROUND_TRIPS: f64 = 2.5;
const PROBE_DELAYED_ACK_NS: f64 = 200e6;
const PROBE_TICKS_NS: f64 = 20e6;
/**
 * An acknowledgement reaches the sender after the least delay, or a little sooner, since that is measured to a tick;
 * without timestamps hardly: hosts vary by 0.02 to 0.1 ms (Linux).
 */
const SOONEST_ARRIVAL: f64 = 0.9;
const ARRIVAL_JITTER_NS: f64 = 0.1e6;
/**
 * Without evidence, a segment sent sooner than this after news is not due to the timer, which ticks each 1 ms (Linux)
 * or 10.
 */
const MIN_SILENCE_NS: f64 = 5e6;

/** Looked at after a segment that the timer may have sent again. */
export const MAX_PACKETS_AHEAD: i32 = 256;

/**
 * Each interval's latest transmission as a position in the order of sending, i32, −1 none: twice the packet's index,
 * but just before the packet above for a reordered one.
 */
let lastSent: usize = 0;
/** The latest of these. */
let latestInterval: i32 = 0;
let state: i32 = OPEN;
/** The segment that the latest time-out retransmitted. */
let timedOut: i32 = -1;
/** Recovery ends when this is acknowledged. */
let recoveryPoint: f64 = -Infinity;
let top: f64 = -Infinity;
let topNs: f64 = 0;
/** The next packet to check for acknowledgements. */
let next: i32 = 0;
let nearNs: f64 = 0;
/** When the latest acknowledgement with news reached the sender, on the capture's clock. */
let newsNs: f64 = -Infinity;
let sentNs: f64 = -Infinity;
/** The latest segment that was sent after a pause as long as a time-out; −1 none. */
let afterPause: i32 = -1;
/** Latest transmission of anything delivered (RFC 8985: RACK.segment). */
let deliveredSending: i32 = -1;
let duplicateAcks: i32 = 0;
/** Since when there is evidence that the first unacknowledged segment is lost; Infinity: none. */
let provenNs: f64 = Infinity;
/** Highest byte when a loss probe was sent, until that is acknowledged; Infinity: none is out. */
let probedTop: f64 = Infinity;
/**
 * The latest time-out was spurious, as an acknowledgement showed: the next segment shows whether the sender detected
 * that and undid it, or goes back.
 */
let mayUndo: bool = false;
/** It continued from there, segment by segment (go-back-N): it did not detect it. */
let goesBack: bool = false;
/** When the acknowledgement that the latest time-out waited for passed here; −Infinity: none, or not yet. */
let repaired: f64 = -Infinity;
/** Only this direction is in the capture: what was acknowledged is unknown. */
let isAlone: bool = false;
/** The shortest time from a transmission to its RTO retransmission. */
let leastTimeoutNs: f64 = 0;
/** Latest round trip of a segment sent once, longer where a queue stands; NaN before the first. */
let latestTripNs: f64 = NaN;

/** After the verdict pass: fills in kinds, and the direction's episodes. */
export function replaySender(): void {
  clearBoard();
  readTimeouts();
  leastTimeoutNs = leastTimeout();
  isAlone = !hasOther();
  lastSent = newColumn();
  nearNs = known(Trace.nearNs);
  state = OPEN;
  timedOut = afterPause = deliveredSending = -1;
  recoveryPoint = top = newsNs = sentNs = -Infinity;
  provenNs = probedTop = Infinity;
  mayUndo = goesBack = false;
  repaired = -Infinity;
  latestTripNs = NaN;
  topNs = 0;
  next = duplicateAcks = latestInterval = 0;
  for (let i = 0, n = packetCount(); i < n; i++) {
    const packet = packetAt(i);
    if (packet.direction != Trace.direction) continue;
    acknowledgeUpTo(i, packet);
    const verdict = packet.verdict;
    if (verdict == VERDICT.RETRANSMISSION) again(i, packet);
    if (verdict == VERDICT.RETRANSMISSION || verdict == VERDICT.ORIGINAL || verdict == VERDICT.CORRUPTED)
      sent(i, packet);
    else if (verdict == VERDICT.REORDERED) book(packet, sendingOf(i, packet));
    else if (packet.showsSent) sentUpTo(packet.seqOffset, packet.timeNs);
  }
  for (; next < packetCount(); next++) arrive(packetAt(next));
}

/** Whether the other direction is in the capture, too. */
function hasOther(): bool {
  let i = packetCount() - 1;
  while (i >= 0 && packetAt(i).direction == Trace.direction) i--;
  return i >= 0;
}

/** Processes all that the sender knew when it sent packet i. */
function acknowledgeUpTo(i: i32, packet: Packet): void {
  for (; next < i; next++) {
    const ack = packetAt(next);
    if (!hadArrived(ack, packet)) return;
    arrive(ack);
  }
}

function arrive(ack: Packet): void {
  if (ack.direction != Trace.direction && (ack.flags & (TCP.ACK | REFUSED)) == TCP.ACK && ack.ackCopy == 0)
    take(ack, ack.timeNs + nearNs);
}

/** Whether a packet of the other direction had reached the sender when that sent a packet. */
function hadArrived(ack: Packet, packet: Packet): bool {
  if (ack.direction == Trace.direction) return true;
  const isStamped = (packet.options & ack.options & OPTION.TIMESTAMPS) != 0;
  const earliestNs = ack.timeNs + nearNs * SOONEST_ARRIVAL;
  if ((isStamped ? earliestNs : max(earliestNs, ack.timeNs + nearNs - ARRIVAL_JITTER_NS)) > packet.timeNs) return false;
  return !isStamped || ack.tsValue - packet.tsEcho <= 0;
}

function take(ack: Packet, arrivedNs: f64): void {
  const ackedBefore = Board.acked;
  if (acknowledge(ack)) newsNs = arrivedNs;
  for (let at = 0; at < Board.deliveredCount; at++)
    delivered(load<i32>(Board.delivered + ((<usize>at) << 2)), arrivedNs);
  episodes.acknowledged(Board.acked, ack.timeNs, top, sentNs);
  if (Board.acked > ackedBefore) {
    provenNs = Infinity;
    duplicateAcks = 0;
    if (Board.acked >= recoveryPoint) over();
    else if (isSpuriousTimeout()) mayUndo = true;
    if (Board.acked >= probedTop) probedTop = Infinity;
  } else if (ack.length == 0) {
    duplicateAcks++;
    newsNs = arrivedNs;
  }
  if (provenNs == Infinity && isProven(findNear(Board.acked, Board.ackedInterval))) provenNs = arrivedNs;
}

/** The sender may have detected that its time-out was spurious (Eifel, RFC 4015; F-RTO with SACK, RFC 5682). */
function isSpuriousTimeout(): bool {
  if (state != LOSS || goesBack) return false;
  const packet = packetAt(timedOut);
  return (
    packet.spurious == 1 &&
    Board.acked > packet.seqOffset &&
    (Facts.sackPermitted || (packet.options & OPTION.TIMESTAMPS) != 0)
  );
}

function delivered(interval: i32, arrivedNs: f64): void {
  const sending = valueAt(lastSent, interval);
  if (sending <= deliveredSending) return;
  const packet = packetAt(sending >> 1);
  if (
    (sending & 1) == 0 &&
    packet.verdict == VERDICT.RETRANSMISSION &&
    arrivedNs - packet.timeNs < Trace.roundTripNs * ROUND_TRIP
  )
    return; // that of an earlier transmission
  deliveredSending = sending;
  if (packet.verdict == VERDICT.ORIGINAL) latestTripNs = arrivedNs - packet.timeNs;
}

/** Of the latest cause. */
let causeEvidence: i32 = 0;
let causeConfidence: f64 = 0;

/** A retransmission: its kind. */
function again(i: i32, packet: Packet): void {
  packet.kind = isOfSyn(packet) ? because(KIND.SYN, 0, 1) : cause(i, packet);
  packet.evidence |= <u16>causeEvidence;
  packet.confidence = <u8>Math.floor(<f64>packet.confidence * causeConfidence + 0.5);
  episodes.resent(packet, lastSentNs(packet), max(top, packet.endOffset), topNs);
}

/** A SYN, or its data, which a server need not take (RFC 7413): then they were not lost. */
function isOfSyn(packet: Packet): bool {
  if (packet.flags & TCP.SYN) return true;
  return packet.previous >= 0 && (packetAt(packet.previous).flags & TCP.SYN) != 0;
}

function because(kind: u8, evidence: i32, confidence: f64): u8 {
  causeEvidence = evidence;
  causeConfidence = confidence;
  return kind;
}

function cause(i: i32, packet: Packet): u8 {
  const isTimed = isTimeout(i, packet);
  if (state == LOSS) {
    if (isTimed) timeOut(i);
    else goBack();
    return because(KIND.RTO, isTimed ? EVIDENCE.EPISODE | EVIDENCE.SILENCE : EVIDENCE.EPISODE, 0.95);
  }
  if (isStillGoingBack(packet)) return because(KIND.RTO, EVIDENCE.EPISODE, 0.8);
  if (isTimed && !isLossProbe(packet)) {
    timeOut(i);
    return because(KIND.RTO, EVIDENCE.SILENCE, 0.95);
  }
  if (state == RECOVERY) return because(KIND.FAST, EVIDENCE.EPISODE, 0.95);
  if (followsHiddenRepair(packet)) {
    timeOut(i);
    return because(KIND.RTO, EVIDENCE.SILENCE | EVIDENCE.EPISODE, 0.8);
  }
  if (isGoingBackUnseen(packet)) {
    timeOut(i);
    return because(KIND.RTO, EVIDENCE.EPISODE, 0.7);
  }
  if (hasEvidence(packet)) {
    enter(RECOVERY);
    return because(KIND.FAST, EVIDENCE.DUPLICATE_ACKS, 0.95);
  }
  if (isLossProbe(packet)) {
    probedTop = top;
    return because(KIND.TLP, EVIDENCE.SILENCE | EVIDENCE.TAIL, 0.9);
  }
  const isTimer = isBehindSilence(packet);
  if (isTimer) timeOut(i);
  else enter(RECOVERY);
  return isTimer ? because(KIND.RTO, EVIDENCE.SILENCE, 0.7) : because(KIND.FAST, 0, 0.5);
}

/**
 * The sender had its acknowledgement: after a time-out whose segment is not in the capture it went back, and is slow to
 * detect that. Segments that it had retransmitted before are late repeats.
 */
function isGoingBackUnseen(packet: Packet): bool {
  if (packet.endOffset > Board.acked || packet.endOffset >= top) return false;
  return packet.previous >= 0 && packetAt(packet.previous).verdict == VERDICT.ORIGINAL;
}

/** The first unacknowledged segment, after silence. */
function isBehindSilence(packet: Packet): bool {
  return packet.seqOffset <= Board.acked && packet.timeNs - newsNs >= max(Trace.roundTripNs, MIN_SILENCE_NS);
}

/** @param i what the timer sent again */
function timeOut(i: i32): void {
  enter(LOSS);
  timedOut = i;
  mayUndo = goesBack = false;
  repaired = -Infinity;
}

/** All is acknowledged up to the recovery point. */
function over(): void {
  if (state == LOSS) repaired = recoveryPoint;
  state = OPEN;
}

/**
 * Data that the latest time-out considered lost and an acknowledgement has just reported: the sender had not processed
 * it (a slow host, or ACKs in a bunch), and still goes back.
 */
function isStillGoingBack(packet: Packet): bool {
  return (
    state == OPEN &&
    packet.endOffset <= min(Board.acked, repaired) &&
    packet.seqOffset >= packetAt(timedOut).seqOffset &&
    packet.timeNs - newsNs <= Trace.roundTripNs * LONGEST_REACTION + REACTION_NS
  );
}

function goBack(): void {
  goesBack = true;
  mayUndo = false;
}

/** New data above all that the time-out considered lost: it was undone. */
function goOn(): void {
  mayUndo = false;
  if (state == LOSS) state = OPEN;
}

function enter(newState: i32): void {
  state = newState;
  recoveryPoint = top;
  probedTop = Infinity;
}

/** When the segment's first byte was sent last, as far as the capture shows; NaN: unknown. */
function lastSentNs(packet: Packet): f64 {
  const interval = find(packet.seqOffset);
  const seen = valueAt(lastSent, interval);
  if (seen >= 0) return packetAt(seen >> 1).timeNs;
  const above = earliestAbove(interval);
  return above >= 0 ? packetAt(above).timeNs : NaN;
}

/** By the connection's own history, else the value of most stacks. */
function leastTimeout(): f64 {
  const assumedNs = Trace.roundTripNs + ASSUMED_TIMEOUT_NS * TIMER_SHARE;
  const seenNs = TimerHistory.leastNs;
  if (isNaN(seenNs)) return assumedNs;
  return max(min(assumedNs, seenNs * TIMER_SHARE), seenNs * STRETCHED_SHARE);
}

/** The first unacknowledged segment, retransmitted after a silence as long as the RTO. */
function isTimeout(i: i32, packet: Packet): bool {
  const now = packet.timeNs;
  if (now - lastSentNs(packet) < leastTimeoutNs) return false;
  if (isAlone) return now - sentNs >= leastTimeoutNs - Trace.roundTripNs;
  if (packet.seqOffset > Board.acked) return false;
  if (now - max(newsNs, sentNs) >= leastTimeoutNs - Trace.roundTripNs || !hasEvidence(packet)) return true;
  const reactionNs = Trace.roundTripNs * LONGEST_REACTION + REACTION_NS;
  if (state == OPEN && now - max(provenNs, sentNs) > reactionNs) return true;
  return now - provenNs > reactionNs && startsAgain(i);
}

/**
 * Whether the sender waits for the answer to packet i, and then sends what follows that again, in order: after a
 * time-out its window is one segment, and all is lost. Recovery would send one hole for each acknowledgement, or new data
 * with the duplicate ACKs, which may go on all the time.
 */
function startsAgain(i: i32): bool {
  let ackedNow = Board.acked;
  let following: f64 = NaN;
  for (let k = i + 1, n = min(packetCount(), i + MAX_PACKETS_AHEAD); k < n; k++) {
    const packet = packetAt(k);
    if (packet.direction != Trace.direction) {
      if (packet.ackOffset <= ackedNow) continue;
      if (!isNaN(following)) return false;
      ackedNow = packet.ackOffset;
    } else if (packet.length > 0) {
      if (packet.verdict != VERDICT.RETRANSMISSION || ackedNow == Board.acked) return false;
      if (packet.seqOffset == following) return true;
      if (packet.seqOffset != ackedNow || !isNaN(following)) return false;
      following = packet.endOffset;
    }
  }
  return false;
}

/** Something sent later has arrived, or enough duplicate ACKs. */
function hasEvidence(packet: Packet): bool {
  return isProven(find(packet.seqOffset));
}

function isProven(interval: i32): bool {
  const seen = valueAt(lastSent, interval);
  const above = earliestAbove(interval);
  if (seen >= 0 ? deliveredSending > seen : above >= 0 && deliveredSending >= 2 * above) return true;
  const isAgain = seen >= 0 && (seen & 1) == 0 && packetAt(seen >> 1).verdict == VERDICT.RETRANSMISSION;
  return duplicateAcks >= DUPLICATE_THRESHOLD && !isAgain;
}

/** The last segment again, after some two round trips without news: a tail loss probe. */
function isLossProbe(packet: Packet): bool {
  if (!Facts.mayProbe || !Facts.sackPermitted || state != OPEN || probedTop < Infinity) return false;
  if (packet.endOffset < top || hasEvidence(packet)) return false;
  const silenceNs = packet.timeNs - max(sentNs, newsNs);
  if (hasNoProbes() && silenceNs >= leastTimeoutNs) return false;
  if (silenceNs < Trace.roundTripNs * PROBE_ROUND_TRIPS) return false;
  return packet.seqOffset > Board.acked || silenceNs <= longestProbeNs(); // a time-out repeats the first segment
}

/** By its time-outs, or the stack that it resembles. */
function hasNoProbes(): bool {
  return TimerHistory.isFirst || (Facts.probeless >> Trace.direction) & 1;
}

/** Of a single segment under way. */
function longestProbeNs(): f64 {
  const roundTripNs = isNaN(latestTripNs) ? Trace.roundTripNs : latestTripNs;
  return roundTripNs * PROBE_MOST_ROUND_TRIPS + PROBE_TICKS_NS + PROBE_DELAYED_ACK_NS;
}

function sent(i: i32, packet: Packet): void {
  if (mayUndo && packet.endOffset > top) goOn();
  book(packet, 2 * i);
  if (packet.length > 0 && top > -Infinity && packet.timeNs - max(sentNs, newsNs) >= leastTimeoutNs) afterPause = i;
  if (packet.kind != KIND.TLP) sentNs = packet.timeNs;
  sentUpTo(packet.endOffset, packet.timeNs);
}

function sentUpTo(end: f64, ns: f64): void {
  if (end <= top) return;
  top = end;
  topNs = ns;
}

/**
 * A segment after a pause may be an RTO retransmission whose original was lost before the capture point, so that it
 * looks like new data. The sender waits for its acknowledgement, then may send new data (F-RTO) before the rest that
 * was lost:
 *
 *  time    pause, P │ round trip │ new data above │ this one
 *  bytes   ── P ──┤├── this … hole, never seen ──┤├── new data
 */
function followsHiddenRepair(packet: Packet): bool {
  if (afterPause < 0 || packet.seqOffset != packetAt(afterPause).endOffset) return false;
  const interval = find(packet.seqOffset);
  const above = earliestAbove(interval);
  return (
    valueAt(lastSent, interval) < 0 &&
    above >= 0 &&
    packetAt(above).timeNs - packetAt(afterPause).timeNs >= Trace.roundTripNs * ROUND_TRIP
  );
}

/** The position of reordered packet i in the order of sending. */
function sendingOf(i: i32, packet: Packet): i32 {
  const above = earliestAbove(find(packet.seqOffset));
  return above >= 0 && above < i ? 2 * above - 1 : 2 * i;
}

/** @param sending the packet's position in the order of sending */
function book(packet: Packet, sending: i32): void {
  const first = findNear(packet.seqOffset, latestInterval);
  const end = packet.endOffset;
  latestInterval = first;
  for (
    let interval = first, n = min(intervalCount(), first + MAX_INTERVALS_PER_SEGMENT);
    interval >= 0 && interval < n && startOf(interval) < end;
    interval++
  ) {
    if (sending > valueAt(lastSent, interval)) store<i32>(lastSent + ((<usize>interval) << 2), sending);
  }
}
