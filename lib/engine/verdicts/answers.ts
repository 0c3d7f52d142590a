// Without SACK, duplicate ACKs are the only sign of a spurious retransmission: a receiver answers data that it already
// has at once, each time (RFC 9293, 3.10.7.4), and in the order of arrival. After a time-out, a sender without SACK sends
// everything again; the acknowledgement of the first then passes over all that had arrived, and a duplicate ACK follows
// for each of the others:
//
//  sent again   R0  R1  R2  R3                 R0 filled the hole; R1 to R3 were not needed
//  ACKs         ────── round trip ──── R3.end  R3.end  R3.end  R3.end
//                                      moves   for R1  for R2  for R3
import { EVIDENCE, TCP, VERDICT } from '../base/enums';
import { MAX_TRANSMISSIONS_LOOKED_AT } from './facts';
import { Packet, packetAt } from './packet';
import { Board } from './scoreboard';
import { SOONEST_ACK, Trace, known } from './trace';

/** The next retransmission without an answer, while nothing new that could cause one has been sent; −1 none. */
let next: i32 = -1;
/** Where the search for what fills the next hole begins, at `next` or behind it: each packet is passed once. */
let sought: i32 = -1;
/** When something new was sent first since; Infinity: not yet. */
let newNs: f64 = Infinity;
/** The latest retransmission that no duplicate ACK has shown to be spurious; −1 none. */
let latest: i32 = -1;

export function beginAnswers(): void {
  next = sought = latest = -1;
  newNs = Infinity;
}

/** Packet i is a retransmission. */
export function awaitAnswer(i: i32): void {
  latest = i;
  if (next >= 0) return;
  next = sought = i;
  newNs = Infinity;
}

/** Data that was not sent before may cause duplicate ACKs, too. */
export function sentNew(packet: Packet): void {
  newNs = min(newNs, packet.timeNs);
}

/** Acknowledgement k advanced from there: it answers what filled the hole. */
export function answerByAdvance(k: i32, ackedBefore: f64): void {
  const ack = packetAt(k);
  for (; next >= 0 && sought < k && isOldEnough(packetAt(sought), ack); sought++) {
    const packet = packetAt(sought);
    if (packet.direction != Trace.direction || packet.seqOffset > ackedBefore || packet.endOffset <= ackedBefore)
      continue;
    if (packet.spurious != 1) next = ++sought;
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
  for (let most = MAX_TRANSMISSIONS_LOOKED_AT; latest >= 0 && most > 0; most--) {
    const packet = packetAt(latest);
    if (packet.verdict != VERDICT.RETRANSMISSION) return -1;
    if ((packet.evidence & EVIDENCE.ANSWERED) == 0) return latest;
    latest = packet.previous;
  }
  return -1;
}

function nextAnswered(k: i32, ack: Packet): i32 {
  if (newNs + known(Trace.farNs) * SOONEST_ACK <= ack.timeNs) next = -1;
  for (; next >= 0 && next < k; next++) {
    const packet = packetAt(next);
    if (packet.direction != Trace.direction || packet.verdict != VERDICT.RETRANSMISSION) continue;
    if (packet.endOffset > Board.acked || !isOldEnough(packet, ack)) return -1;
    sought = max(sought, next + 1);
    return next++;
  }
  return -1;
}

function isOldEnough(packet: Packet, ack: Packet): bool {
  return ack.timeNs - packet.timeNs >= known(Trace.farNs) * SOONEST_ACK;
}
