import { bytesText } from '../../lib/shared/text/quantities.js';
import { analyzeInput } from './input/read-named.js';

/**
 * One line on standard error that is overwritten, only if that is a terminal.
 * @returns {{ show: (text: string) => void, clear: () => void }}
 */
export function statusLine() {
  if (!process.stderr.isTTY) return { show: () => {}, clear: () => {} };
  return { show: (text) => process.stderr.write(`\r\x1b[K${text}`), clear: () => process.stderr.write('\r\x1b[K') };
}

/** Progress of reading, as a status line. */
export function progressLine() {
  const { show, clear } = statusLine();
  return {
    /** @param {{ bytesRead: number, totalBytes?: number | null }} progress */
    show: ({ bytesRead, totalBytes }) =>
      show(`read ${bytesText(bytesRead)}${totalBytes ? ` of ${bytesText(totalBytes)}` : ''}`),
    clear,
  };
}

/**
 * Reads a capture with such a line, and its warnings on standard error.
 * @template {import('../../lib/analysis/capture-analysis.js').CaptureAnalysis} T
 * @param {import('./input/input.js').Input} input
 * @param {import('./input/read-named.js').Open<T>} open
 * @returns {Promise<T>}
 */
export async function analyzeWithProgress(input, open) {
  const progress = progressLine();
  const analysis = await analyzeInput(input, open, { onProgress: progress.show });
  progress.clear();
  for (const { message } of analysis.ingest.describe().warnings) process.stderr.write(`selfclock: ${message}\n`);
  return analysis;
}
