import { DIR, DIR_BIT, DIR_F } from './flow-fields.js';
import { ROW_BLOCK_BITS, ROW_BLOCK_MASK } from './packet-table.js';
import { VERDICT } from './verdict.js';

/** @typedef {import('./segment.js').Segment} Segment */
/** @typedef {import('./packet-table.js').PacketTable} PacketTable */

const FIN = 1, SYN = 2;

/**
 * Books an acknowledgement of the other direction's bytes and looks for an RTT sample.
 *
 * A sample is the time from a segment to the first acknowledgement that ends at its last byte. By Karn's rule (RFC 6298 section 3) none is
 * taken while bytes that were sent twice are among those newly acknowledged, and by tcptrace's post-loss rule none when a segment below came
 * after the one acknowledged: the receiver then waited for that.
 *
 * Each direction keeps one pointer into the connection's rows, which only moves forward: linear over all packets.
 * @param {Segment} s with `ackOffset`
 * @param {PacketTable} packets
 * @param {Int32Array} ints @param {number} rev words of the direction that is acknowledged
 * @param {Float64Array} floats @param {number} revF
 * @returns {number} row of the segment whose acknowledgement gives a sample, or −1
 */
export function acknowledge(s, packets, ints, rev, floats, revF) {
  const before = floats[revF + DIR_F.ACKED];
  if (s.ackOffset <= before) return -1;
  floats[revF + DIR_F.ACKED] = s.ackOffset;
  if (s.ackOffset > 1 && ints[rev + DIR.BITS] & DIR_BIT.DATA_SEEN) ints[rev + DIR.BITS] |= DIR_BIT.DATA_ACKED;
  const row = passRows(s, packets, ints, rev);
  if (row < 0 || floats[revF + DIR_F.RETRANSMITTED_END] > before) return -1;
  bookSample(s.timeNs - packets.timeNs(row), ints, rev, floats, revF);
  return row;
}

/** Moves the pointer behind all rows acknowledged; gives the row that ends where the acknowledgement does, if none came after it. */
function passRows(/** @type {Segment} */ s, /** @type {PacketTable} */ packets, /** @type {Int32Array} */ ints, /** @type {number} */ rev) {
  const sender = s.flow * 2 + (1 - s.endpoint);
  let row = ints[rev + DIR.UNACKED_ROW], match = -1;
  while (row >= 0) {
    const block = packets.blocks[row >> ROW_BLOCK_BITS], at = row & ROW_BLOCK_MASK;
    if (block.flowEnd[at] === sender) {
      const flags = block.flags[at];
      const end = block.seqOffset[at] + block.length[at] + (flags & FIN) + ((flags & SYN) >> 1);
      if (end > s.ackOffset) break;
      if (end > block.seqOffset[at]) match = end === s.ackOffset && block.verdict[at] === VERDICT.ORIGINAL ? row : -1;
    }
    row = block.next[at];
  }
  ints[rev + DIR.UNACKED_ROW] = row;
  return match;
}

/** @param {number} rttNs @param {Int32Array} ints @param {number} dir @param {Float64Array} floats @param {number} dirF */
function bookSample(rttNs, ints, dir, floats, dirF) {
  const first = ints[dir + DIR.RTT_SAMPLES]++ === 0;
  if (first || rttNs < floats[dirF + DIR_F.RTT_MIN]) floats[dirF + DIR_F.RTT_MIN] = rttNs;
  if (first || rttNs > floats[dirF + DIR_F.RTT_MAX]) floats[dirF + DIR_F.RTT_MAX] = rttNs;
  floats[dirF + DIR_F.RTT_SUM] += rttNs;
  floats[dirF + DIR_F.RTT_SQUARES] += rttNs * rttNs;
}
