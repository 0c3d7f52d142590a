/** The thread that reads a capture ahead of its analysis: bytes from the file, frames, segments, batch by batch. */
import { readSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { CaptureError } from '../capture/capture-error.js';
import { CaptureFront, MAX_TABLE_BYTES } from '../analysis/capture-front.js';
import { coreBatches } from '../packet/core-columns.js';
import { joinCore } from '../tcpflow/core/core.js';
import { BatchQueue } from './batch-queue.js';

/**
 * @typedef {object} DecodingTask
 * @property {number} descriptor of the open file
 * @property {WebAssembly.Module} module
 * @property {WebAssembly.Memory} memory
 * @property {Int32Array} words of the queue
 * @property {number} chunks where in the memory the file's bytes go
 * @property {number} chunkBytes
 * @property {number} chunkCount
 * @property {Float64Array} progress bytes read so far, shared
 * @property {number} leastWritten connections from which on the thread will write some of them
 * @property {import('node:worker_threads').MessagePort} port takes an `Aside` before the batch that it belongs to
 *
 * @typedef {{ code: string|undefined, message: string, offset?: number }} DecodingFailure
 * @typedef {{ facts: import('../analysis/capture-front.js').CaptureFacts } | { failure: DecodingFailure }} DecodingResult
 */

/** So near to the limit of the tables, each batch is followed before the next is read: the limit is then met at the same packet always. */
const NEAR_LIMIT_BYTES = MAX_TABLE_BYTES - 2 ** 28;

class DecodingThread {
  #task;
  core;
  #queue;
  #batch;
  #front;
  /** Since when it reads and decodes, and does nothing else. */
  #sinceMs = performance.now();
  /** Per chunk the number of batches decoded when it was done with. */
  #chunkEnds;
  /** Not sent yet. @type {import('../analysis/capture-front.js').Aside} */
  #aside = { secrets: [], dns: [] };
  /** Per place room for bytes that are in none of the chunks, as of a packet that straddles two. @type {{ at: number, length: number }[]} */
  #asides = [];

  /** @param {DecodingTask} task */
  constructor(task) {
    this.#task = task;
    this.#chunkEnds = new Array(task.chunkCount).fill(0);
    this.core = joinCore(task.module, task.memory);
    this.#queue = new BatchQueue(this.core, task.words);
    this.#batch = coreBatches(this.core);
    this.#front = new CaptureFront({
      core: this.core, batch: this.#batch(0), onSegments: (batch) => this.#add(batch), tableBytes: () => this.#tableBytes(),
      onSecrets: (secrets) => { for (const secret of secrets) this.#aside.secrets.push(secret); },
      onDns: (bytes, start, end, timeNs) => void this.#aside.dns.push({ bytes: bytes.slice(start, end), timeNs }),
    });
  }

  /** @returns {import('../analysis/capture-front.js').CaptureFacts} */
  run() {
    const { descriptor, chunks, chunkBytes, progress } = this.#task, queue = this.#queue;
    for (;;) {
      const place = this.#freeChunk(), chunk = new Uint8Array(this.core.buffer, chunks + place * chunkBytes, chunkBytes);
      const length = readSync(descriptor, chunk, 0, chunkBytes, null);
      if (length === 0) break;
      this.#front.push(chunk.subarray(0, length));
      this.#chunkEnds[place] = queue.decoded;
      progress[0] += length;
    }
    this.#front.end();
    this.#say();
    return this.#front.facts();
  }

  /** Waits for the first chunk that nobody needs any more: so no more of them are written to than have to be. @returns {number} its place */
  #freeChunk() {
    let place = -1;
    this.#helpUntil(() => {
      const { handedOn } = this.#queue;
      place = this.#chunkEnds.findIndex((end) => handedOn >= end);
      return place >= 0;
    });
    return place;
  }

  /** Nothing more will come, whether the end was reached or not. */
  end() { this.#queue.end(); }

  /** @param {import('../packet/segment-batch.js').SegmentBatch} batch @returns {import('../packet/segment-batch.js').SegmentBatch} the next to be filled */
  #add(batch) {
    const queue = this.#queue, isInChunk = batch.bytes.buffer === this.core.buffer;
    this.#say();
    this.core.lay(batch.index, batch.count);
    queue.addDecoded(batch.count, isInChunk ? batch.bytes.byteOffset : this.#putAside(batch));
    this.#helpUntil(() => !queue.isFull, queue.isReaderLessBusy);
    return this.#batch(queue.placeOf(queue.decoded));
  }

  /** Lets others do what has to be done before it goes on. @param {() => boolean} holds @param {boolean} [first] whether it follows a batch in any case */
  #helpUntil(holds, first = false) {
    const queue = this.#queue;
    queue.addDecodingTime(performance.now() - this.#sinceMs);
    if (first) queue.follow();
    queue.helpUntil(holds);
    this.#sinceMs = performance.now();
  }

  #say() {
    if (this.#aside.secrets.length + this.#aside.dns.length === 0) return;
    this.#task.port.postMessage(this.#aside);
    this.#queue.addSaid();
    this.#aside = { secrets: [], dns: [] };
  }

  /** Copies the payloads of a batch to where the other thread sees them. @param {import('../packet/segment-batch.js').SegmentBatch} batch */
  #putAside({ bytes, count, payloadOffset, payloadCaptured, index }) {
    let start = bytes.length, end = 0;
    for (let i = 0; i < count; i++) {
      start = Math.min(start, payloadOffset[i]);
      end = Math.max(end, payloadOffset[i] + payloadCaptured[i]);
    }
    const aside = this.#asideFor(index, end - start);
    new Uint8Array(this.#task.memory.buffer, aside, end - start).set(bytes.subarray(start, end));
    for (let i = 0; i < count; i++) payloadOffset[i] -= start;
    return aside;
  }

  /** @param {number} place @param {number} length @returns {number} where that many bytes have room */
  #asideFor(place, length) {
    const known = this.#asides[place];
    if (known && known.length >= length) return known.at;
    const queue = this.#queue, roomFor = Math.max(65536, 2 * length);
    this.#helpUntil(() => queue.followed === queue.decoded); // nobody else takes memory then
    this.#asides[place] = { at: this.core.allocate(roomFor), length: roomFor };
    return this.#asides[place].at;
  }

  #tableBytes() {
    const queue = this.#queue;
    if (this.core.memoryBytes() > NEAR_LIMIT_BYTES) this.#helpUntil(() => queue.followed === queue.decoded);
    return this.core.memoryBytes();
  }
}

/** Reads, and waits for what is to be done then. @param {DecodingTask} task */
function begin(task) {
  const thread = new DecodingThread(task);
  parentPort?.postMessage(resultOf(thread));
  /** Loaded while the analysis' thread is busy with the last batches. */
  const writing = thread.core.flowCount() >= task.leastWritten ? import('./writing-thread.js') : null;
  parentPort?.once('message', async (/** @type {import('../analysis/plain-half.js').HalfParts|null} null: it is to end */ parts) => {
    if (parts === null) return;
    const { WritingShare } = await (writing ?? import('./writing-thread.js')), share = new WritingShare(thread.core, parts);
    parentPort?.postMessage(share.between());
    parentPort?.once('message', (/** @type {import('./writing-thread.js').WritingTask} */ next) => share.write(next));
  });
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

parentPort?.once('message', begin);
