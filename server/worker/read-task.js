import { followCapture, readCapture } from '../../lib/capture/file/read-capture.js';
import { followSpoolInto } from '../../lib/capture/live/spool.js';
import { memoryInWords } from '../../lib/node/process-memory.js';
import { fileRefusal } from '../file-errors.js';

/** How soon bytes that a growing file gained are read. */
const POLL_MS = 20;

/**
 * @typedef {object} Growth How the capture gets its bytes.
 * @property {AbortSignal} finish aborted when a growing file has all its bytes
 * @property {AbortController} stop aborted when there is no memory to read more
 * @property {import('./spool-mirror.js').SpoolMirror|null} spool files of a live capture
 */

/**
 * Reads the task's file into the analysis, to its end or to the thread's limit of memory.
 * @param {import('./main.js').WorkerState} state
 * @param {() => void} report called when there is news, at most each `reportMs`
 * @returns {Promise<{ code: string, message: string }|null>} why it could not be read, one sentence
 */
export async function readTask(state, report) {
  const {
    task,
    growth: { stop },
  } = state;
  const reporter = new Reporter(state, report);
  const timer = setInterval(() => {
    reporter.tick();
    if (columnBytes(state.analysis) > task.columnBytes) stop.abort();
  }, task.reportMs);
  const options = {
    signal: stop.signal,
    onProgress: (/** @type {{ bytesRead: number }} */ { bytesRead }) => {
      state.analysedBytes = bytesRead;
      reporter.tick();
    },
  };
  try {
    await read(state, options);
    return null;
  } catch (error) {
    return stop.signal.aborted ? endAtLimit(state) : describe(error);
  } finally {
    clearInterval(timer);
  }
}

/**
 * @param {import('./main.js').WorkerState} state
 * @param {import('../../lib/capture/file/read-capture.js').ReadOptions} options
 */
function read({ task, analysis, growth: { finish, spool } }, options) {
  if (spool) return followSpoolInto(/** @type {any} */ (spool), analysis.ingest, options);
  if (task.follow) {
    return followCapture(task.path, analysis.ingest, { ...options, pollMs: POLL_MS, finished: () => finish.aborted });
  }
  return readCapture(task.path, analysis.ingest, options);
}

class Reporter {
  #state;
  #report;
  #reportedAt = -Infinity;
  #version = -1;

  /**
   * @param {import('./main.js').WorkerState} state
   * @param {() => void} report
   */
  constructor(state, report) {
    this.#state = state;
    this.#report = report;
  }

  tick() {
    const now = performance.now();
    const { version } = this.#state.analysis.ingest;
    if (version === this.#version || now - this.#reportedAt < this.#state.task.reportMs) return;
    this.#reportedAt = now;
    this.#version = version;
    this.#report();
  }
}

/**
 * @param {import('../../lib/analysis/opened-analysis.js').OpenedAnalysis} [analysis] of this thread
 * @returns {number} what its tables and other typed arrays take, which V8's limit does not count
 */
export const columnBytes = (analysis) => process.memoryUsage().arrayBuffers + (analysis?.ingest.tableBytes ?? 0);

/**
 * @param {import('./main.js').WorkerState} state that has no memory for more
 * @returns {{ code: string, message: string }}
 */
function endAtLimit({ analysis, task }) {
  const { packets } = analysis.ingest.describe();
  if (packets > 0) analysis.ingest.end();
  return {
    code: 'memory_limit',
    message:
      `The capture needs more memory than one capture may have of the ${memoryInWords(task.memoryBytes)} that there are here; ` +
      `${packets > 0 ? `its first ${packets} packets are` : 'nothing of it is'} shown. Cut it into parts (editcap -c), filter it, or give Selfclock more.`,
  };
}

/** @param {any} error @returns {{ code: string, message: string }} */
function describe(error) {
  if (error.name !== 'CaptureError') throw error;
  const { code, message } = fileRefusal(error);
  return { code, message };
}
