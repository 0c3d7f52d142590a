import { binaryBytesText } from '../shared/text/quantities.js';
import { RequestError } from './request-error.js';

/** @typedef {import('./session.js').SessionState} SessionState */
/** @typedef {import('./session.js').Task} Task */

/**
 * Reads a capture into the analysis, to its end or to the limit of memory.
 * @param {SessionState} state
 * @param {Task} task
 * @param {{ stop: AbortController, report: () => void }} how `stop` is aborted when there is no memory to read more;
 *   `report` is called on progress, at most each `reportMs`
 * @returns {Promise<{ code: string, message: string }|null>} why it could not be read, one sentence
 */
export async function readInto(state, task, { stop, report }) {
  const { host, analysis } = state;
  const reporter = new Reporter(state, task.reportMs, report);
  const timer = setInterval(() => {
    reporter.tick();
    if (host.columnBytes([analysis]) > task.columnBytes) stop.abort();
  }, task.reportMs);
  try {
    await host.follow(analysis.ingest, {
      signal: stop.signal,
      onProgress({ bytesRead }) {
        state.analysedBytes = bytesRead;
        reporter.tick();
      },
    });
    return null;
  } catch (error) {
    if (stop.signal.aborted) return endAtLimit(state, task);
    if (!(error instanceof RequestError)) throw error;
    return { code: error.code, message: error.message };
  } finally {
    clearInterval(timer);
  }
}

class Reporter {
  #state;
  #reportMs;
  #report;
  #reportedAt = -Infinity;
  #version = -1;

  /**
   * @param {SessionState} state
   * @param {number} reportMs
   * @param {() => void} report
   */
  constructor(state, reportMs, report) {
    this.#state = state;
    this.#reportMs = reportMs;
    this.#report = report;
  }

  tick() {
    const now = performance.now();
    const { version } = this.#state.analysis.ingest;
    if (version === this.#version || now - this.#reportedAt < this.#reportMs) return;
    this.#reportedAt = now;
    this.#version = version;
    this.#report();
  }
}

/**
 * @param {SessionState} state that is out of memory
 * @param {Task} task
 * @returns {{ code: string, message: string }}
 */
function endAtLimit({ analysis }, { memoryBytes }) {
  const { packets } = analysis.ingest.describe();
  if (packets > 0) analysis.ingest.end();
  return {
    code: 'memory_limit',
    message:
      `The capture needs more memory than one capture may have of the ${binaryBytesText(memoryBytes)} available; ` +
      `${packets > 0 ? `its first ${packets} packets are` : 'nothing of it is'} shown. Cut it into parts (editcap -c), filter it, or give Selfclock more.`,
  };
}
