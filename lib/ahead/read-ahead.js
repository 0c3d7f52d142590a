import { availableParallelism } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { MessageChannel, Worker, receiveMessageOnPort } from 'node:worker_threads';
import { CaptureError } from '../capture/capture-error.js';
import { captureErrorOf, openCapture } from '../capture/file/open-capture.js';
import { pcapLayout } from '../capture/pcap-header.js';
import { BLOCK } from '../capture/pcapng-blocks.js';
import { int32At } from '../capture/read-integers.js';
import { coreSegments } from '../packet/core-columns.js';
import { createCore } from '../tcpflow/core/core.js';
import { BatchQueue } from './batch-queue.js';
import { FarFront } from './far-front.js';
import { SharedWriting } from './shared-writing.js';

/** @typedef {import('node:fs/promises').FileHandle} FileHandle */
/** @typedef {import('./decoding-thread.js').DecodingResult} DecodingResult */
/** @typedef {import('../insight/findings/capture/overall.js').CaptureFinding} CaptureFinding */

/** A thread of its own takes some 50 ms of the processor to start: smaller files are read sooner without. */
const LEAST_BYTES = 24 * 2 ** 20;
/** Connections from which on it is worth while that both threads write them: the other one needs some 20 ms to make ready. */
const LEAST_SHARED_FLOWS = 16_384;
/** What the thread makes is soon done with: more room for it would only be memory. */
const MOST_YOUNG_MB = 6;
const MAGIC_BYTES = 4;
const CHUNK_BYTES = 2 ** 19;
const CHUNK_COUNT = 16;
/** As often there is progress to be shown, and the event loop has its turn. */
const PROGRESS_MS = 50;

/**
 * Reads a capture with two threads, where that is worth it: a pcap or pcapng file of some size, and a second processor.
 * @param {string} source a path, or `-` for standard input
 * @param {{ leastBytes?: number, chunkBytes?: number, isWriting?: boolean }} [options] from which size on; bytes read at a time; whether both threads are to write what was read
 * @returns {Promise<ReadAhead|null>} null: it is to be read without; reading has begun otherwise
 */
export async function readAhead(source, { leastBytes = LEAST_BYTES, chunkBytes = CHUNK_BYTES, isWriting = false } = {}) {
  if (source === '-' || availableParallelism() < 2) return null;
  const { handle, stat } = await openCapture(source);
  if (stat.isFile() && stat.size >= leastBytes && await isCapture(handle)) return new ReadAhead(source, handle, { totalBytes: stat.size, chunkBytes, isWriting });
  await handle.close();
  return null;
}

/** Of a kind that needs no unpacking. @param {FileHandle} handle */
async function isCapture(handle) {
  const { buffer, bytesRead } = await handle.read(new Uint8Array(MAGIC_BYTES), 0, MAGIC_BYTES, 0);
  return bytesRead === MAGIC_BYTES && (pcapLayout(buffer, 0) !== null || int32At(buffer, 0, true) === BLOCK.SECTION_HEADER);
}

/** A capture that another thread reads and decodes into the memory of `core`, to be brought to an analysis that was made with it and `front`. */
export class ReadAhead {
  #source;
  #handle;
  #totalBytes;
  #progress = new Float64Array(new SharedArrayBuffer(8));
  #queue;
  #batches;
  /** The chunks that the batches' bytes are in, and others, by address. @type {Map<number, Uint8Array>} */
  #bytes = new Map();
  #isWriting;
  #worker;
  #port;
  #heard = 0;
  /** The connection of the segment handed on last; −1 none yet. */
  #latestFlow = -1;
  /** @type {Promise<DecodingResult>} */
  #result;
  /** Whether the other thread has ended. */
  hasDied = false;
  core = createCore();
  front = new FarFront();

  /**
   * @param {string} source @param {FileHandle} handle at its beginning
   * @param {{ totalBytes: number, chunkBytes: number, isWriting: boolean }} options `isWriting`: the other thread stays for `shareWriting`
   */
  constructor(source, handle, { totalBytes, chunkBytes, isWriting }) {
    this.#isWriting = isWriting;
    this.#source = source;
    this.#handle = handle;
    this.#totalBytes = totalBytes;
    const { core } = this, chunks = core.allocate(CHUNK_COUNT * chunkBytes);
    core.buffer = core.memory.buffer;
    this.#queue = new BatchQueue(core);
    this.#batches = Array.from({ length: core.BATCHES.value }, (_, place) => coreSegments(core, place));
    const { port1, port2: port } = new MessageChannel();
    this.#port = port1;
    /** @type {import('./decoding-thread.js').DecodingTask} */
    const workerData = {
      descriptor: handle.fd, module: core.module, memory: core.memory, words: this.#queue.words, chunks, chunkBytes, chunkCount: CHUNK_COUNT, progress: this.#progress, port, leastWritten: isWriting ? LEAST_SHARED_FLOWS : Infinity,
    };
    this.#worker = new Worker(new URL('./decoding-thread.js', import.meta.url), { workerData, transferList: [port], resourceLimits: { maxYoungGenerationSizeMb: MOST_YOUNG_MB } });
    this.#result = new Promise((resolve, reject) => {
      this.#worker.once('message', resolve);
      this.#worker.once('error', reject);
      this.#worker.once('exit', () => {
        this.hasDied = true;
        reject(new Error('the thread that reads the capture has ended'));
      });
    });
    this.#result.catch(() => undefined);
  }

  /**
   * Brings all of the capture to the analysis, and ends it.
   * @param {import('../analysis.js').CaptureAnalysis} analysis
   * @param {Pick<import('../capture/file/read-capture.js').ReadOptions, 'onProgress'>} [options]
   * @throws {CaptureError} as `readCapture`
   */
  async bring(analysis, { onProgress } = {}) {
    try {
      await this.#handOnAll(analysis, () => onProgress?.({ bytesRead: this.#progress[0], totalBytes: this.#totalBytes }));
      this.front.take(factsOf(await this.#result, this.#source));
    } catch (error) {
      await this.#worker.terminate();
      throw error;
    } finally {
      this.#port.close();
      await this.#handle.close();
    }
    if (!this.#isWriting) this.dismiss();
    analysis.end();
  }

  /** The other thread is not needed any more. */
  dismiss() { this.#worker.postMessage(null); }

  /**
   * Has the other thread write connections, too, where that is worth while.
   * @param {import('../analysis.js').CaptureAnalysis} analysis that was brought, with `isWriting` @param {number} [leastFlows]
   * @returns {SharedWriting|null} null: the other thread is dismissed
   */
  shareWriting(analysis, leastFlows = LEAST_SHARED_FLOWS) {
    const parts = analysis.flowCount < leastFlows ? null : analysis.plainParts;
    if (parts !== null) return new SharedWriting(analysis, this.core, this, parts);
    this.dismiss();
    return null;
  }

  /** @param {import('./writing-thread.js').WritingTask} task @returns {Promise<CaptureFinding[]|undefined>} what it finds between the connections; undefined: it has died */
  write(task) {
    if (this.hasDied) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      this.#worker.once('message', resolve);
      this.#worker.once('exit', () => resolve(undefined));
      this.#worker.postMessage(task);
    });
  }

  /** @param {import('../analysis.js').CaptureAnalysis} analysis @param {() => void} showProgress */
  async #handOnAll(analysis, showProgress) {
    const queue = this.#queue;
    for (let shownMs = performance.now(); ;) {
      const seen = queue.news;
      if (!this.#step(analysis)) {
        if (this.hasDied || (queue.hasEnded && queue.handedOn === queue.decoded)) break;
        if (this.#latestFlow < 0 || !analysis.learnAlong(this.#latestFlow)) queue.wait(seen);
      }
      if (performance.now() - shownMs < PROGRESS_MS) continue;
      await nextTurn();
      showProgress();
      shownMs = performance.now();
    }
    this.#hear(analysis, queue.said);
    showProgress();
  }

  /** Takes what was said beside the batches, to that number. @param {import('../analysis.js').CaptureAnalysis} analysis @param {number} said */
  #hear(analysis, said) {
    for (; this.#heard < said; this.#heard++) {
      const received = receiveMessageOnPort(this.#port);
      if (received) analysis.hear(received.message);
    }
  }

  /** Hands a batch on, or else follows one. @param {import('../analysis.js').CaptureAnalysis} analysis @returns {boolean} whether there was something to do */
  #step(analysis) {
    const queue = this.#queue, number = queue.handedOn;
    if (queue.followed === number) return (queue.hasEnded || !queue.isReaderLessBusy) && queue.follow();
    const startMs = performance.now(), { count, bytes, said, flows, rows, sackBlocks } = queue.find(number), batch = this.#batches[queue.placeOf(number)], { tcp } = analysis;
    this.#hear(analysis, said);
    tcp.flows.refresh(flows);
    tcp.packets.refresh(rows, sackBlocks);
    batch.count = count;
    batch.bytes = this.#bytesAt(bytes);
    tcp.handOn(batch);
    this.#latestFlow = batch.flowEnd[count - 1] >> 1;
    queue.addHandedOn();
    queue.addHandingTime(performance.now() - startMs);
    return true;
  }

  /** @param {number} at */
  #bytesAt(at) {
    const known = this.#bytes.get(at);
    if (known !== undefined) return known;
    const { buffer } = this.core, bytes = new Uint8Array(at < buffer.byteLength ? buffer : this.core.memory.buffer, at);
    this.#bytes.set(at, bytes);
    return bytes;
  }
}

/** @param {DecodingResult} result @param {string} source @returns {import('../capture-front.js').CaptureFacts} */
function factsOf(result, source) {
  if ('facts' in result) return result.facts;
  const { code, message, offset } = result.failure;
  throw offset === undefined ? captureErrorOf(Object.assign(new Error(message), { code }), source) : new CaptureError(String(code), message, offset);
}
