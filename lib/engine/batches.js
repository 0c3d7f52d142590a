/**
 * Batches whose columns lie in the core's memory (base/frames.ts, base/batch.ts), so that nothing is copied between
 * reader, decoder and tracker.
 */
import { FRAME_BATCH_SIZE, FrameBatch } from '../capture/frame-batch.js';
import { VLANS } from './enums.js';
import { CoreRecords } from './record-finder.js';
import { SegmentBatch } from './segment-batch.js';
import { BATCH_CAPACITY } from './table-columns.js';

/**
 * What the core offers for decoding; numbers that name places are byte offsets into its memory.
 * @typedef {object} CoreFrames
 * @property {WebAssembly.Memory} memory
 * @property {ArrayBufferLike} buffer the initial memory, for everything allocated at start: when the memory grows it
 *   gets another buffer
 * @property {(index: number) => number} frameColumn
 * @property {{ value: number }} batches columns of all batches, each as BatchColumns of table-columns.js says
 * @property {{ value: number }} BATCHES
 * @property {{ value: number }} BATCH_BYTES
 * @property {{ value: number }} chunks buffers for the capture's bytes, `CHUNKS` times `CHUNK_BYTES`
 * @property {{ value: number }} CHUNKS
 * @property {{ value: number }} CHUNK_BYTES
 * @property {{ value: number }} vlanScopes
 * @property {(batch: number, bytes: number, entry: number, end: number, firstFrame: number, count: number) => number}
 *   decodeFrames see decode/decode.ts
 * @property {() => number} segmentCount
 *
 * @typedef {CoreFrames & import('./record-finder.js').RecordsCore} DecoderCore
 */

/** Columns in the order of the core's `frameColumn`. */
const FRAME_COLUMNS = /** @type {const} */ ([
  'dataOffset',
  'capturedLength',
  'wireLength',
  'timeNs',
  'linkType',
  'fileOffset',
]);

/** @param {DecoderCore} core @param {number} [index] of the core's batches */
export function coreSegments({ buffer, batches, BATCH_BYTES }, index = 0) {
  return new SegmentBatch(BATCH_CAPACITY, { index, buffer, at: batches.value + index * BATCH_BYTES.value });
}

/**
 * All of the core's batches. The views of one are made when it is first used: those of all of them take 8 ms, which
 * would delay a thread's start.
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
  const columns = /** @type {Record<string, any>} */ (/** @type {unknown} */ (batch));
  FRAME_COLUMNS.forEach((name, index) => {
    const { constructor: type, length } = columns[name];
    columns[name] = new type(core.buffer, core.frameColumn(index), length);
  });
  return batch;
}

/**
 * @param {DecoderCore} core
 * @returns {Uint8Array[]} preferred buffers for the capture's bytes: frames are decoded fastest there
 */
export function coreChunks({ buffer, chunks, CHUNKS, CHUNK_BYTES }) {
  return Array.from(
    { length: CHUNKS.value },
    (_, i) => new Uint8Array(buffer, chunks.value + i * CHUNK_BYTES.value, CHUNK_BYTES.value),
  );
}

/** @param {DecoderCore} core @returns {Int32Array} the scopes of VLANs, as `Scopes` fills them */
export const coreVlanScopes = ({ buffer, vlanScopes }) => new Int32Array(buffer, vlanScopes.value, VLANS);
