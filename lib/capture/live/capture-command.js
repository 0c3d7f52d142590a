import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { wholeFile } from '../../files/whole-files.js';
import { startLiveCapture } from './live-capture.js';

/** As an output: standard output. */
const STANDARD_OUTPUT = '-';

/**
 * The command `capture`: sniffs until the signal is aborted or a limit is reached.
 * @param {object} options
 * @param {string} options.interface
 * @param {string} [options.filter]
 * @param {string|null} [options.output] path of the capture file to write; `-`: standard output, at the end; null:
 *   nothing is kept
 * @param {number|null} [options.snapLength]
 * @param {number|null} [options.maxSeconds]
 * @param {number|null} [options.maxBytes]
 * @param {AbortSignal} [options.signal]
 * @param {(capture: import('./live-capture.js').LiveCapture) => void} [options.onStart]
 * @param {import('./live-capture.js').LiveOptions['onStatistics']} [options.onStatistics]
 * @param {(path: string) => Promise<void>} [options.withSpool] is given the spool file at the end, before it is deleted
 * @returns {Promise<{ tool: string, interface: string, received: number|null, dropped:
 *   import('./statistics.js').DropCounts, reason:
 *   string, failed: boolean, output: string|null }>}
 * @throws {import('./live-error.js').LiveCaptureError} it cannot start
 * @throws {Error} the output cannot be written; the message says where the spool file is, which is kept then
 */
export async function runCapture({ output = null, signal, onStart, withSpool, ...options }) {
  const directory = await spoolDirectory(output);
  let keepsSpool = false;
  try {
    const capture = await startLiveCapture({ ...options, directory });
    onStart?.(capture);
    const { received, dropped, reason, failed } = await endOf(capture, signal);
    const [spool] = capture.paths;
    if (output !== null) {
      keepsSpool = true;
      await writeOutput(spool, output);
      keepsSpool = false;
    }
    await withSpool?.(spool);
    return { tool: capture.tool, interface: options.interface, received, dropped, reason, failed, output };
  } finally {
    if (!keepsSpool) await rm(directory, { recursive: true, force: true });
  }
}

/**
 * Beside the output, so on the same disk; in a directory of its own, so that no existing name is overwritten.
 * @param {string|null} output
 */
async function spoolDirectory(output) {
  const parent = output === null || output === STANDARD_OUTPUT ? tmpdir() : dirname(output);
  try {
    return await mkdtemp(join(parent, 'selfclock-'));
  } catch (error) {
    throw new Error(
      `Nothing can be written in ${parent} (${/** @type {Error} */ (error).message}); ` +
        'choose another folder for the capture.',
      { cause: error },
    );
  }
}

/**
 * @param {import('./live-capture.js').LiveCapture} capture
 * @param {AbortSignal} [signal] stops it
 */
async function endOf(capture, signal) {
  const stop = () => void capture.stop();
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    return await capture.ended;
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

/**
 * @param {string} spool
 * @param {string} output
 */
async function writeOutput(spool, output) {
  try {
    if (output === STANDARD_OUTPUT) await pipeline(createReadStream(spool), process.stdout, { end: false });
    else await wholeFile(output, (part) => pipeline(createReadStream(spool), createWriteStream(part)));
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EPIPE') return; // its reader has seen enough
    const target = output === STANDARD_OUTPUT ? 'standard output' : output;
    throw new Error(
      `The capture could not be written to ${target} (${/** @type {Error} */ (error).message}); ` +
        `it was left in ${spool}.`,
      { cause: error },
    );
  }
}
