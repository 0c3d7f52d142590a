/**
 * A question of somebody who may only look. It reads nothing but the tables, and runs in a process of its own: DuckDB
 * cannot be stopped inside one call of a function, and does not count all memory that a function takes.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { CaptureError } from '../../capture/capture-error.js';
import { ONE_SELECT } from './allowed.js';

/** @typedef {import('../database.js').Cell} Cell */
/** @typedef {{ columns: string[], rows: Cell[][], isCut: boolean }} BoundedAnswer isCut: there are more rows */
/**
 * @typedef {object} Question
 * @property {string} folder of tables
 * @property {string} sql one SELECT
 * @property {{ day: string, capture: string }[]} [only] as `openTables`
 * @property {number} memoryBytes of its process
 */

/** Characters of a question. */
export const MAX_SQL_CHARACTERS = 20_000;
/** A question that takes longer is killed. */
export const MAX_QUESTION_MS = 20_000;
/** Memory of a question's process, where there is as much. */
export const MAX_QUESTION_BYTES = 2 ** 30;

/**
 * Counts as memory of a process and is not used: stacks of threads, and what Node asks for ahead (90 MB, Node 20 and
 * DuckDB 1.5).
 */
const UNUSED_BYTES = 128 * 2 ** 20;
/**
 * On Linux the question's process is the first that the system ends for lack of memory, and gets no more than it may
 * take. Elsewhere only DuckDB counts.
 */
const WITHIN_LIMITS = 'echo 1000 >/proc/self/oom_score_adj; ulimit -d "$0"; exec "$@"';
const PROCESS = fileURLToPath(new URL('./process.js', import.meta.url));

/**
 * @param {string} folder of tables
 * @param {string} sql one SELECT
 * @param {{ only?: Question['only'], memoryBytes?: number, maxMs?: number, signal?: AbortSignal }} [options] maxMs:
 *   then it is killed; signal: nobody waits for the answer any more
 * @returns {Promise<BoundedAnswer>}
 * @throws {CaptureError}
 */
export async function askGuarded(
  folder,
  sql,
  { only, memoryBytes = MAX_QUESTION_BYTES, maxMs = MAX_QUESTION_MS, signal } = {},
) {
  if (sql.trim() === '') throw new CaptureError('bad_query', ONE_SELECT);
  if (sql.length > MAX_SQL_CHARACTERS) {
    throw new CaptureError('bad_query', `A question has at most ${MAX_SQL_CHARACTERS} characters.`);
  }
  const answer = await answerOf({ folder, sql, only, memoryBytes }, maxMs, signal);
  if ('error' in answer) throw new CaptureError(answer.error.code, answer.error.message);
  return answer;
}

/**
 * @param {Question} question
 * @param {number} maxMs
 * @param {AbortSignal} [signal]
 * @returns {Promise<BoundedAnswer | { error: { code: string, message: string } }>}
 */
function answerOf(question, maxMs, signal) {
  return new Promise((resolve, reject) => {
    const child = startProcess(question.memoryBytes);
    /** Why it was killed. @type {CaptureError|null} */
    let reason = null;
    const end = (/** @type {string} */ code, /** @type {string} */ message) => {
      reason ??= new CaptureError(code, message);
      child.kill('SIGKILL');
    };
    const stop = () => end('stopped', 'The question was stopped.');
    const timer = setTimeout(() => {
      end('too_long', `The question took longer than ${maxMs / 1000} s and was stopped.`);
    }, maxMs);
    /** @type {Buffer[]} */
    const pieces = [];
    child.stdout.on('data', (piece) => pieces.push(piece));
    child.once('error', reject);
    child.once('close', () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      const answer = parsed(Buffer.concat(pieces).toString());
      if (answer !== null) resolve(answer);
      else reject(reason ?? brokeOff(question));
    });
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop);
    child.stdin.once('error', () => undefined); // it has ended
    // Left open: where it ends, so does the process.
    child.stdin.write(`${JSON.stringify(question)}\n`);
  });
}

/** @param {number} memoryBytes */
function startProcess(memoryBytes) {
  const [program, ...args] =
    process.platform === 'linux'
      ? ['/bin/sh', '-c', WITHIN_LIMITS, String(Math.ceil((memoryBytes + UNUSED_BYTES) / 1024)), process.execPath]
      : [process.execPath];
  return spawn(program, [...args, PROCESS], { stdio: ['pipe', 'pipe', 'ignore'] });
}

/** @param {Question} question */
function brokeOff({ memoryBytes }) {
  const megabytes = Math.round(memoryBytes / 2 ** 20);
  return new CaptureError('broke_off', `The question broke off: it probably needs more memory than ${megabytes} MB.`);
}

/** @param {string} text @returns {any} null: it is not whole */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
