import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

import { openCapture } from '../capture/file/open-capture.js';
import { isCaptureMagic, MAGIC_BYTES } from '../capture/magic.js';

/** A thread costs some 80 ms of CPU time, and saves as much only for files larger than this. */
const MIN_READ_AHEAD_BYTES = 128 * 2 ** 20;
/** Most of the thread's allocations are short-lived: a larger young generation would only take memory. */
const READER_OPTIONS = Object.freeze({ resourceLimits: { maxYoungGenerationSizeMb: 6 } });

/** @typedef {import('node:fs/promises').FileHandle} FileHandle */
/** @typedef {import('./decoder-thread.js').DecodingResult} DecodingResult */
/** @typedef {import('./decoder-thread.js').DecodingTask} DecodingTask */

/**
 * Starts a thread to read a capture, where that is worth it: a pcap or pcapng file of some size, and a second
 * processor. It imports little, so that the thread loads its modules while the caller loads those of the analysis.
 * @param {string} source a path, or `-` for standard input
 * @param {{ leastBytes?: number }} [options] from which size on
 * @returns {Promise<ReadingThread|null>} null: read it without a thread
 * @throws {import('../capture/capture-error.js').CaptureError} the file cannot be opened
 */
export async function startReading(source, { leastBytes = MIN_READ_AHEAD_BYTES } = {}) {
  if (source === '-' || availableParallelism() < 2) return null;
  const { handle, stat } = await openCapture(source);
  if (stat.isFile() && stat.size >= leastBytes && (await isCapture(handle))) {
    return new ReadingThread(source, handle, stat.size);
  }
  await handle.close();
  return null;
}

/** Whether it needs no unpacking. @param {FileHandle} handle */
async function isCapture(handle) {
  const { buffer, bytesRead } = await handle.read(new Uint8Array(MAGIC_BYTES), 0, MAGIC_BYTES, 0);
  return bytesRead === MAGIC_BYTES && isCaptureMagic(buffer);
}

/** The thread of `decoder-thread.js`, with the file to read. The process does not wait for it before `read`. */
export class ReadingThread {
  #worker = new Worker(new URL('./decoder-thread.js', import.meta.url), READER_OPTIONS);
  /** Whether the thread has ended. */
  hasDied = false;
  /** Result of reading. @type {Promise<DecodingResult>} */
  result;

  /** @param {string} source @param {FileHandle} handle at its beginning @param {number} totalBytes */
  constructor(source, handle, totalBytes) {
    this.source = source;
    this.handle = handle;
    this.totalBytes = totalBytes;
    this.#worker.unref();
    this.result = new Promise((resolve, reject) => {
      this.#worker.once('message', resolve);
      this.#worker.once('error', reject);
      this.#worker.once('exit', () => {
        this.hasDied = true;
        reject(new Error('the thread that reads the capture has ended'));
      });
    });
    this.result.catch(() => undefined);
  }

  /** Lets it read. @param {DecodingTask} task */
  read(task) {
    this.#worker.ref();
    this.#worker.postMessage(task, [task.port]);
  }

  /** Ends it at any point. */
  async terminate() {
    await this.#worker.terminate();
  }
}
