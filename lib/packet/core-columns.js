/** Batches whose columns lie in the core's memory (core/frames.ts, core/batch.ts), so that nothing is copied from room to room. */
import { FRAME_BATCH_SIZE, FrameBatch } from '../capture/frame-batch.js';
import { SegmentBatch } from './segment-batch.js';

/**
 * What the core offers for decoding; numbers that name places are byte offsets into its memory.
 * @typedef {object} DecoderCore
 * @property {WebAssembly.Memory} memory
 * @property {ArrayBufferLike} buffer the memory as it was at first, for all that has its place from then on: when the memory grows it gets another one
 * @property {(index: number) => number} frameColumn
 * @property {(batch: number, index: number) => number} batchColumn
 * @property {{ value: number }} BATCHES
 * @property {{ value: number }} chunks room for the capture's bytes, `CHUNKS` times `CHUNK_BYTES`
 * @property {{ value: number }} CHUNKS
 * @property {{ value: number }} CHUNK_BYTES
 * @property {{ value: number }} vlanScopes
 * @property {(batch: number, bytes: number, entry: number, end: number, firstFrame: number, count: number) => number} decodeFrames see core/decode.ts
 * @property {() => number} segmentCount
 */

/** Segments of a batch made here: its columns then stay in the processor's cache from one room to the next. */
const BATCH_SEGMENTS = 1024;
const VLANS = 4096;

/** Columns in the order of the core's `batchColumn`. */
const SEGMENT_COLUMNS = /** @type {const} */ ([
  'frame', 'timeNs', 'ipVersion', 'sourceAddress', 'destinationAddress', 'ports', 'scope', 'seq', 'ack', 'window', 'flags', 'payloadLength', 'options',
  'mss', 'windowScale', 'tsValue', 'tsEcho', 'ipId', 'ttl', 'ecn', 'urgent', 'payloadCaptured', 'sackCount', 'sackEdges', 'payloadOffset', 'frameLength',
  'recordLength', 'flowEnd', 'dataOffset', 'ackOffset', 'standing',
]);

/** Columns in the order of the core's `frameColumn`. */
const FRAME_COLUMNS = /** @type {const} */ (['dataOffset', 'capturedLength', 'wireLength', 'timeNs', 'linkType']);

/** @param {DecoderCore} core @param {number} [index] of the core's batches */
export const coreSegments = (core, index = 0) =>
  withColumns(new SegmentBatch(BATCH_SEGMENTS, index), SEGMENT_COLUMNS, core.buffer, (column) => core.batchColumn(index, column));

/** @param {DecoderCore} core */
export const coreFrames = (core) => withColumns(new FrameBatch(FRAME_BATCH_SIZE), FRAME_COLUMNS, core.buffer, core.frameColumn);

/** @param {DecoderCore} core @returns {Uint8Array[]} where the capture's bytes are best put: frames are decoded fastest there */
export function coreChunks({ buffer, chunks, CHUNKS, CHUNK_BYTES }) {
  return Array.from({ length: CHUNKS.value }, (_, i) => new Uint8Array(buffer, chunks.value + i * CHUNK_BYTES.value, CHUNK_BYTES.value));
}

/** @param {DecoderCore} core @returns {Int32Array} the scopes of VLANs, as `Scopes` fills them */
export const coreVlanScopes = ({ buffer, vlanScopes }) => new Int32Array(buffer, vlanScopes.value, VLANS);

/**
 * @template {FrameBatch|SegmentBatch} T
 * @param {T} batch
 * @param {readonly string[]} names
 * @param {ArrayBufferLike} memory
 * @param {(index: number) => number} place
 */
function withColumns(batch, names, memory, place) {
  const columns = /** @type {Record<string, any>} */ (/** @type {unknown} */ (batch));
  names.forEach((name, index) => {
    const { constructor: type, length } = columns[name];
    columns[name] = new type(memory, place(index), length);
  });
  return batch;
}
