/** Asks a folder of tables in SQL, by DuckDB inside this process. */
import { join } from 'node:path';

import { CaptureError } from '../capture/capture-error.js';
import { TABLES } from './schema.js';
import { versionOf } from './tables-version.js';
import { WHOLE_CONNECTIONS } from './whole-connections.js';

/** @typedef {string|number|boolean|null} Cell */
/** @typedef {{ columns: string[], rows: AsyncIterable<Cell[]> }} Answer */

/** @typedef {import('@duckdb/node-api').DuckDBConnection} Database */

/**
 * @param {string} folder
 * @param {string} sql
 * @returns {Promise<Answer>} rows as they come; what JSON has no word for is text
 * @throws {CaptureError} there are no tables, DuckDB is not there, or it does not take the question
 */
export async function ask(folder, sql) {
  const database = await openTables(folder);
  return takingTheQuestion(async () => {
    const result = await database.stream(sql);
    return { columns: result.deduplicatedColumnNames(), rows: rowsOf(result) };
  });
}

/**
 * The tables as views of a database in memory.
 * @param {string} folder
 * @returns {Promise<Database>}
 * @throws {CaptureError} there are none, or DuckDB is not there
 */
export async function openTables(folder) {
  if ((await versionOf(folder)) === null) {
    throw new CaptureError('no_tables', `There are no tables in ${folder}: selfclock index FILE… -o ${folder}`);
  }
  const { DuckDBInstance } = await loadDuckDb();
  const database = await (await DuckDBInstance.create(':memory:')).connect();
  for (const table of TABLES) {
    const files = join(folder, table, '*', '*.parquet').replaceAll("'", "''");
    await database
      .run(`CREATE VIEW ${table} AS SELECT * FROM read_parquet('${files}', hive_partitioning = true)`)
      .catch(() => {
        throw new CaptureError('no_tables', `There are no captures in ${folder} yet, or its files are damaged.`);
      });
  }
  await database.run(`CREATE VIEW whole_connections AS ${WHOLE_CONNECTIONS}`);
  return database;
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
    throw new CaptureError('bad_query', /** @type {Error} */ (error).message.replace(/^\w+ Error: /, ''));
  }
}

/** Types whose values DuckDB gives JSON as text, since not all of them are a number of JavaScript. */
const NUMERIC = /^(?:U?BIGINT|U?HUGEINT|DECIMAL)/;

/** @param {import('@duckdb/node-api').DuckDBResult} result @returns {AsyncGenerator<Cell[]>} */
export async function* rowsOf(result) {
  const isNumeric = result.columnTypes().map((type) => NUMERIC.test(String(type)));
  for await (const rows of result.yieldRowsJson()) {
    for (const row of rows) yield row.map((value, column) => cellOf(value, isNumeric[column]));
  }
}

/** @param {import('@duckdb/node-api').Json} value @param {boolean} isNumeric @returns {Cell} */
function cellOf(value, isNumeric) {
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  const number = Number(value);
  return isNumeric && typeof value === 'string' && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : value;
}

/** It has a binary for each platform, and is left out where npm has none. */
export async function loadDuckDb() {
  try {
    return await import('@duckdb/node-api');
  } catch {
    throw new CaptureError('no_duckdb', 'DuckDB is not installed: run npm install @duckdb/node-api in Selfclock.');
  }
}
