import { setImmediate as nextTurn } from 'node:timers/promises';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { CaptureError } from '../capture/capture-error.js';
import { captureErrorOf } from '../capture/file/open-capture.js';
import { coreBatches } from '../engine/batches.js';
import { createCore } from '../engine/engine.js';
import { BatchQueue } from './batch-queue.js';
import { FarFront } from './remote-capture.js';

/** @typedef {import('./decoder-thread.js').DecodingResult} DecodingResult */

/** Connections from which on it is worth while that both threads write them: the other one needs some 20 ms to make ready. */
const LEAST_SHARED_FLOWS = 16_384;
const CHUNK_BYTES = 2 ** 19;
const CHUNK_COUNT = 48;
/** As often there is progress to be shown, and the event loop has its turn. */
const PROGRESS_MS = 50;

/** A capture that another thread reads and decodes into the memory of `core`, to be brought to an analysis that was made with it and `front`. */
export class ReadAhead {
  #thread;
  #progress = new Float64Array(new SharedArrayBuffer(8));
  #queue;
  #batch;
  /** The chunks that the batches' bytes are in, and others, by address. @type {Map<number, Uint8Array>} */
  #bytes = new Map();
  #isWriting;
  #leastFlows;
  /**
   * Writes connections on both threads; null where that is not worth while, or not asked for.
   * @type {import('../ahead/shared-writing.js').SharedWriting|null}
   */
  writing = null;
  #port;
  #heard = 0;
  /** The connection of the segment handed on last; −1 none yet. */
  #latestFlow = -1;
  core = createCore();
  front = new FarFront();

  /**
   * Lets the thread begin.
   * @param {import('./start-reader.js').ReadingThread} thread
   * @param {{ chunkBytes?: number, isWriting?: boolean, leastFlows?: number }} [options] bytes read at a time; whether both threads are to write what was read,
   *   and of how many connections at the least
   */
  constructor(thread, { chunkBytes = CHUNK_BYTES, isWriting = false, leastFlows = LEAST_SHARED_FLOWS } = {}) {
    this.#thread = thread;
    this.#isWriting = isWriting;
    this.#leastFlows = leastFlows;
    const { core } = this, chunks = core.allocate(CHUNK_COUNT * chunkBytes), { port1, port2: port } = new MessageChannel();
    core.buffer = core.memory.buffer;
    this.#queue = new BatchQueue(core);
    this.#batch = coreBatches(core);
    this.#port = port1;
    thread.read({
      descriptor: thread.handle.fd, module: core.module, memory: core.memory, words: this.#queue.words, chunks, chunkBytes,
      chunkCount: CHUNK_COUNT, progress: this.#progress, port, leastWritten: isWriting ? leastFlows : Infinity,
    });
  }

  /**
   * Brings all of the capture to the analysis, and ends it. Where that fails the thread is the caller's to end.
   * @param {import('../analysis/segment-analysis.js').SegmentAnalysis} analysis
   * @param {Pick<import('../capture/file/read-capture.js').ReadOptions, 'onProgress'>} [options]
   * @throws {CaptureError} as `readCapture`
   */
  async bring(analysis, { onProgress } = {}) {
    const { result, source, handle, totalBytes } = this.#thread;
    try {
      await this.#handOnAll(analysis, () => onProgress?.({ bytesRead: this.#progress[0], totalBytes }));
      this.front.take(factsOf(await result, source));
    } finally {
      this.#port.close();
      await handle.close();
    }
    analysis.endStreams();
    await this.#shareWriting(analysis);
    analysis.judgeAll();
  }

  /**
   * Has the other thread write connections, too, where that is worth while, else dismisses it. It begins at once with what shows between them, while this one
   * judges.
   * @param {import('../analysis/segment-analysis.js').SegmentAnalysis} analysis whose streams have ended
   */
  async #shareWriting(analysis) {
    const parts = this.#isWriting && analysis.flowCount >= this.#leastFlows ? analysis.plainParts : null;
    if (parts === null) this.#thread.dismiss();
    else this.writing = new (await import('../ahead/shared-writing.js')).SharedWriting(analysis, this.core, this.#thread, parts);
  }

  /** Ends the other thread, whatever it is at: nobody wants what it does any more, and the process would wait for it. */
  async abandon() { await this.#thread.terminate(); }

  /** @param {import('../analysis/segment-analysis.js').SegmentAnalysis} analysis @param {() => void} showProgress */
  async #handOnAll(analysis, showProgress) {
    const queue = this.#queue;
    for (let shownMs = performance.now(); ;) {
      const seen = queue.news;
      if (!this.#step(analysis)) {
        if (this.#thread.hasDied || (queue.hasEnded && queue.handedOn === queue.decoded)) break;
        if (!this.#learn(analysis, false) && !await this.#settle(analysis)) queue.wait(seen);
      }
      if (performance.now() - shownMs < PROGRESS_MS) continue;
      await nextTurn();
      showProgress();
      shownMs = performance.now();
    }
    this.#hear(analysis, queue.said);
    showProgress();
  }

  /**
   * Takes what was said beside the batches, to that number.
   * @param {import('../analysis/segment-analysis.js').SegmentAnalysis} analysis @param {number} said
   */
  #hear(analysis, said) {
    for (; this.#heard < said; this.#heard++) {
      const received = receiveMessageOnPort(this.#port);
      if (received) analysis.hear(received.message);
    }
  }

  /**
   * Learns where that is due, hands a batch on, or else follows one.
   * @param {import('../analysis/segment-analysis.js').SegmentAnalysis} analysis
   * @returns {boolean} whether there was something to do
   */
  #step(analysis) {
    const queue = this.#queue, number = queue.handedOn;
    if (this.#learn(analysis, queue.followed > number || !queue.isFull)) return true;
    if (queue.followed === number) return (queue.hasEnded || !queue.isReaderLessBusy) && queue.follow();
    const startMs = performance.now(), { count, bytes, said, flows, rows, sackBlocks } = queue.find(number);
    const batch = this.#batch(queue.placeOf(number)), { tcp } = analysis;
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

  /**
   * What judging a long connection will go by. The other thread follows the more, for what that takes.
   * @param {import('../analysis/segment-analysis.js').SegmentAnalysis} analysis @param {boolean} isBusy there is something else to do
   * @returns {boolean} whether there was something to learn
   */
  #learn(analysis, isBusy) {
    if (this.#latestFlow < 0) return false;
    const startMs = performance.now(), hasLearnt = analysis.learnAlong(this.#latestFlow, isBusy);
    if (!hasLearnt) return false;
    this.#queue.addHandingTime(performance.now() - startMs);
    this.#queue.wake();
    return true;
  }

  /**
   * Judges or examines a connection that is over. The other thread follows the more, for what that takes.
   * @param {import('../analysis/segment-analysis.js').SegmentAnalysis} analysis
   * @returns {Promise<boolean>} whether there was one
   */
  async #settle(analysis) {
    const startMs = performance.now(), isDone = await analysis.settleAlong();
    this.#queue.addHandingTime(performance.now() - startMs);
    return isDone;
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

/** @param {DecodingResult} result @param {string} source @returns {import('../analysis/capture-decoder.js').CaptureFacts} */
function factsOf(result, source) {
  if ('facts' in result) return result.facts;
  const { code, message, offset } = result.failure;
  throw offset === undefined ? captureErrorOf(Object.assign(new Error(message), { code }), source) : new CaptureError(String(code), message, offset);
}
