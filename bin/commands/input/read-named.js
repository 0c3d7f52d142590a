import { readWithLateSecrets } from '../../../lib/analysis/late-secrets.js';
import { CaptureError } from '../../../lib/capture/capture-error.js';
import { HTML_PAGE } from '../../../lib/capture/not-a-capture.js';
import { checkMemory } from '../../../lib/node/process-memory.js';
import { startReading } from '../../../lib/threads/start-reader.js';
import { withInput } from './input.js';

/** @typedef {import('../../../lib/threads/start-reader.js').ReadingThread} ReadingThread */

/** Errors about a byte of the capture; those of the file system name the file themselves. */
const CONTENT_ERRORS = new Set(['empty', 'cut_header', 'not_a_capture', HTML_PAGE]);

/**
 * Reads a capture that the user named.
 * @param {string} source a path, or `-` for standard input
 * @param {import('../../../lib/capture/file/read-capture.js').CaptureTarget} target
 * @param {import('../../../lib/capture/file/read-capture.js').ReadOptions} [options]
 * @throws {CaptureError} naming the file and the byte
 * @throws {Error} it needs more memory than there is
 */
export async function readNamed(source, target, options) {
  await naming(source, async () => {
    const { readCapture } = await import('../../../lib/capture/file/read-capture.js');
    await readCapture(source, target, watchingMemory(source, options));
  });
}

/**
 * @template {import('../../../lib/analysis/capture-analysis.js').CaptureAnalysis} T
 * @callback Open makes the analysis
 * @param {Partial<import('../../../lib/threads/parallel-reader.js').ParallelReader>} parts of it where another thread
 *   reads the
 *   capture; without parts it
 *   has to take bytes
 * @param {import('../../../lib/protocols/tls/key-log.js').KeyLog} [keyLog] secrets, instead of those that were given by
 *   the user
 * @returns {Promise<T>|T}
 */

/**
 * Reads a capture that the user named, twice if its secrets require it.
 * @template {import('../../../lib/analysis/capture-analysis.js').CaptureAnalysis} T
 * @param {import('./input.js').Input} input
 * @param {Open<T>} open
 * @param {import('../../../lib/capture/file/read-capture.js').ReadOptions & { thread?: ReadingThread|null }} [options]
 *   `thread`: as `startReading`
 *   gave it for the input; it loads its modules while those of the analysis are loaded here
 * @returns {Promise<T>} of all of it
 * @throws {CaptureError} naming the file and the byte
 */
export async function analyzeInput(input, open, { thread = null, ...options } = {}) {
  let isFirst = true;
  const analysis = await readWithLateSecrets(
    async (keyLog) => {
      if (isFirst) {
        isFirst = false;
        return analyzeOnce(input.source, thread, open, { ...options, onBytes: input.onBytes });
      }
      const source = String(input.again);
      return analyzeOnce(source, thread && (await startReading(source)), (parts) => open(parts, keyLog), options);
    },
    () => input.again !== null,
  );
  if (analysis.ingest.hasLateSecrets) analysis.ingest.warn('late_secrets', lateSecrets(input));
  return analysis;
}

/** @param {import('./input.js').Input} input */
const lateSecrets = ({ failure }) =>
  'The capture has TLS secrets after the packets that need them, and cannot be read again, as no copy of it could be kept' +
  `${failure === null ? '' : ` (${failure.message})`}: save it to a file, and give that.`;

/**
 * The same of a path, or `-` for standard input.
 * @template {import('../../../lib/analysis/capture-analysis.js').CaptureAnalysis} T
 * @param {string} source
 * @param {Open<T>} open
 * @param {Parameters<typeof analyzeInput>[2]} [options]
 * @returns {Promise<T>}
 */
export async function analyzeNamed(source, open, options) {
  return withInput(source, (input) => analyzeInput(input, open, options));
}

/**
 * @template {import('../../../lib/analysis/capture-analysis.js').CaptureAnalysis} T
 * @param {string} source
 * @param {ReadingThread|null} thread
 * @param {Open<T>} open
 * @param {import('../../../lib/capture/file/read-capture.js').ReadOptions} options
 * @returns {Promise<T>}
 */
async function analyzeOnce(source, thread, open, options) {
  if (thread === null) {
    const analysis = await open({});
    await readNamed(source, analysis.ingest, options);
    return analysis;
  }
  try {
    const { ParallelReader } = await import('../../../lib/threads/parallel-reader.js');
    const ahead = new ParallelReader(thread);
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
 * @param {import('../../../lib/capture/file/read-capture.js').ReadOptions} [options]
 * @returns {import('../../../lib/capture/file/read-capture.js').ReadOptions} which look at the memory whenever there is
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
