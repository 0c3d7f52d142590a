// Wireshark 4.0's analysis flags of a segment, as its `tcp_analyze_sequence_number` gives them with default
// preferences: the order of the rules matters. Everything is kept in the wire's 32-bit numbers and compared modulo
// 2^32, with 0 for "not set", because Wireshark does so. Bits are those of lib/tcpflow/verdicts/analysis-flags.js.
import { ACK, FIN, HANDSHAKE_KNOWN, OPENING, RST, SYN } from '../base/layout';
import { Current } from './segment';

const RETRANSMISSION: i32 = 1;
const FAST: i32 = 2;
const SPURIOUS: i32 = 4;
const OUT_OF_ORDER: i32 = 8;
const LOST: i32 = 16;
const ACK_LOST: i32 = 32;
const DUPLICATE_ACK: i32 = 64;
export const KEEP_ALIVE: i32 = 128;
const KEEP_ALIVE_ACK: i32 = 256;
const WINDOW_FULL: i32 = 512;
const WINDOW_UPDATE: i32 = 1024;
const ZERO_WINDOW: i32 = 2048;
export const PROBE: i32 = 4096;
const PROBE_ACK: i32 = 8192;
export const REUSED_PORTS: i32 = 16384;

const FAST_WITHIN_NS: f64 = 20e6;
const REORDERED_WITHIN_NS: f64 = 3e6;

/** The flags of the current segment; remembers it in the direction's `ws…` words. */
export function wiresharkFlags(): i32 {
  let bits = Current.flags & SYN ? openingFlags() : 0;
  if (Current.wsLength < 0) return bits;
  bits |= beforeAcknowledgement();
  bits |= acknowledgementFlags(bits);
  if (Current.wsLength > 0 || Current.flags & (SYN | FIN)) bits |= lateFlags(bits);
  remember(bits);
  return bits;
}

/**
 * A SYN once more takes back what a reset did to the next number; a SYN-ACK with another number begins the direction
 * anew.
 */
function openingFlags(): i32 {
  const fwd = Current.fwd;
  if (Current.seq == fwd.wsBaseSeq) {
    if ((Current.flags & ACK) == 0) fwd.wsNextSeq = fwd.wsMaxSeqToBeAcked;
    return 0;
  }
  if ((Current.flags & ACK) == 0) return 0;
  fwd.wsBaseSeq = Current.seq;
  return REUSED_PORTS;
}

/** Probes, windows, holes, keep-alives, duplicate ACKs. */
function beforeAcknowledgement(): i32 {
  const fwd = Current.fwd;
  const rev = Current.rev;
  const length = Current.wsLength;
  const window = Current.window;
  const seq = Current.seq;
  const next = fwd.wsNextSeq;
  if (length == 1 && seq == next && rev.wsWindow == 0) return PROBE;
  const opening = (Current.flags & (SYN | FIN | RST)) != 0;
  let bits = 0;
  if (window == 0 && !opening) bits |= ZERO_WINDOW;
  if (next != 0 && isAfter(seq, next) && (Current.flags & RST) == 0) bits |= LOST;
  if (opening) return bits;
  if (length <= 1 && seq == next - 1) bits |= KEEP_ALIVE;
  if (length > 0) return isWindowFull() ? bits | WINDOW_FULL : bits;
  if (seq != next || Current.ack != fwd.wsLastAck) return bits;
  if (window != fwd.wsWindow) return window != 0 ? bits | WINDOW_UPDATE : bits;
  if (window == 0) return rev.wsLastFlags & PROBE ? bits | PROBE_ACK : bits;
  return rev.wsLastFlags & KEEP_ALIVE ? bits | KEEP_ALIVE_ACK : bits | DUPLICATE_ACK;
}

function isWindowFull(): bool {
  const rev = Current.rev;
  const scale = rev.windowScale;
  if (scale == -1) return false;
  const scales = scale > 0 && (rev.bits & OPENING) == 0;
  return Current.seq + Current.wsLength == rev.wsLastAck + (scales ? rev.wsWindow << scale : rev.wsWindow);
}

function acknowledgementFlags(bits: i32): i32 {
  const fwd = Current.fwd;
  const rev = Current.rev;
  const ack = Current.ack;
  if (bits & DUPLICATE_ACK) fwd.wsDuplicateAcks = fwd.wsDuplicateAcks < 0 ? 1 : fwd.wsDuplicateAcks + 1;
  if (ack != fwd.wsLastAck) fwd.wsDuplicateAcks = 0;
  const highest = rev.wsMaxSeqToBeAcked;
  if (highest == 0 || (Current.flags & ACK) == 0 || !isAfter(ack, highest)) return 0;
  if (isBefore(highest, rev.wsNextSeq)) {
    rev.wsMaxSeqToBeAcked = rev.wsNextSeq;
    return ACK_LOST;
  }
  const first = rev.wsDuplicateAcks == 0;
  rev.wsDuplicateAcks = -1;
  return first ? ACK_LOST : 0;
}

/** What takes sequence space again. */
function lateFlags(bits: i32): i32 {
  if (bits & KEEP_ALIVE) return 0;
  const next = Current.fwd.wsNextSeq;
  const peerAck = Current.rev.wsLastAck;
  const seq = Current.seq;
  const length = Current.wsLength;
  if (length > 0 && peerAck != 0 && seq + length - peerAck <= 0) return SPURIOUS | RETRANSMISSION;
  const behind = next != 0 && isBefore(seq, next) && !(length > 1 && next - 1 == seq);
  if (!behind) return 0;
  // without a sign, as Wireshark: the −1 of an acknowledgement of what was lost is many duplicates
  if (
    <u32>Current.rev.wsDuplicateAcks >= 2 &&
    peerAck == seq &&
    within(Current.timeNs - Current.revSpace.wsLastAckTime, FAST_WITHIN_NS)
  )
    return FAST | RETRANSMISSION;
  const soon = Current.flow.bits & HANDSHAKE_KNOWN ? Current.times.handshakeRtt : REORDERED_WITHIN_NS;
  if (within(Current.timeNs - Current.fwdSpace.wsNextSeqTime, soon) && endSeq() != next) return OUT_OF_ORDER;
  return RETRANSMISSION;
}

// Two numbers 2^31 apart are each before and after the other, as with Wireshark's macros.

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

/** Wireshark compares times without a sign: one that went backwards is longer than any other. */
function within(elapsedNs: f64, mostNs: f64): bool {
  return <u64>(<i64>elapsedNs) < <u64>(<i64>mostNs);
}

function endSeq(): i32 {
  return Current.seq + Current.wsLength + (Current.flags & (SYN | FIN) ? 1 : 0);
}

function remember(bits: i32): void {
  const fwd = Current.fwd;
  const next = fwd.wsNextSeq;
  const end = endSeq();
  if ((next == 0 || isAfter(end, next)) && !(bits & PROBE)) {
    fwd.wsNextSeq = end;
    Current.fwdSpace.wsNextSeqTime = Current.timeNs;
  }
  if ((fwd.wsMaxSeqToBeAcked == 0 || Current.seq == fwd.wsMaxSeqToBeAcked) && !(bits & PROBE))
    fwd.wsMaxSeqToBeAcked = fwd.wsNextSeq;
  fwd.wsWindow = Current.window;
  fwd.wsLastAck = Current.ack;
  Current.fwdSpace.wsLastAckTime = Current.timeNs;
  fwd.wsLastFlags = bits;
}
