import { CaptureError } from '../../lib/capture/capture-error.js';
import { checkMemory } from '../../lib/node/process-memory.js';

/** Errors that speak of a byte of the capture; those of the file system name the file themselves. */
const CONTENT_ERRORS = new Set(['empty', 'cut_header', 'not_a_capture']);

/**
 * Reads a capture that the user named.
 * @param {string} source a path, or `-` for standard input
 * @param {import('../../lib/capture/file/read-capture.js').CaptureTarget} target
 * @param {import('../../lib/capture/file/read-capture.js').ReadOptions} [options]
 * @throws {CaptureError} naming the file and the byte
 * @throws {Error} it needs more memory than there is
 */
export async function readNamed(source, target, options) {
  await naming(source, async () => {
    const { readCapture } = await import('../../lib/capture/file/read-capture.js');
    await readCapture(source, target, watchingMemory(source, options));
  });
}

/**
 * Reads a capture on the thread that was started for it, if any was. That thread loads its modules while those of the
 * analysis are loaded here.
 * @template {import('../../lib/analysis/segment-analysis.js').SegmentAnalysis} T
 * @param {string} source
 * @param {import('../../lib/threads/start-reader.js').ReadingThread|null} thread as `startReading` gave it for the
 *   source
 * @param {(parts: Partial<import('../../lib/threads/parallel-reader.js').ReadAhead>) => Promise<T>} open makes the
 *   analysis of these parts;
 *   without parts it has to take bytes
 * @param {import('../../lib/capture/file/read-capture.js').ReadOptions} options
 * @returns {Promise<T>} of all of it
 * @throws {CaptureError} naming the file and the byte
 */
export async function analyzeNamed(source, thread, open, options) {
  if (thread === null) {
    const analysis = await open({});
    await readNamed(source, analysis, options);
    return analysis;
  }
  try {
    const { ReadAhead } = await import('../../lib/threads/parallel-reader.js');
    const ahead = new ReadAhead(thread);
    const analysis = await open(ahead);
    await naming(source, () => ahead.bring(analysis, watchingMemory(source, options)));
    return analysis;
  } catch (error) {
    await thread.terminate(); // else the process would wait for it
    throw error;
  }
}

/**
 * @param {string} source
 * @param {import('../../lib/capture/file/read-capture.js').ReadOptions} [options]
 * @returns {import('../../lib/capture/file/read-capture.js').ReadOptions} which look at the memory whenever there is
 *   progress
 */
const watchingMemory = (source, options = {}) => ({
  ...options,
  onProgress(progress) {
    checkMemory(source);
    options.onProgress?.(progress);
  },
});

/** @param {string} source @param {() => Promise<void>} read */
async function naming(source, read) {
  try {
    await read();
  } catch (error) {
    if (!(error instanceof CaptureError) || !CONTENT_ERRORS.has(error.code)) throw error;
    const { code, message, offset } = error;
    throw new CaptureError(code, `${source === '-' ? 'standard input' : source}: byte ${offset}: ${message}`, offset);
  }
}
