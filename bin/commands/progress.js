import { stat } from 'node:fs/promises';
import { basename } from 'node:path';

import { BatchProgress, batchWords } from '../../lib/shared/captures/batch-progress.js';
import { bytesText } from '../../lib/shared/text/quantities.js';
import { analyzeInput } from './input/read-named.js';

const LOOK_MS = 500;

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
 * Progress over several files that are read one after the other.
 * @param {string[]} files @param {ReturnType<typeof statusLine>} [line]
 * @returns {Promise<{ show: (progress: { bytesRead: number }) => void, next: () => void, clear: () => void }>} `next`:
 *   a file is done
 */
export async function batchLine(files, { show, clear } = statusLine()) {
  const sizes = await Promise.all(files.map(sizeOf));
  const progress = new BatchProgress();
  let at = 0;
  const filesAt = (/** @type {number} */ doneBytes) =>
    files.map((file, i) => {
      const size = sizes[i];
      return { id: String(i), name: basename(file), bytes: size, doneBytes: i === at ? doneBytes : 0, isDone: i < at };
    });
  return {
    show({ bytesRead }) {
      const state = progress.update(filesAt(bytesRead), performance.now());
      if (state !== null) show(batchWords(state));
    },
    next: () => void at++,
    clear,
  };
}

/** @param {string} file @returns {Promise<number>} 0: it has none, or what is wrong is said when it is read */
const sizeOf = (file) =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );

/**
 * Shows how far files are that others read, until all of them are.
 * @param {() => import('../../lib/shared/captures/batch-progress.js').BatchFile[]} files
 * @param {ReturnType<typeof statusLine>} [line]
 * @returns {() => void} ends it
 */
export function followBatch(files, { show, clear } = statusLine()) {
  const progress = new BatchProgress();
  let isShown = false;
  const look = () => {
    const state = progress.update(files(), performance.now());
    if (state !== null) show(batchWords(state));
    else if (isShown) clear();
    isShown = state !== null;
  };
  const timer = setInterval(look, LOOK_MS);
  return () => {
    clearInterval(timer);
    if (isShown) clear();
  };
}

/**
 * Reads a capture with such a line, and its warnings on standard error.
 * @template {import('../../lib/analysis/capture-analysis.js').CaptureAnalysis} T
 * @param {import('./input/input.js').Input} input
 * @param {import('./input/read-named.js').Open<T>} open
 * @param {Pick<ReturnType<typeof progressLine>, 'show'|'clear'>} [progress]
 * @returns {Promise<T>}
 */
export async function analyzeWithProgress(input, open, progress = progressLine()) {
  const analysis = await analyzeInput(input, open, { onProgress: progress.show });
  progress.clear();
  for (const { message } of analysis.ingest.describe().warnings) process.stderr.write(`selfclock: ${message}\n`);
  return analysis;
}
