import { coreSegments } from '../packet/core-columns.js';
import { createCore } from './core/core.js';
import { FLOW_BLOCK_BITS } from './flow-fields.js';
import { FlowTable } from './flow-table.js';
import { PacketTable, ROW_BLOCK_BITS, ROW_BLOCK_MASK } from './packet-table.js';
import { Reassembler } from './reassembly/reassembler.js';
import { Segment } from './reassembly/segment.js';

const SYN = 2;

/** With a segment's index: it is a reset that the receiver ignores (core/reset.ts). */
const RESET_IGNORED = 1 << 30;

/**
 * Follows every TCP connection of a capture, one pass, in capture order. The core (core/track.ts) does what is done for each packet: finds
 * the connection, places the segment in its sequence space, judges it, books it, keeps a row. Here the batches go in, and
 * bytes that somebody wants go on to the reassembler.
 */
export class TcpTracker {
  #core = createCore();
  #segment = new Segment();
  /** @type {Reassembler | null} */
  #reassembler = null;

  constructor() {
    this.flows = new FlowTable(this.#core);
    this.packets = new PacketTable(this.#core);
    /** To be filled and handed to `track`; what the core reads of it lies in the core's memory, so nothing is copied. */
    this.batch = coreSegments(this.#core);
  }

  /** For the decoder before it. @returns {import('../packet/core-columns.js').DecoderCore} */
  get decoderCore() { return this.#core; }

  /** Bytes that the tables take. */
  get tableBytes() { return this.#core.memory.buffer.byteLength; }

  /**
   * From now on the bytes of every stream go to the sink, in order.
   * @param {import('./reassembly/stream-sink.js').StreamSink} sink @param {import('./reassembly/policy.js').PolicyName} [policy] where segments overlap
   */
  handTo(sink, policy) {
    this.#reassembler = new Reassembler(this.#core, this.flows, sink, policy);
    const { needle } = sink;
    if (!needle) return;
    new Uint8Array(this.#core.memory.buffer).set(needle, this.#core.needle.value);
    this.#core.setNeedle(needle.length);
  }

  /** What the streams' bytes were put together by; null where nobody wants them. */
  get reassembler() { return this.#reassembler; }

  /** Follows the segments of `batch`. */
  track() {
    const { batch } = this, { count } = batch;
    if (count === 0) return;
    const firstRow = this.packets.count, { buffer, byteOffset } = batch.bytes, bytes = buffer === batch.seq.buffer ? byteOffset : 0;
    for (let i = 0; i < count; i++) {
      const found = this.#core.track(i, count, bytes);
      i = found & ~RESET_IGNORED;
      if (i < count && this.#reassembler !== null) this.#reassemble(this.#reassembler, found, firstRow);
    }
    this.#refresh();
    this.#segment.frame = batch.frame[count - 1];
    this.#segment.timeNs = batch.timeNs[count - 1];
  }

  #refresh() {
    this.flows.refresh();
    this.packets.refresh();
  }

  /** No more packets will come. */
  end() {
    this.#reassembler?.end(this.#segment.frame, this.#segment.timeNs);
  }

  #reassemble(/** @type {Reassembler} */ reassembler, /** @type {number} */ found, /** @type {number} */ firstRow) {
    const i = found & ~RESET_IGNORED, row = firstRow + i;
    if (row >> ROW_BLOCK_BITS >= this.packets.blocks.length) this.#refresh();
    const block = this.packets.blocks[row >> ROW_BLOCK_BITS], at = row & ROW_BLOCK_MASK, s = this.#segment, { batch } = this;
    s.frame = batch.frame[i];
    s.timeNs = batch.timeNs[i];
    s.flow = block.flowEnd[at] >> 1;
    s.endpoint = block.flowEnd[at] & 1;
    if (s.flow >> FLOW_BLOCK_BITS >= this.flows.ints.length) this.#refresh();
    s.flags = batch.flags[i];
    s.length = batch.payloadLength[i];
    s.dataOffset = block.seqOffset[at] + ((s.flags & SYN) >> 1);
    s.ackOffset = block.ackOffset[at];
    s.isResetIgnored = (found & RESET_IGNORED) !== 0;
    reassembler.take(s, batch, i);
  }
}
