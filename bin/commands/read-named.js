import { CaptureError } from '../../lib/capture/capture-error.js';
import { hurry } from '../../lib/ahead/loading.js';
import { checkMemory } from '../../lib/capture/file/process-memory.js';
import { compileLater } from './late-compiling.js';

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
 * Reads a capture on the thread that was started for it, if any was. That thread loads its modules while those of the analysis are loaded here.
 * @template {import('../../lib/analysis/segment-analysis.js').SegmentAnalysis} T
 * @param {string} source
 * @param {import('../../lib/ahead/reading-thread.js').ReadingThread|null} thread as `startReading` gave it for the source
 * @param {(parts: Partial<import('../../lib/ahead/read-ahead.js').ReadAhead>) => Promise<T>} open makes the analysis of these parts;
 *   without parts it has to take bytes
 * @param {import('../../lib/capture/file/read-capture.js').ReadOptions & { isWriting: boolean }} options `isWriting`: both threads are to write what was read
 * @returns {Promise<{ analysis: T, ahead: import('../../lib/ahead/read-ahead.js').ReadAhead|null }>} of all of it; `ahead`: where there are two threads
 * @throws {CaptureError} naming the file and the byte
 */
export async function analyzeNamed(source, thread, open, options) {
  if (thread === null) {
    const analysis = await open({});
    await readNamed(source, analysis, options);
    return { analysis, ahead: null };
  }
  try {
    hurry('../../lib/ahead/read-ahead.js', import.meta.url);
    const { ReadAhead } = await import('../../lib/ahead/read-ahead.js'), ahead = new ReadAhead(thread, options), analysis = await open(ahead);
    await naming(source, () => ahead.bring(analysis, { ...watchingMemory(source, options), onFirst: compileLater }));
    return { analysis, ahead };
  } catch (error) {
    await thread.terminate(); // else the process would wait for it
    throw error;
  }
}

/**
 * @param {string} source
 * @param {import('../../lib/capture/file/read-capture.js').ReadOptions} [options]
 * @returns {import('../../lib/capture/file/read-capture.js').ReadOptions} which look at the memory whenever there is progress
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
