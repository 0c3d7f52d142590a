/** A thread of run-study.js: executes one run after another, as asked. */
import { parentPort, workerData } from 'node:worker_threads';

import { studyNamed } from '../studies.js';
import { TOOLS } from './tools.js';

/**
 * @typedef {{ study: string, run: import('../study.js').Run, options:
 *   import('../study.js').StudyOptions }} Task
 */
/** @typedef {{ result: import('../study.js').RunResult } | { failure: string }} Answer */

/** @param {Task} task @returns {Promise<Answer>} */
async function answerTo({ study: name, run, options }) {
  try {
    const study = studyNamed(name);
    // Input for all runs is sent once, with the thread: it may be large.
    const given = workerData ?? undefined;
    return study
      ? { result: await study.execute(run, { ...options, given }, TOOLS) }
      : { failure: `there is no study ${name}` };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', async (/** @type {Task} */ task) => parentPort?.postMessage(await answerTo(task)));
