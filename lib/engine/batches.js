/**
 * Batches whose columns lie in the core's memory (core/frames.ts, core/batch.ts), so that nothing is copied from room
 * to room.
 */
import { FRAME_BATCH_SIZE, FrameBatch } from '../capture/frame-batch.js';
import { CoreRecords } from './record-finder.js';
import { SegmentBatch } from './segment-batch.js';

/**
 * What the core offers for decoding; numbers that name places are byte offsets into its memory.
 * @typedef {object} CoreFrames
 * @property {WebAssembly.Memory} memory
 * @property {ArrayBufferLike} buffer the memory as it was at first, for all that has its place from then on: when the
 *   memory grows it gets another one
 * @property {(index: number) => number} frameColumn
 * @property {(batch: number, index: number) => number} batchColumn
 * @property {{ value: number }} BATCHES
 * @property {{ value: number }} chunks room for the capture's bytes, `CHUNKS` times `CHUNK_BYTES`
 * @property {{ value: number }} CHUNKS
 * @property {{ value: number }} CHUNK_BYTES
 * @property {{ value: number }} vlanScopes
 * @property {(batch: number, bytes: number, entry: number, end: number, firstFrame: number, count: number) => number}
 *   decodeFrames see core/decode.ts
 * @property {() => number} segmentCount
 *
 * @typedef {CoreFrames & import('./record-finder.js').RecordsCore} DecoderCore
 */

/** Segments of a batch made here: its columns then stay in the processor's cache from one room to the next. */
const BATCH_SEGMENTS = 1024;
const VLANS = 4096;

/** Columns in the order of the core's `batchColumn`. */
const SEGMENT_COLUMNS = /** @type {const} */ ([
  'frame',
  'timeNs',
  'ipVersion',
  'sourceAddress',
  'destinationAddress',
  'ports',
  'scope',
  'seq',
  'ack',
  'window',
  'flags',
  'payloadLength',
  'options',
  'mss',
  'windowScale',
  'tsValue',
  'tsEcho',
  'ipId',
  'ttl',
  'ecn',
  'urgent',
  'payloadCaptured',
  'sackCount',
  'sackEdges',
  'payloadOffset',
  'frameLength',
  'recordLength',
  'flowEnd',
  'dataOffset',
  'ackOffset',
  'standing',
  'checksum',
]);

/** Columns in the order of the core's `frameColumn`. */
const FRAME_COLUMNS = /** @type {const} */ ([
  'dataOffset',
  'capturedLength',
  'wireLength',
  'timeNs',
  'linkType',
  'fileOffset',
]);

/** What batches of the core are like, which have no columns of their own. @type {SegmentBatch | undefined} */
let segmentsLike;

/** @param {DecoderCore} core @param {number} [index] of the core's batches */
export function coreSegments(core, index = 0) {
  const like = (segmentsLike ??= new SegmentBatch(BATCH_SEGMENTS));
  const batch = new SegmentBatch(0, index);
  batch.capacity = like.capacity;
  return withColumns(batch, like, SEGMENT_COLUMNS, core.buffer, (column) => core.batchColumn(index, column));
}

/**
 * All of the core's batches. The views on one are made when it is first asked for: those on all of them take 8 ms,
 * which a thread has better things to do with before the first is filled.
 * @param {DecoderCore} core
 * @returns {(index: number) => SegmentBatch}
 */
export function coreBatches(core) {
  /** @type {SegmentBatch[]} */
  const made = [];
  return (index) => (made[index] ??= coreSegments(core, index));
}

/** @param {DecoderCore} core */
export function coreFrames(core) {
  const batch = new FrameBatch(FRAME_BATCH_SIZE);
  batch.records = new CoreRecords(core);
  return withColumns(batch, batch, FRAME_COLUMNS, core.buffer, core.frameColumn);
}

/**
 * @param {DecoderCore} core
 * @returns {Uint8Array[]} where the capture's bytes are best put: frames are decoded fastest there
 */
export function coreChunks({ buffer, chunks, CHUNKS, CHUNK_BYTES }) {
  return Array.from(
    { length: CHUNKS.value },
    (_, i) => new Uint8Array(buffer, chunks.value + i * CHUNK_BYTES.value, CHUNK_BYTES.value),
  );
}

/** @param {DecoderCore} core @returns {Int32Array} the scopes of VLANs, as `Scopes` fills them */
export const coreVlanScopes = ({ buffer, vlanScopes }) => new Int32Array(buffer, vlanScopes.value, VLANS);

/**
 * @template {FrameBatch|SegmentBatch} T
 * @param {T} batch
 * @param {T} like has columns of the same kinds and lengths
 * @param {readonly string[]} names
 * @param {ArrayBufferLike} memory
 * @param {(index: number) => number} place
 */
function withColumns(batch, like, names, memory, place) {
  const [columns, likeColumns] = [batch, like].map(
    (one) => /** @type {Record<string, any>} */ (/** @type {unknown} */ (one)),
  );
  names.forEach((name, index) => {
    const { constructor: type, length } = likeColumns[name];
    columns[name] = new type(memory, place(index), length);
  });
  return batch;
}
