/** A question of somebody who may only look: it reads nothing but the tables, writes nothing, and ends. */
import { resolve } from 'node:path';

import { CaptureError } from '../capture/capture-error.js';
import { isOfOtherColumns, openTables, rowsOf } from './database.js';
import { loadDuckDb, quoted, takingTheQuestion } from './duckdb.js';
import { isObjectStore } from './places/place.js';

/** @typedef {import('./database.js').Cell} Cell */
/** @typedef {{ columns: string[], rows: Cell[][], isCut: boolean }} BoundedAnswer isCut: there are more rows */

/** Rows of an answer; the command line gives all. */
export const MAX_ANSWER_ROWS = 1000;
/** Characters of a text in an answer. */
export const MAX_CELL_CHARACTERS = 2000;
/** Characters of a question. */
export const MAX_SQL_CHARACTERS = 20_000;
/** A question that takes longer is broken off. */
export const MAX_QUESTION_MS = 20_000;
/** What DuckDB may take of memory for one. */
const MEMORY = '1GB';
const ONE = 'Ask one SELECT at a time.';

/**
 * @param {string} folder of tables
 * @param {string} sql one SELECT
 * @param {boolean} [hasOtherColumns] as `openTables`; found out where it is not said
 * @param {{ day: string, capture: string }[]} [only] as `openTables`
 * @returns {Promise<BoundedAnswer>}
 * @throws {CaptureError}
 */
export async function askGuarded(folder, sql, hasOtherColumns = false, only = undefined) {
  if (sql.trim() === '') throw new CaptureError('bad_query', ONE);
  if (sql.length > MAX_SQL_CHARACTERS) {
    throw new CaptureError('bad_query', `A question has at most ${MAX_SQL_CHARACTERS} characters.`);
  }
  const { StatementType } = await loadDuckDb();
  const database = await openTables(folder, hasOtherColumns, only);
  const path = isObjectStore(folder) ? folder : resolve(folder);
  await database.run(`SET allowed_directories = [${quoted(path)}]; SET enable_external_access = false;
    SET memory_limit = '${MEMORY}'; SET max_temp_directory_size = '0B'; SET lock_configuration = true`);
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    database.interrupt();
  }, MAX_QUESTION_MS);
  try {
    return await takingTheQuestion(async () => {
      const statements = await database.extractStatements(sql);
      if (statements.count !== 1) throw new CaptureError('bad_query', ONE);
      const statement = await statements.prepare(0);
      if (statement.statementType !== StatementType.SELECT) {
        throw new CaptureError('bad_query', 'Only SELECT is allowed: the tables are read-only.');
      }
      const result = await statement.stream();
      return { columns: result.deduplicatedColumnNames(), ...(await firstRows(rowsOf(result))) };
    });
  } catch (error) {
    if (!isOver && !hasOtherColumns && isOfOtherColumns(/** @type {Error} */ (error))) {
      return askGuarded(folder, sql, true, only);
    }
    if (!isOver) throw error;
    throw new CaptureError('too_long', `The question took longer than ${MAX_QUESTION_MS / 1000} s and was stopped.`);
  } finally {
    clearTimeout(timer);
    database.closeSync();
  }
}

/** @param {AsyncGenerator<Cell[]>} rows */
async function firstRows(rows) {
  /** @type {Cell[][]} */
  const first = [];
  for await (const row of rows) {
    if (first.length >= MAX_ANSWER_ROWS) return { rows: first, isCut: true };
    first.push(row.map((cell) => (typeof cell === 'string' ? cell.slice(0, MAX_CELL_CHARACTERS) : cell)));
  }
  return { rows: first, isCut: false };
}
