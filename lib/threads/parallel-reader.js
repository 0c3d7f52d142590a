import { setImmediate as nextTurn } from 'node:timers/promises';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';

import { RemoteCapture } from '../analysis/remote-capture.js';
import { CaptureError } from '../capture/capture-error.js';
import { captureErrorOf } from '../capture/file/open-capture.js';
import { coreBatches } from '../engine/batches.js';
import { createCore } from '../engine/engine.js';
import { BatchQueue } from './batch-queue.js';

/** @typedef {import('./decoder-thread.js').DecodingResult} DecodingResult */
/** @typedef {import('../analysis/capture-analysis.js').CaptureAnalysis} CaptureAnalysis */

const CHUNK_BYTES = 2 ** 19;
const CHUNK_COUNT = 48;
/** Interval of progress reports, and of turns of the event loop. */
const PROGRESS_MS = 50;

/**
 * A capture that another thread reads and decodes into the memory of `core`, for an analysis that is made with `core`
 * and `decoder`.
 */
export class ParallelReader {
  #thread;
  #progress = new Float64Array(new SharedArrayBuffer(8));
  #queue;
  #batch;
  /**
   * Views of memory, by start address: chunks and side buffers.
   * @type {Map<number, Uint8Array>}
   */
  #bytes = new Map();
  #port;
  #heard = 0;
  core = createCore();
  decoder = new RemoteCapture();

  /**
   * Starts the thread.
   * @param {import('./start-reader.js').ReadingThread} thread
   * @param {{ chunkBytes?: number }} [options] bytes read at a time
   */
  constructor(thread, { chunkBytes = CHUNK_BYTES } = {}) {
    this.#thread = thread;
    const { core } = this;
    const chunks = core.allocate(CHUNK_COUNT * chunkBytes);
    const { port1, port2: port } = new MessageChannel();
    core.buffer = core.memory.buffer;
    this.#queue = new BatchQueue(core);
    this.#batch = coreBatches(core);
    this.#port = port1;
    thread.read({
      descriptor: thread.handle.fd,
      module: core.module,
      memory: core.memory,
      words: this.#queue.words,
      chunks,
      chunkBytes,
      chunkCount: CHUNK_COUNT,
      progress: this.#progress,
      port,
    });
  }

  /**
   * Reads the whole capture into the analysis, and ends it. If that fails the caller must end the thread.
   * @param {CaptureAnalysis} analysis
   * @param {Pick<import('../capture/file/read-capture.js').ReadOptions, 'onProgress'>} [options]
   * @throws {CaptureError} as `readCapture`
   */
  async bring(analysis, { onProgress } = {}) {
    const { result, source, handle, totalBytes } = this.#thread;
    try {
      await this.#analyseAll(analysis, () => onProgress?.({ bytesRead: this.#progress[0], totalBytes }));
      this.decoder.take(factsOf(await result, source));
    } finally {
      this.#port.close();
      await handle.close();
    }
    await analysis.ingest.ready();
    analysis.ingest.end();
  }

  /** @param {CaptureAnalysis} analysis @param {() => void} showProgress */
  async #analyseAll(analysis, showProgress) {
    for (let shownMs = performance.now(); ;) {
      const next = this.#queue.next();
      if (next !== null) {
        this.#hear(analysis, next.sent);
        if (next.count < 0) break;
        this.#analyse(analysis, next);
      } else if (this.#thread.hasDied) break;
      if (performance.now() - shownMs < PROGRESS_MS) continue;
      await nextTurn();
      showProgress();
      shownMs = performance.now();
    }
    showProgress();
  }

  /**
   * @param {CaptureAnalysis} analysis
   * @param {{ place: number, count: number, bytes: number }} next
   */
  #analyse({ ingest: { tcp } }, { place, count, bytes }) {
    const batch = this.#batch(place);
    if (count === 0) {
      this.#queue.addAnalysed();
      return;
    }
    batch.count = count;
    batch.bytes = this.#bytesAt(bytes);
    tcp.track(batch);
    this.#queue.addAnalysed();
  }

  /**
   * Processes messages sent beside the batches, up to that number.
   * @param {CaptureAnalysis} analysis
   * @param {number} sent
   */
  #hear(analysis, sent) {
    for (; this.#heard < sent; this.#heard++) {
      const received = receiveMessageOnPort(this.#port);
      if (received) analysis.ingest.takeAside(received.message);
    }
  }

  /** @param {number} at */
  #bytesAt(at) {
    const known = this.#bytes.get(at);
    if (known !== undefined) return known;
    const { buffer } = this.core;
    const bytes = new Uint8Array(at < buffer.byteLength ? buffer : this.core.memory.buffer, at);
    this.#bytes.set(at, bytes);
    return bytes;
  }
}

/**
 * @param {DecodingResult} result
 * @param {string} source
 * @returns {import('../analysis/capture-decoder.js').CaptureFacts}
 */
function factsOf(result, source) {
  if ('facts' in result) return result.facts;
  const { code, message, offset } = result.failure;
  if (offset !== undefined) throw new CaptureError(String(code), message, offset);
  throw captureErrorOf(Object.assign(new Error(message), { code }), source);
}
