import { acknowledge } from './acknowledge.js';
import { ANALYSIS } from './analysis-flags.js';
import { Classifier } from './classify.js';
import {
  DIR, DIR_BIT, DIR_F, DIR_FLOATS, DIR_INTS, FLOATS_PER_FLOW, FLOW, FLOW_BIT, FLOW_BLOCK_BITS, FLOW_BLOCK_MASK, FLOW_F, FLOW_FLOATS,
  FLOW_INTS, INTS_PER_FLOW,
} from './flow-fields.js';
import { FlowTable } from './flow-table.js';
import { PacketTable, ROW_BLOCK_BITS, ROW_BLOCK_MASK } from './packet-table.js';
import { Reassembler } from './reassembler.js';
import { Segment } from './segment.js';
import { placeSegment } from './sequence-space.js';
import { VERDICT } from './verdict.js';
import { wiresharkFlags } from './wireshark-flags.js';

/** @typedef {import('../packet/segment-batch.js').SegmentBatch} SegmentBatch */

const FIN = 1, SYN = 2, RST = 4, ACK = 16;
const OPTION_MSS = 1, OPTION_WINDOW_SCALE = 2, OPTION_SACK = 16, SACK_EDGES = 8;

/**
 * Follows every TCP connection of a capture, one pass, in capture order: finds the connection, places the segment in its sequence
 * space, judges it, books it, keeps a row, and hands the bytes on in order.
 */
export class TcpTracker {
  #segment = new Segment();
  #classifier = new Classifier();
  /** @type {Reassembler | null} */
  #reassembler = null;

  constructor() {
    this.flows = new FlowTable();
    this.packets = new PacketTable();
  }

  /** From now on the bytes of every stream go to the sink, in order. @param {import('./stream-sink.js').StreamSink} sink */
  handTo(sink) {
    this.#reassembler = new Reassembler(this.flows, sink);
  }

  /** @param {SegmentBatch} batch */
  track(batch) {
    for (let i = 0; i < batch.count; i++) this.#track(batch, i);
  }

  /** No more packets will come. */
  end() {
    this.#reassembler?.end(this.#segment.frame, this.#segment.timeNs);
  }

  #track(/** @type {SegmentBatch} */ batch, /** @type {number} */ i) {
    const found = this.flows.find(batch, i), flow = found >> 1, endpoint = found & 1;
    const ints = this.flows.ints[flow >> FLOW_BLOCK_BITS], floats = this.flows.floats[flow >> FLOW_BLOCK_BITS];
    const base = (flow & FLOW_BLOCK_MASK) * INTS_PER_FLOW, baseF = (flow & FLOW_BLOCK_MASK) * FLOATS_PER_FLOW;
    const fwd = base + FLOW_INTS + endpoint * DIR_INTS, rev = base + FLOW_INTS + (1 - endpoint) * DIR_INTS;
    const fwdF = baseF + FLOW_FLOATS + endpoint * DIR_FLOATS, revF = baseF + FLOW_FLOATS + (1 - endpoint) * DIR_FLOATS;
    const s = this.#segment;
    this.#fill(s, batch, i, flow, endpoint);
    placeSegment(s, ints, fwd, rev, floats, fwdF, revF);
    this.#handshake(s, batch, i, ints, base, fwd, rev, floats, baseF);
    s.windowBytes = (s.flags & SYN) === 0 && ints[fwd + DIR.WINDOW_SCALE] > 0 ? s.window * (1 << ints[fwd + DIR.WINDOW_SCALE]) : s.window;
    s.peerWindowScales = ints[rev + DIR.PACKETS] > ints[rev + DIR.SYNS];
    s.analysis = wiresharkFlags(s, ints, fwd, rev, floats, fwdF, revF, baseF);
    if (this.flows.reused) s.analysis |= ANALYSIS.reused_ports;
    this.#classifier.classify(s, ints, fwd, floats, fwdF, revF, baseF);
    this.#book(s, ints, base, fwd, floats, baseF, fwdF);
    const sampledRow = s.ackOffset >= 0 ? acknowledge(s, this.packets, ints, rev, floats, revF) : -1;
    this.#keep(s, batch, i, sampledRow, ints, base, fwd, floats, fwdF);
    if (this.#reassembler !== null) this.#reassembler.take(s, batch, i, ints, fwd, rev, floats, fwdF, revF);
  }

  #fill(/** @type {Segment} */ s, /** @type {SegmentBatch} */ batch, /** @type {number} */ i, /** @type {number} */ flow, /** @type {number} */ endpoint) {
    s.frame = batch.frame[i];
    s.timeNs = batch.timeNs[i];
    s.flow = flow;
    s.endpoint = endpoint;
    s.flags = batch.flags[i];
    s.seq = batch.seq[i];
    s.ack = batch.ack[i];
    s.window = batch.window[i];
    s.length = batch.payloadLength[i];
  }

  /** SYNs: options, roles, and Wireshark's iRTT (latest SYN to the first ACK without SYN of either side). */
  #handshake(/** @type {Segment} */ s, /** @type {SegmentBatch} */ batch, /** @type {number} */ i, /** @type {Int32Array} */ ints, /** @type {number} */ base,
    /** @type {number} */ fwd, /** @type {number} */ rev, /** @type {Float64Array} */ floats, /** @type {number} */ baseF) {
    if ((s.flags & SYN) === 0) {
      const known = ints[base + FLOW.BITS] & (FLOW_BIT.SYN_TIME_KNOWN | FLOW_BIT.RTT_OF_HANDSHAKE_KNOWN);
      if (known !== FLOW_BIT.SYN_TIME_KNOWN || (s.flags & ACK) === 0) return;
      floats[baseF + FLOW_F.HANDSHAKE_RTT] = s.timeNs - floats[baseF + FLOW_F.SYN_TIME];
      ints[base + FLOW.BITS] |= FLOW_BIT.RTT_OF_HANDSHAKE_KNOWN;
      return;
    }
    const options = batch.options[i];
    ints[fwd + DIR.BITS] |= DIR_BIT.SYN_SEEN;
    ints[fwd + DIR.SYN_OPTIONS] |= options;
    if (options & OPTION_MSS) ints[fwd + DIR.MSS] = batch.mss[i];
    if ((options & OPTION_WINDOW_SCALE) === 0) ints[fwd + DIR.WINDOW_SCALE] = ints[rev + DIR.WINDOW_SCALE] = -2;
    else if (ints[fwd + DIR.WINDOW_SCALE] !== -2) ints[fwd + DIR.WINDOW_SCALE] = batch.windowScale[i];
    if (s.flags & ACK) {
      this.#setRoles(ints, base, 1 - s.endpoint);
      return;
    }
    this.#setRoles(ints, base, ints[rev + DIR.BITS] & DIR_BIT.SYN_SEEN ? ints[base + FLOW.CLIENT] : s.endpoint);
    floats[baseF + FLOW_F.SYN_TIME] = s.timeNs;
    ints[base + FLOW.BITS] |= FLOW_BIT.SYN_TIME_KNOWN;
  }

  #setRoles(/** @type {Int32Array} */ ints, /** @type {number} */ base, /** @type {number} */ client) {
    ints[base + FLOW.CLIENT] = client;
    ints[base + FLOW.BITS] &= ~FLOW_BIT.ROLE_GUESSED;
  }

  /** Statistics of the direction. */
  #book(/** @type {Segment} */ s, /** @type {Int32Array} */ ints, /** @type {number} */ base, /** @type {number} */ fwd,
    /** @type {Float64Array} */ floats, /** @type {number} */ baseF, /** @type {number} */ fwdF) {
    if (s.timeNs > floats[baseF + FLOW_F.END]) floats[baseF + FLOW_F.END] = s.timeNs;
    if (ints[fwd + DIR.PACKETS]++ === 0) floats[fwdF + DIR_F.FIRST_TIME] = s.timeNs;
    if (s.analysis !== 0) countFlags(s.analysis, ints, fwd + DIR.FLAG_COUNTS);
    if (s.length > 0) this.#bookData(s, ints, fwd, floats, fwdF);
    if (s.verdict === VERDICT.RETRANSMISSION && s.endOffset > floats[fwdF + DIR_F.RETRANSMITTED_END]) floats[fwdF + DIR_F.RETRANSMITTED_END] = s.endOffset;
    if ((s.flags & (SYN | FIN | RST)) === 0) return;
    if (s.flags & SYN) ints[fwd + DIR.SYNS]++;
    if (s.flags & FIN) {
      ints[fwd + DIR.FINS]++;
      ints[fwd + DIR.BITS] |= DIR_BIT.FIN_SEEN;
      if (s.endOffset > floats[fwdF + DIR_F.HIGHEST]) floats[fwdF + DIR_F.HIGHEST] = s.endOffset;
    }
    if (s.flags & RST) {
      ints[fwd + DIR.RESETS]++;
      ints[base + FLOW.BITS] |= FLOW_BIT.RESET;
    }
  }

  #bookData(/** @type {Segment} */ s, /** @type {Int32Array} */ ints, /** @type {number} */ fwd, /** @type {Float64Array} */ floats, /** @type {number} */ fwdF) {
    if (ints[fwd + DIR.DATA_PACKETS]++ === 0) {
      floats[fwdF + DIR_F.FIRST_DATA_TIME] = s.timeNs;
      ints[fwd + DIR.BITS] |= DIR_BIT.DATA_SEEN;
    }
    floats[fwdF + DIR_F.LAST_DATA_TIME] = s.timeNs;
    floats[fwdF + DIR_F.BYTES] += s.length;
    floats[fwdF + DIR_F.UNIQUE_BYTES] += s.length - s.repeatedBytes;
    if (s.length > ints[fwd + DIR.MAX_PAYLOAD]) ints[fwd + DIR.MAX_PAYLOAD] = s.length;
    if (s.verdict === VERDICT.RETRANSMISSION) {
      ints[fwd + DIR.RETRANSMITTED_PACKETS]++;
      floats[fwdF + DIR_F.RETRANSMITTED_BYTES] += s.repeatedBytes > 0 ? s.repeatedBytes : s.length;
    } else if (s.verdict === VERDICT.REORDERED) ints[fwd + DIR.REORDERED_PACKETS]++;
    else if (s.verdict === VERDICT.ORIGINAL && (ints[fwd + DIR.BITS] & (DIR_BIT.DATA_ACKED | DIR_BIT.SYN_SEEN)) === DIR_BIT.SYN_SEEN) {
      ints[fwd + DIR.INITIAL_WINDOW_BYTES] += s.length;
      ints[fwd + DIR.INITIAL_WINDOW_SEGMENTS]++;
    }
  }

  /** Appends the packet's row and links it into its connection. */
  #keep(/** @type {Segment} */ s, /** @type {SegmentBatch} */ batch, /** @type {number} */ i, /** @type {number} */ sampledRow,
    /** @type {Int32Array} */ ints, /** @type {number} */ base, /** @type {number} */ fwd, /** @type {Float64Array} */ floats, /** @type {number} */ fwdF) {
    const packets = this.packets, block = packets.room(), row = packets.count++, at = row & ROW_BLOCK_MASK;
    block.timeNs[at] = s.timeNs;
    block.fileOffset[at] = batch.fileOffset[i];
    block.seqOffset[at] = s.seqOffset;
    block.ackOffset[at] = s.ackOffset;
    block.frame[at] = s.frame;
    block.flowEnd[at] = s.flow * 2 + s.endpoint;
    block.next[at] = -1;
    block.length[at] = s.length;
    block.window[at] = s.windowBytes;
    block.analysis[at] = s.analysis;
    block.sampledRow[at] = sampledRow;
    block.inFlight[at] = inFlightBytes(s, ints, fwd, floats, fwdF);
    block.flags[at] = s.flags;
    block.verdict[at] = s.verdict;
    const blocks = batch.options[i] & OPTION_SACK ? batch.sackCount[i] : 0;
    block.sackCount[at] = blocks;
    block.sack[at] = blocks > 0 ? packets.addSack(batch.sackEdges, i * SACK_EDGES, blocks) : -1;
    const last = ints[base + FLOW.LAST_ROW];
    if (last < 0) ints[base + FLOW.FIRST_ROW] = row;
    else packets.blocks[last >> ROW_BLOCK_BITS].next[last & ROW_BLOCK_MASK] = row;
    ints[base + FLOW.LAST_ROW] = row;
    ints[base + FLOW.PACKETS]++;
    if (ints[fwd + DIR.UNACKED_ROW] < 0 && s.endOffset > s.seqOffset) ints[fwd + DIR.UNACKED_ROW] = row;
  }
}

/** @param {number} bits @param {Int32Array} ints @param {number} counters */
function countFlags(bits, ints, counters) {
  for (let bit = 0; bits !== 0; bit++, bits >>>= 1) ints[counters + bit] += bits & 1;
}

/**
 * Highest byte sent minus highest byte acknowledged, where both are known. Whether that is what the sender had in flight depends on where the
 * capture was taken (docs/metrics.md).
 * @param {Segment} s @param {Int32Array} ints @param {number} fwd @param {Float64Array} floats @param {number} fwdF
 * @returns {number} bytes, −1 not known or not a data segment
 */
function inFlightBytes(s, ints, fwd, floats, fwdF) {
  const acked = floats[fwdF + DIR_F.ACKED];
  if (s.length === 0 || acked < 0) return -1;
  const inFlight = floats[fwdF + DIR_F.HIGHEST] - acked;
  if (inFlight < 0 || inFlight > 0x7fffffff) return -1;
  if (inFlight > ints[fwd + DIR.MAX_IN_FLIGHT]) ints[fwd + DIR.MAX_IN_FLIGHT] = inFlight;
  return inFlight;
}
