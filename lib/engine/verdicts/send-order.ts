// The order in which the sender sent two segments of one direction, from header fields that it set.
import { EVIDENCE, OPTION, TCP } from '../base/enums';
import { Packet, packetAt } from './packet';

/** Segments apart, at the most, whose numbers are compared: the 16 bits wrap. */
const COMPARABLE_WITHIN: i32 = 1 << 12;
/** Least steps to use the numbers for the order. */
const FEWEST_STEPS: i32 = 3;
/**
 * Segments with equal timestamps left the sender within this time: Linux, gVisor, FreeBSD and Windows tick each 1 ms,
 * older Linux 4 or 10, Solaris and older Windows and BSD 10; RFC 7323 (section 5.4) lets it be 1 s.
 */
const TICK_NS: f64 = 10e6;
/** A copy appears within this time; no sender repairs so soon: a probe waits two round trips (RFC 8985). */
const COPIED_WITHIN_NS: f64 = 0.5e6;
/**
 * No copy is delayed longer on the path: queues hold some hundred milliseconds, and an RTO of 200 ms (Linux, FreeBSD,
 * gVisor) to 3 s (lwIP) retransmits the stored segment with the same timestamp.
 */
const LATEST_COPY_NS: f64 = 150e6;
/** No stack retransmits a SYN or SYN-ACK sooner (RFC 6298 section 2: 1 s). */
const MIN_SYN_TIMEOUT_NS: f64 = 0.9e9;

/** The order is unknown, or both left within one tick of the clock. */
export const UNKNOWN_ORDER: i32 = 0;
/** Sent after the other. */
export const SENT_AFTER: i32 = 1;
/** Sent before the other. */
export const SENT_BEFORE: i32 = -1;

/** Evidence bit for the latest result of `compare` or `isCopy`; 0 none. */
export let evidence: i32 = 0;

/**
 * Whether packet i left before packet j of the direction (SENT_BEFORE).
 * @param steps from one identification of its sender to another (delays.ts)
 */
export function compare(i: i32, j: i32, steps: i32): i32 {
  const one = packetAt(i);
  const other = packetAt(j);
  evidence = 0;
  if (one.options & other.options & OPTION.TIMESTAMPS && one.tsValue != other.tsValue) {
    evidence = EVIDENCE.TIMESTAMP_ORDER;
    return one.tsValue - other.tsValue > 0 ? SENT_AFTER : SENT_BEFORE;
  }
  if (steps < FEWEST_STEPS || one.ipId == other.ipId || abs(i - j) > COMPARABLE_WITHIN) return UNKNOWN_ORDER;
  evidence = EVIDENCE.IP_ID_ORDER;
  return (<i32>one.ipId - <i32>other.ipId) << 16 > 0 ? SENT_AFTER : SENT_BEFORE;
}

/**
 * Whether a packet is a copy of an earlier one: duplicated by the network, or captured twice. It has the same IP
 * identification, where the sender numbers its packets; otherwise every field must be equal and the time too short for
 * a retransmission.
 * @param steps as above @param roundTripNs the least there is
 */
export function isCopy(later: Packet, earlier: Packet, steps: i32, roundTripNs: f64): bool {
  evidence = 0;
  if (!sameHeader(later, earlier)) return false;
  if (steps > 0) {
    evidence = EVIDENCE.SAME_IP_ID;
    return later.ipId == earlier.ipId && !isHandshakeAnew(later, earlier);
  }
  if (later.ipId != earlier.ipId && later.ipId != 0 && earlier.ipId != 0) return false;
  evidence = EVIDENCE.SAME_HEADER;
  const tookNs = later.timeNs - earlier.timeNs;
  if (later.options & OPTION.TIMESTAMPS && roundTripNs > 2 * TICK_NS) return tookNs < max(roundTripNs, LATEST_COPY_NS);
  return tookNs < max(roundTripNs / 2, COPIED_WITHIN_NS);
}

/** Load balancers that answer SYNs for a server use the same identification in each. */
function isHandshakeAnew(later: Packet, earlier: Packet): bool {
  return (later.flags & TCP.SYN) != 0 && later.timeNs - earlier.timeNs >= MIN_SYN_TIMEOUT_NS;
}

/** Size of segments on the wire where captured copies are split differently; 0 not known. */
let wireBytes: i32 = 0;

/** Before the pass over a direction. */
export function forgetCuts(): void {
  wireBytes = 0;
}

/**
 * Whether a packet has bytes of an earlier one in other pieces: a network card has split the one after the capture
 * point (TSO), or merged it before it (GRO), and the other was captured elsewhere. All parts have one timestamp, and
 * consecutive identifications:
 *
 *   id 7, 4344 bytes   ├──────────────────────────┤
 *   ids 7, 8, 9        ├────────┤├────────┤├──────┤     the third begins 2 × 1448 bytes behind the first
 *
 * A retransmission has a number after those, and mostly a later timestamp.
 * @param later whose first byte the earlier one has @param steps, roundTripNs as above
 */
export function isCutOtherwise(later: Packet, earlier: Packet, steps: i32, roundTripNs: f64): bool {
  evidence = 0;
  if (!sameHeaderOfParts(later, earlier)) return false;
  if (steps > 0) {
    evidence = EVIDENCE.SAME_IP_ID;
    return isNumberOfPart(later, earlier);
  }
  evidence = EVIDENCE.SAME_HEADER;
  if ((later.options & OPTION.TIMESTAMPS) == 0) return false;
  if (later.ttl != earlier.ttl) return true;
  return later.timeNs - earlier.timeNs < (roundTripNs > 0 ? roundTripNs / 2 : COPIED_WITHIN_NS);
}

function isNumberOfPart(later: Packet, earlier: Packet): bool {
  const steps = (<i32>later.ipId - <i32>earlier.ipId) & 0xffff;
  const offset = <i32>(later.seqOffset - earlier.seqOffset);
  if (offset == 0 && steps == 0) {
    wireBytes = min(later.length, earlier.length);
    return true;
  }
  if (offset <= 0 || steps == 0 || offset % steps != 0) return false;
  const bytes = offset / steps;
  if (bytes != later.length && bytes != wireBytes) return false;
  wireBytes = bytes;
  return true;
}

/** A part begins elsewhere, or ends elsewhere; only the last one has PSH and FIN. */
function sameHeaderOfParts(a: Packet, b: Packet): bool {
  return (
    a.length > 0 &&
    b.length > 0 &&
    (a.seqOffset != b.seqOffset || a.length != b.length) &&
    a.ackOffset == b.ackOffset &&
    a.window == b.window &&
    ((<i32>(a.flags ^ b.flags)) & ~(TCP.CWR | TCP.ECE | TCP.PSH | TCP.FIN)) == 0 &&
    a.options == b.options &&
    a.sackCount == b.sackCount &&
    ((a.options & OPTION.TIMESTAMPS) == 0 || (a.tsValue == b.tsValue && a.tsEcho == b.tsEcho))
  );
}

/** Whether an acknowledgement is a copy of another. Without numbers a duplicate ACK may look the same. */
export function isSameAck(one: Packet, other: Packet, steps: i32): bool {
  return steps > 0 && one.ipId == other.ipId && sameHeader(one, other);
}

function sameHeader(a: Packet, b: Packet): bool {
  return (
    a.seqOffset == b.seqOffset &&
    a.ackOffset == b.ackOffset &&
    a.length == b.length &&
    a.window == b.window &&
    ((<i32>(a.flags ^ b.flags)) & ~(TCP.CWR | TCP.ECE)) == 0 &&
    a.options == b.options &&
    a.sackCount == b.sackCount &&
    ((a.options & OPTION.TIMESTAMPS) == 0 || (a.tsValue == b.tsValue && a.tsEcho == b.tsEcho))
  );
}
