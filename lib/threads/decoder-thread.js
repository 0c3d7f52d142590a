/** The thread that reads a capture ahead of its analysis: bytes from the file, frames, segments, batch by batch. */
import { readSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';

import { CaptureDecoder, MAX_TABLE_BYTES } from '../analysis/capture-decoder.js';
import { CaptureError } from '../capture/capture-error.js';
import { coreBatches } from '../engine/batches.js';
import { joinCore } from '../engine/engine.js';
import { nodeCiphers } from '../node/ciphers.js';
import { BatchQueue } from './batch-queue.js';

/**
 * @typedef {object} DecodingTask
 * @property {number} descriptor of the open file
 * @property {WebAssembly.Module} module
 * @property {WebAssembly.Memory} memory
 * @property {Int32Array} words of the queue
 * @property {number} chunks buffers in the memory for the file's bytes
 * @property {number} chunkBytes
 * @property {number} chunkCount
 * @property {Float64Array} progress bytes read so far, shared
 * @property {import('node:worker_threads').MessagePort} port takes an `Aside` before the batch that it belongs to
 *
 * @typedef {{ code: string|undefined, message: string, offset?: number }} DecodingFailure
 * @typedef {{ facts: import('../analysis/capture-decoder.js').CaptureFacts } | { failure: DecodingFailure }}
 *   DecodingResult
 */

/**
 * This close to the limit of the tables, each batch is analysed before the next is read, so that the limit is always
 * hit at the same packet.
 */
const NEAR_LIMIT_BYTES = MAX_TABLE_BYTES - 2 ** 28;

/** @returns {import('../analysis/capture-decoder.js').Aside} */
const nothing = () => ({ secrets: [], dns: [], datagrams: [], icmpErrors: [], datagramErrors: [] });

class DecodingThread {
  #task;
  #core;
  #queue;
  #batch;
  #front;
  /** Per chunk the number of batches decoded when it was finished. */
  #chunkEnds;
  /** Not sent yet. @type {import('../analysis/capture-decoder.js').Aside} */
  #aside = nothing();
  /**
   * Per slot a buffer for bytes outside the chunks, such as a packet that straddles two.
   * @type {{ at: number, length: number }[]}
   */
  #asides = [];

  /** @param {DecodingTask} task */
  constructor(task) {
    this.#task = task;
    this.#chunkEnds = new Array(task.chunkCount).fill(0);
    this.#core = joinCore(task.module, task.memory);
    this.#queue = new BatchQueue(this.#core, task.words);
    this.#batch = coreBatches(this.#core);
    this.#front = new CaptureDecoder({
      core: this.#core,
      batch: this.#batch(0),
      onSegments: (batch) => this.#add(batch),
      tableBytes: () => this.#tableBytes(),
      inflate: nodeCiphers.inflate,
      onSecrets: (secrets) => {
        for (const secret of secrets) this.#aside.secrets.push(secret);
      },
      onDatagrams: (datagrams) => this.#addDatagrams(datagrams),
      onIcmpError: (error) => void this.#aside.icmpErrors.push(error),
      onDatagramError: (error) => void this.#aside.datagramErrors.push(error),
      onDns: (bytes, start, end, timeNs, asker) =>
        void this.#aside.dns.push({ bytes: bytes.slice(start, end), timeNs, asker: asker.slice() }),
    });
  }

  /** @returns {import('../analysis/capture-decoder.js').CaptureFacts} */
  run() {
    const { descriptor, chunks, chunkBytes, progress } = this.#task;
    const queue = this.#queue;
    for (;;) {
      const place = this.#freeChunk();
      const chunk = new Uint8Array(this.#core.buffer, chunks + place * chunkBytes, chunkBytes);
      const length = readSync(descriptor, chunk, 0, chunkBytes, null);
      if (length === 0) break;
      this.#front.push(chunk.subarray(0, length));
      this.#chunkEnds[place] = queue.decoded;
      progress[0] += length;
    }
    this.#front.end();
    this.#send();
    return this.#front.facts();
  }

  /**
   * Waits for the first unused chunk, so that as few of them as possible are written.
   * @returns {number} its place
   */
  #freeChunk() {
    const ends = this.#chunkEnds;
    this.#queue.waitUntilAnalysed(Math.min(...ends));
    const { analysed } = this.#queue;
    return ends.findIndex((end) => analysed >= end);
  }

  /** End of output, whether the end of the file was reached or not. */
  end() {
    this.#queue.end();
  }

  /**
   * @param {import('../engine/segment-batch.js').SegmentBatch} batch
   * @returns {import('../engine/segment-batch.js').SegmentBatch} the next to be filled
   */
  #add(batch) {
    const queue = this.#queue;
    const isInChunk = batch.bytes.buffer === this.#core.buffer;
    this.#send();
    queue.addDecoded(batch.count, isInChunk ? batch.bytes.byteOffset : this.#putAside(batch));
    queue.waitForPlace();
    return this.#batch(queue.placeOf(queue.decoded));
  }

  /**
   * Datagrams go with a batch that has no segments: they have come to their reader when it has been analysed, so no
   * more of them are under way than of segments.
   * @param {import('../packet/datagram-batch.js').DatagramBatch} datagrams
   * @returns {import('../engine/segment-batch.js').SegmentBatch} the next to be filled
   */
  #addDatagrams(datagrams) {
    const queue = this.#queue;
    this.#aside.datagrams.push(datagrams.packed());
    this.#send();
    queue.addDecoded(0, 0);
    queue.waitForPlace();
    return this.#batch(queue.placeOf(queue.decoded));
  }

  #send() {
    const { datagrams } = this.#aside;
    if (Object.values(this.#aside).every(({ length }) => length === 0)) return;
    const columns = datagrams.flatMap((batch) => Object.values(batch));
    const buffers = columns.flatMap((column) =>
      typeof column === 'number' ? [] : /** @type {ArrayBuffer} */ (column.buffer),
    );
    this.#task.port.postMessage(this.#aside, buffers);
    this.#queue.addSent();
    this.#aside = nothing();
  }

  /**
   * Copies the payloads of a batch to where the other thread sees them.
   * @param {import('../engine/segment-batch.js').SegmentBatch} batch
   */
  #putAside({ bytes, count, payloadOffset, payloadCaptured, index }) {
    let start = bytes.length;
    let end = 0;
    for (let i = 0; i < count; i++) {
      start = Math.min(start, payloadOffset[i]);
      end = Math.max(end, payloadOffset[i] + payloadCaptured[i]);
    }
    const aside = this.#asideFor(index, end - start);
    new Uint8Array(this.#task.memory.buffer, aside, end - start).set(bytes.subarray(start, end));
    for (let i = 0; i < count; i++) payloadOffset[i] -= start;
    return aside;
  }

  /** @param {number} place @param {number} length @returns {number} address of that many bytes */
  #asideFor(place, length) {
    const known = this.#asides[place];
    if (known && known.length >= length) return known.at;
    const roomFor = Math.max(65536, 2 * length);
    this.#queue.waitUntilAnalysed(this.#queue.decoded); // the analysis allocates nothing then
    this.#asides[place] = { at: this.#core.allocate(roomFor), length: roomFor };
    return this.#asides[place].at;
  }

  #tableBytes() {
    if (this.#core.memoryBytes() > NEAR_LIMIT_BYTES) this.#queue.waitUntilAnalysed(this.#queue.decoded);
    return this.#core.memoryBytes();
  }
}

/** @param {DecodingThread} thread @returns {DecodingResult} */
function resultOf(thread) {
  try {
    return { facts: thread.run() };
  } catch (error) {
    const { code, message, offset } = /** @type {CaptureError} */ (error);
    if (code === undefined) throw error;
    return { failure: { code, message, offset: error instanceof CaptureError ? offset : undefined } };
  } finally {
    thread.end();
  }
}

parentPort?.once('message', (/** @type {DecodingTask} */ task) =>
  parentPort?.postMessage(resultOf(new DecodingThread(task))),
);
