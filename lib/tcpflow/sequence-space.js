import { DIR, DIR_BIT, DIR_F } from './flow-fields.js';

/** @typedef {import('./segment.js').Segment} Segment */

const FIN = 1, SYN = 2, RST = 4, ACK = 16;

/**
 * Acknowledgements of bytes nobody saw move the reference only this far, so that one absurd number cannot
 * throw the unwrapping off.
 */
const FARTHEST_ACK = 2 ** 30;

/**
 * Places a segment in its direction's unwrapped sequence space, and its acknowledgement in the other's.
 *
 * ```
 *  wire     … 4294967290   4294967295   3          10 …        (modulo 2^32)
 *  offset        0 = SYN        5        10         17          (64-bit, never wraps)
 *                               └ reference: a recent pair (seq, offset); others are at most 2^31 away
 * ```
 *
 * The base is the SYN's number; without a SYN one less than the first number seen, or than the first acknowledgement from
 * the other side (as Wireshark's relative numbers).
 * @param {Segment} s
 * @param {Int32Array} ints @param {number} fwd @param {number} rev
 * @param {Float64Array} floats @param {number} fwdF @param {number} revF
 */
export function placeSegment(s, ints, fwd, rev, floats, fwdF, revF) {
  const flags = s.flags;
  if ((ints[fwd + DIR.BITS] & DIR_BIT.BASE_KNOWN) === 0) setBase(ints, fwd, floats, fwdF, flags & SYN ? s.seq : (s.seq - 1) | 0);
  else if (flags & SYN && s.seq !== ints[fwd + DIR.BASE_SEQ] && (ints[fwd + DIR.BITS] & (DIR_BIT.DATA_SEEN | DIR_BIT.HAS_HOLES)) === 0) {
    setBase(ints, fwd, floats, fwdF, s.seq);
  }
  const reference = floats[fwdF + DIR_F.REFERENCE];
  s.seqOffset = reference + ((s.seq - ints[fwd + DIR.REFERENCE_SEQ]) | 0);
  s.dataOffset = flags & SYN ? s.seqOffset + 1 : s.seqOffset;
  s.endOffset = s.dataOffset + s.length + (flags & FIN);
  if (s.endOffset > reference && (flags & RST) === 0) {
    floats[fwdF + DIR_F.REFERENCE] = s.endOffset;
    ints[fwd + DIR.REFERENCE_SEQ] = (s.seq + (s.endOffset - s.seqOffset)) | 0;
  }
  if ((flags & ACK) === 0) {
    s.ackOffset = -1;
    return;
  }
  if ((ints[rev + DIR.BITS] & DIR_BIT.BASE_KNOWN) === 0) setBase(ints, rev, floats, revF, (s.ack - 1) | 0);
  const peerReference = floats[revF + DIR_F.REFERENCE], ahead = (s.ack - ints[rev + DIR.REFERENCE_SEQ]) | 0;
  s.ackOffset = peerReference + ahead;
  if (ahead > 0 && ahead < FARTHEST_ACK) {
    floats[revF + DIR_F.REFERENCE] = s.ackOffset;
    ints[rev + DIR.REFERENCE_SEQ] = s.ack;
  }
}

/** @param {Int32Array} ints @param {number} dir @param {Float64Array} floats @param {number} dirF @param {number} seq */
function setBase(ints, dir, floats, dirF, seq) {
  ints[dir + DIR.BITS] |= DIR_BIT.BASE_KNOWN;
  ints[dir + DIR.BASE_SEQ] = seq;
  ints[dir + DIR.REFERENCE_SEQ] = seq;
  floats[dirF + DIR_F.REFERENCE] = 0;
  floats[dirF + DIR_F.SEEN_END] = 1;
  floats[dirF + DIR_F.HIGHEST] = 1;
  floats[dirF + DIR_F.DELIVERED] = 1;
}
