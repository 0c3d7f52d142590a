/** The process of one question: reads it from standard input, and writes the answer, or why there is none. */
import { createInterface } from 'node:readline';

import { CaptureError } from '../../capture/capture-error.js';
import { isOfOtherColumns, openTables } from '../database.js';
import { messageOf, quoted } from '../duckdb.js';
import { TABLES } from '../schema.js';
import { checkAllowed } from './allowed.js';
import { boundedAnswer } from './bounded-answer.js';
import { withoutPaths } from './without-paths.js';

/** @typedef {import('./ask-guarded.js').Question} Question */
/** @typedef {import('../duckdb.js').Database} Database */

/** Memory that Node and DuckDB's code take of the process. */
const OWN_BYTES = 80 * 2 ** 20;
const MIN_BYTES = 32 * 2 ** 20;
/** DuckDB needs this much for each of its threads (https://duckdb.org/docs/stable/guides/performance/environment). */
const THREAD_BYTES = 125e6;
const OF_MEMORY = /^Out of Memory Error|bad_alloc|failed to allocate/;

/** @param {Question} question */
async function answerTo(question) {
  try {
    return await askedOnce(question, false);
  } catch (error) {
    if (!isOfOtherColumns(/** @type {Error} */ (error))) throw error;
    return askedOnce(question, true);
  }
}

/** @param {Question} question @param {boolean} hasOtherColumns as `openTables` */
async function askedOnce({ folder, sql, only, memoryBytes }, hasOtherColumns) {
  const database = await openTables(folder, hasOtherColumns, only);
  await restrict(database, folder, Math.max(memoryBytes - OWN_BYTES, MIN_BYTES));
  return boundedAnswer(database, await checkAllowed(database, sql));
}

/** @param {Database} database @param {string} folder @param {number} bytes */
async function restrict(database, folder, bytes) {
  const folders = TABLES.map((table) => quoted(`${folder.replace(/\/+$/, '')}/${table}`));
  const threads = Math.max(1, Math.floor(bytes / THREAD_BYTES));
  await database.run(`SET threads = least(${threads}, current_setting('threads'));
    SET memory_limit = '${Math.floor(bytes / 1024)}KiB'; SET temp_directory = '';
    SET allowed_directories = [${folders.join()}]; SET enable_external_access = false;
    SET lock_configuration = true`);
}

/** @param {Question} question @param {unknown} error */
function refusal({ folder, memoryBytes }, error) {
  const { message } = /** @type {Error} */ (error);
  if (OF_MEMORY.test(message)) {
    const megabytes = Math.round(memoryBytes / 2 ** 20);
    return { code: 'too_large', message: `The question needs more memory than the ${megabytes} MB it may take.` };
  }
  const code = error instanceof CaptureError ? error.code : 'bad_query';
  return { code, message: withoutPaths(messageOf(message), folder) };
}

const lines = createInterface({ input: process.stdin });
lines.once('line', async (line) => {
  /** @type {Question} */
  const question = JSON.parse(line);
  const answer = await answerTo(question).catch((error) => ({ error: refusal(question, error) }));
  process.stdout.write(JSON.stringify(answer), end);
});
// Whoever asked has ended.
lines.once('close', end);

/** Whatever DuckDB's threads are at. */
function end() {
  process.kill(process.pid, 'SIGKILL');
}
