// The direction being classified, and what is known of its path.
import { Facts } from './facts';
import { Packet } from './packet';
import { confidenceOf } from './verdicts';

/**
 * Share of the least delay to the receiver and back before which an acknowledgement cannot be for the segment just
 * captured.
 */
export const SOONEST_ACK: f64 = 0.75;

export class Trace {
  /** Of the data: 0 the client's. */
  static direction: i32 = 0;
  /** Steps of the IP identifications of the data's sender, and of the other end (delays.ts). */
  static steps: i32 = 0;
  static ackSteps: i32 = 0;
  /**
   * Least delays from the capture point to the data's sender and back, and to its receiver; NaN not known
   * (least-delay.ts).
   */
  static nearNs: f64 = 0;
  static farNs: f64 = 0;
  /** Their sum, or the part that is known. */
  static roundTripNs: f64 = 0;
}

export function setTrace(direction: i32): void {
  Trace.direction = direction;
  Trace.steps = direction ? Facts.serverSteps : Facts.clientSteps;
  Trace.ackSteps = direction ? Facts.clientSteps : Facts.serverSteps;
  Trace.farNs = direction ? Facts.serverDelayNs : Facts.clientDelayNs;
  Trace.nearNs = direction ? Facts.clientDelayNs : Facts.serverDelayNs;
  Trace.roundTripNs = known(Trace.nearNs) + known(Trace.farNs);
}

/** 0 for what is not known. */
export function known(ns: f64): f64 {
  return isNaN(ns) ? 0 : ns;
}

export function settle(packet: Packet, verdict: u8, evidence: i32, confidence: f64): void {
  packet.verdict = verdict;
  packet.evidence = <u16>evidence;
  packet.confidence = confidenceOf(confidence);
}
