import { createCore } from './core/core.js';
import { FlowTable } from './flow-table.js';
import { PacketTable, ROW_BLOCK_BITS, ROW_BLOCK_MASK } from './packet-table.js';
import { Reassembler } from './reassembler.js';
import { Segment } from './segment.js';

/** @typedef {import('../packet/segment-batch.js').SegmentBatch} SegmentBatch */

const SYN = 2;

/** Segments that the core takes at a time. */
const CORE_BATCH = 4096;

/** Columns of a batch in the order of the core's `batchColumn`, and entries of each a segment. */
const COLUMNS = /** @type {const} */ ([
  ['frame', 1], ['timeNs', 1], ['fileOffset', 1], ['ipVersion', 1], ['sourceAddress', 4], ['destinationAddress', 4], ['ports', 1], ['scope', 1],
  ['seq', 1], ['ack', 1], ['window', 1], ['flags', 1], ['payloadLength', 1], ['options', 1], ['mss', 1], ['windowScale', 1], ['sackCount', 1], ['sackEdges', 8],
]);

/**
 * Follows every TCP connection of a capture, one pass, in capture order. The core (core/track.ts) does what is done for each packet: finds
 * the connection, places the segment in its sequence space, judges it, books it, keeps a row. Here the batches go in, and
 * bytes that somebody wants go on to the reassembler.
 */
export class TcpTracker {
  #core = createCore();
  #segment = new Segment();
  /** The core's copy of the batch's columns. @type {{ from: typeof COLUMNS[number][0], entries: number, to: any }[] | null} */
  #columns = null;
  #streamSegments = new Int32Array(this.#core.memory.buffer, this.#core.streamSegments.value, CORE_BATCH);
  /** @type {Reassembler | null} */
  #reassembler = null;

  constructor() {
    this.flows = new FlowTable(this.#core);
    this.packets = new PacketTable(this.#core);
  }

  /** From now on the bytes of every stream go to the sink, in order. @param {import('./stream-sink.js').StreamSink} sink */
  handTo(sink) {
    this.#reassembler = new Reassembler(this.flows, sink);
  }

  /** @param {SegmentBatch} batch */
  track(batch) {
    for (let first = 0; first < batch.count; first += CORE_BATCH) this.#trackPart(batch, first, Math.min(batch.count, first + CORE_BATCH));
  }

  /** No more packets will come. */
  end() {
    this.#reassembler?.end(this.#segment.frame, this.#segment.timeNs);
  }

  #trackPart(/** @type {SegmentBatch} */ batch, /** @type {number} */ first, /** @type {number} */ end) {
    this.#columns ??= coreColumns(this.#core, batch);
    for (const { from, entries, to } of this.#columns) to.set(batch[from].subarray(first * entries, end * entries));
    const named = this.#core.track(end - first);
    this.flows.refresh();
    this.packets.refresh();
    this.#segment.frame = batch.frame[end - 1];
    this.#segment.timeNs = batch.timeNs[end - 1];
    if (this.#reassembler === null) return;
    const firstRow = this.packets.count - (end - first);
    for (let k = 0; k < named; k++) this.#reassemble(this.#reassembler, batch, first + this.#streamSegments[k], firstRow + this.#streamSegments[k]);
  }

  #reassemble(/** @type {Reassembler} */ reassembler, /** @type {SegmentBatch} */ batch, /** @type {number} */ i, /** @type {number} */ row) {
    const block = this.packets.blocks[row >> ROW_BLOCK_BITS], at = row & ROW_BLOCK_MASK, s = this.#segment;
    s.frame = block.frame[at];
    s.timeNs = block.timeNs[at];
    s.flow = block.flowEnd[at] >> 1;
    s.endpoint = block.flowEnd[at] & 1;
    s.flags = block.flags[at];
    s.length = block.length[at];
    s.dataOffset = block.seqOffset[at] + ((s.flags & SYN) >> 1);
    s.ackOffset = block.ackOffset[at];
    reassembler.take(s, batch, i);
  }
}

/**
 * @param {import('./core/core.js').Core} core
 * @param {SegmentBatch} batch
 */
function coreColumns(core, batch) {
  return COLUMNS.map(([from, entries], index) => {
    const type = /** @type {any} */ (batch[from].constructor);
    return { from, entries, to: new type(core.memory.buffer, core.batchColumn(index), CORE_BATCH * entries) };
  });
}
