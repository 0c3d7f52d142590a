// Without SACK, duplicate ACKs are the only sign of a spurious retransmission: a receiver answers data that it already
// has at once, each time (RFC 9293, 3.10.7.4), and in the order of arrival. After a time-out, a sender without SACK sends
// everything again; the acknowledgement of the first then passes over all that had arrived, and a duplicate ACK follows
// for each of the others:
//
//  sent again   R0  R1  R2  R3                 R0 filled the hole; R1 to R3 were not needed
//  ACKs         ────── round trip ──── R3.end  R3.end  R3.end  R3.end
//                                      moves   for R1  for R2  for R3
import { EVIDENCE, TCP, VERDICT } from '../base/enums';
import { Packet, packetAt } from './packet';
import { Board } from './scoreboard';
import { SOONEST_ACK, Trace, known } from './trace';

/** The next retransmission without an answer, while nothing new that could cause one has been sent; −1 none. */
let next: i32 = -1;
/** When something new was sent first since; Infinity: not yet. */
let newNs: f64 = Infinity;
/** The latest retransmission that no duplicate ACK has shown to be spurious; −1 none. */
let latest: i32 = -1;

export function beginAnswers(): void {
  next = latest = -1;
  newNs = Infinity;
}

/** Packet i is a retransmission. */
export function awaitAnswer(i: i32): void {
  latest = i;
  if (next >= 0) return;
  next = i;
  newNs = Infinity;
}

/** Data that was not sent before may cause duplicate ACKs, too. */
export function sentNew(packet: Packet): void {
  newNs = min(newNs, packet.timeNs);
}

/** Acknowledgement k advanced from there: it answers what filled the hole. */
export function answerByAdvance(k: i32, ackedBefore: f64): void {
  const ack = packetAt(k);
  for (let i = next; i >= 0 && i < k && isOldEnough(packetAt(i), ack); i++) {
    const packet = packetAt(i);
    if (packet.direction != Trace.direction || packet.seqOffset > ackedBefore || packet.endOffset <= ackedBefore)
      continue;
    if (packet.spurious != 1) next = i + 1;
    return;
  }
}

/** Acknowledgement k repeats the one before. @returns the retransmission that it answers; −1 none. */
export function answerByRepeat(k: i32, sentTop: f64): i32 {
  const ack = packetAt(k);
  if (ack.length > 0 || (ack.flags & (TCP.SYN | TCP.FIN | TCP.RST)) != 0) return -1;
  const inOrder = nextAnswered(k, ack);
  return inOrder < 0 && ack.ackOffset >= sentTop ? latestUnanswered() : inOrder;
}

/** While nothing is outstanding, even what seemed to fill a hole was not needed, if there are so many answers. */
function latestUnanswered(): i32 {
  while (latest >= 0 && packetAt(latest).evidence & EVIDENCE.ANSWERED) latest = packetAt(latest).previous;
  if (latest >= 0 && packetAt(latest).verdict != VERDICT.RETRANSMISSION) latest = -1;
  return latest;
}

function nextAnswered(k: i32, ack: Packet): i32 {
  if (newNs + known(Trace.farNs) * SOONEST_ACK <= ack.timeNs) next = -1;
  for (; next >= 0 && next < k; next++) {
    const packet = packetAt(next);
    if (packet.direction != Trace.direction || packet.verdict != VERDICT.RETRANSMISSION) continue;
    if (packet.endOffset > Board.acked || !isOldEnough(packet, ack)) return -1;
    return next++;
  }
  return -1;
}

function isOldEnough(packet: Packet, ack: Packet): bool {
  return ack.timeNs - packet.timeNs >= known(Trace.farNs) * SOONEST_ACK;
}
