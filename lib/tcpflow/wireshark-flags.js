import { ANALYSIS } from './analysis-flags.js';
import { DIR, DIR_F, FLOW_F } from './flow-fields.js';

/** @typedef {import('./segment.js').Segment} Segment */

const FIN = 1, SYN = 2, RST = 4, ACK = 16;
const SYN_FIN_RST = SYN | FIN | RST;
const {
  retransmission: RETRANSMISSION, fast_retransmission: FAST, spurious_retransmission: SPURIOUS, out_of_order: OUT_OF_ORDER,
  lost_segment: LOST, ack_lost_segment: ACK_LOST, duplicate_ack: DUPLICATE_ACK, keep_alive: KEEP_ALIVE,
  keep_alive_ack: KEEP_ALIVE_ACK, window_full: WINDOW_FULL, window_update: WINDOW_UPDATE, zero_window: ZERO_WINDOW,
  zero_window_probe: PROBE, zero_window_probe_ack: PROBE_ACK,
} = ANALYSIS;

const FAST_WITHIN_NS = 20e6;
const REORDERED_WITHIN_NS = 3e6;

/**
 * Wireshark 4.0's analysis flags of a segment, as its `tcp_analyze_sequence_number` gives them with default preferences:
 * the order of the rules matters. Everything is kept in the wire's 32-bit numbers and compared modulo 2^32, with 0 for "not
 * set", because Wireshark does so.
 *
 * Remembers the segment in the direction's `WS_` words.
 * @param {Segment} segment
 * @param {Int32Array} ints @param {number} fwd where this direction's words start @param {number} rev where the other's do
 * @param {Float64Array} floats @param {number} fwdTime @param {number} revTime @param {number} flowTime
 * @returns {number} bits of `ANALYSIS`
 */
export function wiresharkFlags(segment, ints, fwd, rev, floats, fwdTime, revTime, flowTime) {
  const bits = beforeAcknowledgement(segment, ints, fwd, rev);
  const acked = acknowledgementFlags(segment, ints, fwd, rev, bits);
  const late = segment.length > 0 || (segment.flags & (SYN | FIN)) !== 0
    ? bits | acked | lateFlags(segment, ints, fwd, rev, bits, floats, fwdTime, revTime, flowTime)
    : bits | acked;
  remember(segment, ints, fwd, late, floats, fwdTime);
  return late;
}

/** Rules 1 to 9: probes, windows, holes, keep-alives, duplicate ACKs. */
function beforeAcknowledgement(/** @type {Segment} */ s, /** @type {Int32Array} */ ints, /** @type {number} */ fwd, /** @type {number} */ rev) {
  const next = ints[fwd + DIR.WS_NEXT_SEQ], ahead = next === 0 ? 0 : (s.seq - next) | 0;
  if (s.length === 1 && s.seq === next && ints[rev + DIR.WS_WINDOW] === 0) return PROBE;
  const opening = (s.flags & SYN_FIN_RST) !== 0;
  let bits = 0;
  if (s.window === 0 && !opening) bits |= ZERO_WINDOW;
  if (ahead > 0 && (s.flags & RST) === 0) bits |= LOST;
  if (opening) return bits;
  if (s.length <= 1 && s.seq === ((next - 1) | 0)) bits |= KEEP_ALIVE;
  if (s.length > 0) return isWindowFull(s, ints, rev) ? bits | WINDOW_FULL : bits;
  if (s.seq !== next || s.ack !== ints[fwd + DIR.WS_LAST_ACK]) return bits;
  if (s.window !== ints[fwd + DIR.WS_WINDOW]) return s.window !== 0 ? bits | WINDOW_UPDATE : bits;
  const before = ints[rev + DIR.WS_LAST_FLAGS];
  if (s.window === 0) return before & PROBE ? bits | PROBE_ACK : bits;
  return before & KEEP_ALIVE ? bits | KEEP_ALIVE_ACK : bits | DUPLICATE_ACK;
}

function isWindowFull(/** @type {Segment} */ s, /** @type {Int32Array} */ ints, /** @type {number} */ rev) {
  const scale = ints[rev + DIR.WINDOW_SCALE];
  if (scale === -1) return false;
  const window = ints[rev + DIR.WS_WINDOW] << (scale > 0 && s.peerWindowScales ? scale : 0);
  return ((s.seq + s.length) | 0) === ((ints[rev + DIR.WS_LAST_ACK] + window) | 0);
}

/** Rules 11 and 12. */
function acknowledgementFlags(/** @type {Segment} */ s, /** @type {Int32Array} */ ints, /** @type {number} */ fwd, /** @type {number} */ rev, /** @type {number} */ bits) {
  if (bits & DUPLICATE_ACK) {
    const count = ints[fwd + DIR.WS_DUPLICATE_ACKS];
    ints[fwd + DIR.WS_DUPLICATE_ACKS] = count < 0 ? 1 : count + 1;
  }
  if (s.ack !== ints[fwd + DIR.WS_LAST_ACK]) ints[fwd + DIR.WS_DUPLICATE_ACKS] = 0;
  const highest = ints[rev + DIR.WS_MAX_SEQ_TO_BE_ACKED];
  if (highest === 0 || (s.flags & ACK) === 0 || ((s.ack - highest) | 0) <= 0) return 0;
  const next = ints[rev + DIR.WS_NEXT_SEQ];
  if (((next - highest) | 0) > 0) {
    ints[rev + DIR.WS_MAX_SEQ_TO_BE_ACKED] = next;
    return ACK_LOST;
  }
  const first = ints[rev + DIR.WS_DUPLICATE_ACKS] === 0;
  ints[rev + DIR.WS_DUPLICATE_ACKS] = -1;
  return first ? ACK_LOST : 0;
}

/** Rule 13: what takes sequence space again. */
function lateFlags(/** @type {Segment} */ s, /** @type {Int32Array} */ ints, /** @type {number} */ fwd, /** @type {number} */ rev, /** @type {number} */ bits,
  /** @type {Float64Array} */ floats, /** @type {number} */ fwdTime, /** @type {number} */ revTime, /** @type {number} */ flowTime) {
  if (bits & KEEP_ALIVE) return 0;
  const next = ints[fwd + DIR.WS_NEXT_SEQ], peerAck = ints[rev + DIR.WS_LAST_ACK];
  if (s.length > 0 && peerAck !== 0 && ((s.seq + s.length - peerAck) | 0) <= 0) return SPURIOUS | RETRANSMISSION;
  const behind = next !== 0 && ((s.seq - next) | 0) < 0 && !(s.length > 1 && ((next - 1) | 0) === s.seq);
  if (!behind) return 0;
  if (ints[rev + DIR.WS_DUPLICATE_ACKS] >= 2 && peerAck === s.seq
    && s.timeNs - floats[revTime + DIR_F.WS_LAST_ACK_TIME] < FAST_WITHIN_NS) return FAST | RETRANSMISSION;
  const handshake = floats[flowTime + FLOW_F.HANDSHAKE_RTT];
  const end = (s.seq + s.length + (s.flags & (SYN | FIN) ? 1 : 0)) | 0;
  if (s.timeNs - floats[fwdTime + DIR_F.WS_NEXT_SEQ_TIME] < (handshake >= 0 ? handshake : REORDERED_WITHIN_NS) && end !== next) return OUT_OF_ORDER;
  return RETRANSMISSION;
}

/** Rules 15 and 16. */
function remember(/** @type {Segment} */ s, /** @type {Int32Array} */ ints, /** @type {number} */ fwd, /** @type {number} */ bits,
  /** @type {Float64Array} */ floats, /** @type {number} */ fwdTime) {
  const end = (s.seq + s.length + (s.flags & (SYN | FIN) ? 1 : 0)) | 0;
  const next = ints[fwd + DIR.WS_NEXT_SEQ];
  if ((next === 0 || ((end - next) | 0) > 0) && !(bits & PROBE)) {
    ints[fwd + DIR.WS_NEXT_SEQ] = end;
    floats[fwdTime + DIR_F.WS_NEXT_SEQ_TIME] = s.timeNs;
  }
  const highest = ints[fwd + DIR.WS_MAX_SEQ_TO_BE_ACKED];
  if ((highest === 0 || s.seq === highest) && !(bits & PROBE)) ints[fwd + DIR.WS_MAX_SEQ_TO_BE_ACKED] = ints[fwd + DIR.WS_NEXT_SEQ];
  ints[fwd + DIR.WS_WINDOW] = s.window;
  ints[fwd + DIR.WS_LAST_ACK] = s.ack;
  floats[fwdTime + DIR_F.WS_LAST_ACK_TIME] = s.timeNs;
  ints[fwd + DIR.WS_LAST_FLAGS] = bits;
}
