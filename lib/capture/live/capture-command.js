import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { startLiveCapture } from './live-capture.js';

/**
 * The command `capture`: sniffs until the signal is aborted or a limit is reached.
 * @param {object} options
 * @param {string} options.interface
 * @param {string} [options.filter]
 * @param {string|null} [options.output] path of the capture file to write; `-`: standard output, at the end; null: nothing is kept
 * @param {number|null} [options.snapLength]
 * @param {number|null} [options.maxSeconds]
 * @param {number|null} [options.maxBytes]
 * @param {AbortSignal} [options.signal]
 * @param {(capture: import('./live-capture.js').LiveCapture) => void} [options.onStart]
 * @param {import('./live-capture.js').LiveOptions['onStatistics']} [options.onStatistics]
 * @param {(path: string) => Promise<void>} [options.withSpool] is given the spool file at the end, before it is deleted
 * @returns {Promise<{ tool: string, interface: string, received: number|null, dropped: import('./statistics.js').DropCounts, reason: string, failed: boolean, output: string|null }>}
 * @throws {import('./live-error.js').LiveCaptureError} it cannot start
 */
export async function runCapture({ output = null, signal, onStart, withSpool, ...options }) {
  // Beside the output, so that it is on the same disk; a name there must not be a surprise, hence the directory of its own.
  const directory = await mkdtemp(join(output && output !== '-' ? dirname(resolve(output)) : tmpdir(), 'selfclock-'));
  try {
    const capture = await startLiveCapture({ ...options, directory });
    onStart?.(capture);
    const stop = () => void capture.stop();
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
    const { received, dropped, reason, failed } = await capture.ended;
    signal?.removeEventListener('abort', stop);
    const [spool] = capture.paths;
    await withSpool?.(spool);
    if (output) await pipeline(createReadStream(spool), output === '-' ? process.stdout : createWriteStream(output));
    return { tool: capture.tool, interface: options.interface, received, dropped, reason, failed, output };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
