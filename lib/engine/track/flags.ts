// Wireshark 4.0's analysis flags of a segment, as its `tcp_analyze_sequence_number` gives them with default
// preferences: the order of the rules matters. Everything is kept in the wire's 32-bit numbers and compared modulo
// 2^32, with 0 for "not set", because Wireshark does so. Bits are those of lib/transport/tcp/analysis-flags.js.
import { REORDERED_WITHIN_NS } from '../base/repair-times';
import { ANALYSIS, DIR_BIT, FLOW_BIT, TCP } from '../base/enums';
import { Current } from './segment';

/**
 * Wireshark's: so soon after a duplicate ACK a retransmission is fast; so soon after the newest segment it is out of
 * order.
 */
const FAST_WITHIN_NS: f64 = 20e6;

/** The flags of the current segment; remembers it in the direction's `ws…` words. */
export function wiresharkFlags(): i32 {
  let bits = Current.flags & TCP.SYN ? openingFlags() : 0;
  if (Current.wsLength < 0) return bits;
  bits |= beforeAcknowledgement();
  bits |= acknowledgementFlags(bits);
  if (Current.wsLength > 0 || Current.flags & (TCP.SYN | TCP.FIN)) bits |= lateFlags(bits);
  remember(bits);
  return bits;
}

/** A repeated SYN undoes a reset's change of the next number; a SYN-ACK with another number restarts the direction. */
function openingFlags(): i32 {
  const fwd = Current.fwd;
  if (Current.seq == fwd.wsBaseSeq) {
    if ((Current.flags & TCP.ACK) == 0) fwd.wsNextSeq = fwd.wsMaxSeqToBeAcked;
    return 0;
  }
  if ((Current.flags & TCP.ACK) == 0) return 0;
  fwd.wsBaseSeq = Current.seq;
  return ANALYSIS.REUSED_PORTS;
}

/** Probes, windows, holes, keep-alives, duplicate ACKs. */
function beforeAcknowledgement(): i32 {
  const fwd = Current.fwd;
  const rev = Current.rev;
  const length = Current.wsLength;
  const window = Current.window;
  const seq = Current.seq;
  const next = fwd.wsNextSeq;
  if (length == 1 && seq == next && rev.wsWindow == 0) return ANALYSIS.ZERO_WINDOW_PROBE;
  const opening = (Current.flags & (TCP.SYN | TCP.FIN | TCP.RST)) != 0;
  let bits = 0;
  if (window == 0 && !opening) bits |= ANALYSIS.ZERO_WINDOW;
  if (next != 0 && isAfter(seq, next) && (Current.flags & TCP.RST) == 0) bits |= ANALYSIS.LOST_SEGMENT;
  if (opening) return bits;
  if (length <= 1 && seq == next - 1) bits |= ANALYSIS.KEEP_ALIVE;
  if (length > 0) return isWindowFull() ? bits | ANALYSIS.WINDOW_FULL : bits;
  if (seq != next || Current.ack != fwd.wsLastAck) return bits;
  if (window != fwd.wsWindow) return window != 0 ? bits | ANALYSIS.WINDOW_UPDATE : bits;
  if (window == 0) return rev.wsLastFlags & ANALYSIS.ZERO_WINDOW_PROBE ? bits | ANALYSIS.ZERO_WINDOW_PROBE_ACK : bits;
  return rev.wsLastFlags & ANALYSIS.KEEP_ALIVE ? bits | ANALYSIS.KEEP_ALIVE_ACK : bits | ANALYSIS.DUPLICATE_ACK;
}

function isWindowFull(): bool {
  const rev = Current.rev;
  const scale = rev.windowScale;
  if (scale == -1) return false;
  const scales = scale > 0 && (rev.bits & DIR_BIT.OPENING) == 0;
  return Current.seq + Current.wsLength == rev.wsLastAck + (scales ? rev.wsWindow << scale : rev.wsWindow);
}

function acknowledgementFlags(bits: i32): i32 {
  const fwd = Current.fwd;
  const rev = Current.rev;
  const ack = Current.ack;
  if (bits & ANALYSIS.DUPLICATE_ACK) fwd.wsDuplicateAcks = fwd.wsDuplicateAcks < 0 ? 1 : fwd.wsDuplicateAcks + 1;
  if (ack != fwd.wsLastAck) fwd.wsDuplicateAcks = 0;
  const highest = rev.wsMaxSeqToBeAcked;
  if (highest == 0 || (Current.flags & TCP.ACK) == 0 || !isAfter(ack, highest)) return 0;
  if (isBefore(highest, rev.wsNextSeq)) {
    rev.wsMaxSeqToBeAcked = rev.wsNextSeq;
    return ANALYSIS.ACK_LOST_SEGMENT;
  }
  const first = rev.wsDuplicateAcks == 0;
  rev.wsDuplicateAcks = -1;
  return first ? ANALYSIS.ACK_LOST_SEGMENT : 0;
}

/** Retransmitted sequence space. */
function lateFlags(bits: i32): i32 {
  if (bits & ANALYSIS.KEEP_ALIVE) return 0;
  const next = Current.fwd.wsNextSeq;
  const peerAck = Current.rev.wsLastAck;
  const seq = Current.seq;
  const length = Current.wsLength;
  if (length > 0 && peerAck != 0 && seq + length - peerAck <= 0)
    return ANALYSIS.SPURIOUS_RETRANSMISSION | ANALYSIS.RETRANSMISSION;
  const behind = next != 0 && isBefore(seq, next) && !(length > 1 && next - 1 == seq);
  if (!behind) return 0;
  // unsigned, as in Wireshark: the −1 after an ACK of lost data counts as many duplicates
  if (
    <u32>Current.rev.wsDuplicateAcks >= 2 &&
    peerAck == seq &&
    within(Current.timeNs - Current.revSpace.wsLastAckTime, FAST_WITHIN_NS)
  )
    return ANALYSIS.FAST_RETRANSMISSION | ANALYSIS.RETRANSMISSION;
  const soon = Current.flow.bits & FLOW_BIT.RTT_OF_HANDSHAKE_KNOWN ? Current.times.handshakeRtt : REORDERED_WITHIN_NS;
  if (within(Current.timeNs - Current.fwdSpace.wsNextSeqTime, soon) && endSeq() != next) return ANALYSIS.OUT_OF_ORDER;
  return ANALYSIS.RETRANSMISSION;
}

// Two numbers 2^31 apart are both before and after each other, as with Wireshark's macros.

// @ts-ignore: decorator
@inline
function isAfter(a: i32, b: i32): bool {
  return b - a < 0;
}

// @ts-ignore: decorator
@inline
function isBefore(a: i32, b: i32): bool {
  return a - b < 0;
}

/** Wireshark compares times as unsigned: a negative one is longer than any other. */
function within(elapsedNs: f64, mostNs: f64): bool {
  return <u64>(<i64>elapsedNs) < <u64>(<i64>mostNs);
}

function endSeq(): i32 {
  return Current.seq + Current.wsLength + (Current.flags & (TCP.SYN | TCP.FIN) ? 1 : 0);
}

function remember(bits: i32): void {
  const fwd = Current.fwd;
  const next = fwd.wsNextSeq;
  const end = endSeq();
  if ((next == 0 || isAfter(end, next)) && !(bits & ANALYSIS.ZERO_WINDOW_PROBE)) {
    fwd.wsNextSeq = end;
    Current.fwdSpace.wsNextSeqTime = Current.timeNs;
  }
  if ((fwd.wsMaxSeqToBeAcked == 0 || Current.seq == fwd.wsMaxSeqToBeAcked) && !(bits & ANALYSIS.ZERO_WINDOW_PROBE))
    fwd.wsMaxSeqToBeAcked = fwd.wsNextSeq;
  fwd.wsWindow = Current.window;
  fwd.wsLastAck = Current.ack;
  Current.fwdSpace.wsLastAckTime = Current.timeNs;
  fwd.wsLastFlags = bits;
}
