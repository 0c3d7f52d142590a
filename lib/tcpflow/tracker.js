import { coreSegments } from '../engine/batches.js';
import { createCore } from '../engine/engine.js';
import { STANDING } from '../engine/segment-batch.js';
import { Reassembler } from './reassembly/reassembler.js';
import { Segment } from './reassembly/segment.js';
import { FlowTable } from './tables/flow-table.js';
import { IcmpErrors } from './tables/icmp-errors.js';
import { PacketTable } from './tables/packet-table.js';

/** @typedef {import('../engine/segment-batch.js').SegmentBatch} SegmentBatch */

/**
 * Follows every TCP connection of a capture, one pass, in capture order. The engine (lib/engine/track/track.ts) does
 * the work for each packet: finds the connection, places the segment in its sequence space, classifies it, counts it,
 * keeps a row. This class passes it the batches, and passes the bytes that the sink wants to the reassembler.
 */
export class TcpTracker {
  #core;
  #segment = new Segment();
  /** @type {Reassembler | null} */
  #reassembler = null;
  /** See `StreamSink`. @type {(() => void)|null} */
  #onBatch = null;
  /** When the capture's first packet passed, ns since 1970; null: not known. Set by the reader. */
  startEpochNs = () => /** @type {bigint | null} */ (null);
  hostLog = () => /** @type {import('../shared/hostlog/host-log.js').HostLog | null} */ (null);
  /** Time of the capture's latest packet of any kind, as of now. Set by the reader. */
  latestNs = () => 0;

  /** Whether no more packets will come. */
  hasEnded = false;

  /** @param {import('../engine/engine.js').Core} [core] */
  constructor(core = createCore()) {
    this.#core = core;
    this.packets = new PacketTable(this.#core);
    this.flows = new FlowTable(this.#core, this.packets);
    this.icmpErrors = new IcmpErrors(this.#core, this.flows);
    /** The batch to fill and pass to `track`; its columns are in the core's memory, so nothing is copied. */
    this.batch = coreSegments(this.#core);
  }

  /** For the decoder before it. @returns {import('../engine/batches.js').DecoderCore} */
  get decoderCore() {
    return this.#core;
  }

  /** Address of the packet table, for the classifier. */
  get tables() {
    const { memory, rowBlocks, sackBlocks } = this.#core;
    return { memory, rowBlocks: rowBlocks.value, sackBlocks: sackBlocks.value };
  }

  /** Bytes that the tables use. */
  get tableBytes() {
    return this.#core.memory.buffer.byteLength;
  }

  /**
   * From now on the sink gets the bytes of every stream, in order.
   * @param {import('../transport/streams.js').StreamSink} sink
   * @param {import('./reassembly/policy.js').PolicyName} [policy] where segments overlap
   */
  handTo(sink, policy) {
    this.#reassembler = new Reassembler(this.#core, this.flows, sink, policy);
    const { needle, onBatch } = sink;
    this.#onBatch = onBatch ?? null;
    if (!needle) return;
    new Uint8Array(this.#core.memory.buffer).set(needle, this.#core.needle.value);
    this.#core.setNeedle(needle.length);
  }

  /** The reassembler of the streams; null without a sink. */
  get reassembler() {
    return this.#reassembler;
  }

  /** Follows the segments of a batch. @param {SegmentBatch} [batch] of the core's; `batch` if none is given */
  track(batch = this.batch) {
    if (batch.count === 0) return;
    this.#core.track(batch.index, batch.count);
    this.flows.refresh();
    this.packets.refresh();
    this.#handOn(batch);
  }

  /**
   * Adds an ICMP error, after the segments that came before it.
   * @param {import('../packet/network/icmp.js').IcmpError} error
   */
  takeIcmpError(error) {
    this.icmpErrors.add(error);
  }

  /** Passes on the payload of a batch that the core has tracked. @param {SegmentBatch} batch */
  #handOn(batch) {
    const { count, index } = batch;
    const { buffer, byteOffset } = batch.bytes;
    const bytes = buffer === batch.seq.buffer ? byteOffset : 0;
    const reassembler = this.#reassembler;
    if (reassembler !== null) {
      for (let i = 0; i < count; i++) {
        i = this.#core.pass(index, i, count, bytes);
        if (i < count) this.#reassemble(reassembler, batch, i);
      }
      this.#onBatch?.();
    }
    this.#segment.frame = batch.frame[count - 1];
    this.#segment.timeNs = batch.timeNs[count - 1];
  }

  /** No more packets will come. */
  end() {
    this.hasEnded = true;
    this.#reassembler?.end(this.packets);
  }

  #reassemble(/** @type {Reassembler} */ reassembler, /** @type {SegmentBatch} */ batch, /** @type {number} */ i) {
    const s = this.#segment;
    s.frame = batch.frame[i];
    s.timeNs = batch.timeNs[i];
    s.flow = batch.flowEnd[i] >> 1;
    s.endpoint = batch.flowEnd[i] & 1;
    s.flags = batch.flags[i];
    s.length = batch.payloadLength[i];
    s.dataOffset = batch.dataOffset[i];
    s.ackOffset = batch.ackOffset[i];
    s.isRefused = (batch.standing[i] & STANDING.REFUSED) !== 0;
    s.isResetIgnored = (batch.standing[i] & STANDING.RESET_IGNORED) !== 0;
    reassembler.take(s, batch, i);
  }
}
