/** DuckDB inside this process. */
import { CaptureError } from '../capture/capture-error.js';

/** @typedef {import('@duckdb/node-api').DuckDBConnection} Database */

/** It has a binary for each platform, and is left out where npm has none. */
export async function loadDuckDb() {
  try {
    return await import('@duckdb/node-api');
  } catch {
    throw new CaptureError('no_duckdb', 'DuckDB is not installed: run npm install @duckdb/node-api in Selfclock.');
  }
}

/** @returns {Promise<Database>} in memory, empty @throws {CaptureError} DuckDB is not there */
export async function openDatabase() {
  const { DuckDBInstance } = await loadDuckDb();
  return (await DuckDBInstance.create(':memory:')).connect();
}

/**
 * @template T
 * @param {() => Promise<T>} run
 * @returns {Promise<T>}
 * @throws {CaptureError} DuckDB does not take the question: its own sentence
 */
export async function takingTheQuestion(run) {
  try {
    return await run();
  } catch (error) {
    if (error instanceof CaptureError) throw error;
    throw new CaptureError('bad_query', messageOf(/** @type {Error} */ (error).message));
  }
}

/** @param {string} message of DuckDB's, without its kind @returns {string} */
export const messageOf = (message) => message.replace(/^[\w ]+ Error: /, '');

/** @param {string} value @returns {string} in SQL */
export const quoted = (value) => `'${value.replaceAll("'", "''")}'`;

/** @param {string} name @returns {string} in SQL */
export const quotedName = (name) => `"${name.replaceAll('"', '""')}"`;
