// Wireshark 4.0's analysis flags of a segment, as its `tcp_analyze_sequence_number` gives them with default preferences: the
// order of the rules matters. Everything is kept in the wire's 32-bit numbers and compared modulo 2^32, with 0 for
// "not set", because Wireshark does so. Bits are those of lib/tcpflow/analysis-flags.js.
import { ACK, FIN, RST, SYN } from "./layout";
import { Current, after } from "./segment";

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
  let bits = beforeAcknowledgement();
  bits |= acknowledgementFlags(bits);
  if (Current.length > 0 || Current.flags & (SYN | FIN)) bits |= lateFlags(bits);
  remember(bits);
  return bits;
}

/** Probes, windows, holes, keep-alives, duplicate ACKs. */
function beforeAcknowledgement(): i32 {
  const fwd = Current.fwd, rev = Current.rev, length = Current.length, window = Current.window, seq = Current.seq, next = fwd.wsNextSeq;
  if (length == 1 && seq == next && rev.wsWindow == 0) return PROBE;
  const opening = (Current.flags & (SYN | FIN | RST)) != 0;
  let bits = 0;
  if (window == 0 && !opening) bits |= ZERO_WINDOW;
  if (next != 0 && after(seq, next) > 0 && (Current.flags & RST) == 0) bits |= LOST;
  if (opening) return bits;
  if (length <= 1 && seq == next - 1) bits |= KEEP_ALIVE;
  if (length > 0) return isWindowFull() ? bits | WINDOW_FULL : bits;
  if (seq != next || Current.ack != fwd.wsLastAck) return bits;
  if (window != fwd.wsWindow) return window != 0 ? bits | WINDOW_UPDATE : bits;
  if (window == 0) return rev.wsLastFlags & PROBE ? bits | PROBE_ACK : bits;
  return rev.wsLastFlags & KEEP_ALIVE ? bits | KEEP_ALIVE_ACK : bits | DUPLICATE_ACK;
}

function isWindowFull(): bool {
  const rev = Current.rev, scale = rev.windowScale;
  if (scale == -1) return false;
  const scales = scale > 0 && rev.packets > rev.syns;
  return Current.seq + Current.length == rev.wsLastAck + (scales ? rev.wsWindow << scale : rev.wsWindow);
}

function acknowledgementFlags(bits: i32): i32 {
  const fwd = Current.fwd, rev = Current.rev, ack = Current.ack;
  if (bits & DUPLICATE_ACK) fwd.wsDuplicateAcks = fwd.wsDuplicateAcks < 0 ? 1 : fwd.wsDuplicateAcks + 1;
  if (ack != fwd.wsLastAck) fwd.wsDuplicateAcks = 0;
  const highest = rev.wsMaxSeqToBeAcked;
  if (highest == 0 || (Current.flags & ACK) == 0 || after(ack, highest) <= 0) return 0;
  if (after(rev.wsNextSeq, highest) > 0) {
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
  const next = Current.fwd.wsNextSeq, peerAck = Current.rev.wsLastAck, seq = Current.seq, length = Current.length;
  if (length > 0 && peerAck != 0 && after(seq + length, peerAck) <= 0) return SPURIOUS | RETRANSMISSION;
  const behind = next != 0 && after(seq, next) < 0 && !(length > 1 && next - 1 == seq);
  if (!behind) return 0;
  if (Current.rev.wsDuplicateAcks >= 2 && peerAck == seq && Current.timeNs - Current.revSpace.wsLastAckTime < FAST_WITHIN_NS) return FAST | RETRANSMISSION;
  const handshake = Current.times.handshakeRtt, soon = handshake >= 0 ? handshake : REORDERED_WITHIN_NS;
  if (Current.timeNs - Current.fwdSpace.wsNextSeqTime < soon && endSeq() != next) return OUT_OF_ORDER;
  return RETRANSMISSION;
}

function endSeq(): i32 {
  return Current.seq + Current.length + (Current.flags & (SYN | FIN) ? 1 : 0);
}

function remember(bits: i32): void {
  const fwd = Current.fwd, next = fwd.wsNextSeq, end = endSeq();
  if ((next == 0 || after(end, next) > 0) && !(bits & PROBE)) {
    fwd.wsNextSeq = end;
    Current.fwdSpace.wsNextSeqTime = Current.timeNs;
  }
  if ((fwd.wsMaxSeqToBeAcked == 0 || Current.seq == fwd.wsMaxSeqToBeAcked) && !(bits & PROBE)) fwd.wsMaxSeqToBeAcked = fwd.wsNextSeq;
  fwd.wsWindow = Current.window;
  fwd.wsLastAck = Current.ack;
  Current.fwdSpace.wsLastAckTime = Current.timeNs;
  fwd.wsLastFlags = bits;
}
