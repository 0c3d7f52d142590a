/** Reads a file of a watch into the tables, in a process of its own: what that takes of memory goes with it. */
import { execFile } from 'node:child_process';

/** @typedef {import('../figures.js').Figures} Figures */
/**
 * @typedef {{ outcome: 'added'|'known'|'failed', capture?: string, message?: string, figures?: Figures,
 *   spans?: import('../otlp/send-spans.js').SentSpans }} Indexed
 */

/** What `index --json` says of a file: figures of up to a million connections. */
export const MAX_ANSWER_BYTES = 256 * 1024 ** 2;
/** A file of a minute takes seconds. What takes an hour does not end. */
export const MAX_INDEX_MS = 3_600_000;

/**
 * @param {string[]} command of Selfclock's command line
 * @param {string} file
 * @param {string} tables
 * @param {string[]} options of `index`
 * @returns {Promise<Indexed>}
 * @throws {Error} the tables cannot be written, or the process broke off (`killed`): a sentence
 */
export function indexFile([program, ...base], file, tables, options) {
  const args = [...base, 'index', '--json', ...options, '-o', tables, '--', file];
  const limits = { maxBuffer: MAX_ANSWER_BYTES, timeout: MAX_INDEX_MS };
  return new Promise((resolve, reject) => {
    execFile(program, args, limits, (error, stdout, stderr) => {
      const answer = parsed(stdout);
      if (answer !== null) return resolve(answer);
      const complaint = stderr.trim().replace(/^selfclock: /, '');
      const broke = Boolean(error?.signal ?? error?.killed);
      const message = broke ? `Reading ${file} broke off (${error?.signal ?? 'ended by the system'}).` : complaint;
      reject(Object.assign(new Error(message || `Reading ${file} failed.`), { broke }));
    });
  });
}

/** @param {string} line @returns {Indexed|null} */
function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
