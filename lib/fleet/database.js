/** Asks a folder of tables in SQL, by DuckDB inside this process. */
import { CaptureError } from '../capture/capture-error.js';
import { KINDS } from '../insight/findings/all-kinds.js';
import { messageOf, openDatabase, quoted, takingTheQuestion } from './duckdb.js';
import { isObjectStore } from './places/place.js';
import { COLUMNS, MAY_LACK, TABLES } from './schema.js';
import { openPlace } from './tables-version.js';
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
  return takingTheQuestion(() =>
    answerTo(database, sql).catch(async (error) => {
      // Asked for only then, since it has DuckDB read the end of every file of every table.
      if (!isOfOtherColumns(error)) throw error;
      return answerTo(await openTables(folder, true), sql);
    }),
  );
}

/** Whether files may have columns that others have not. @param {Error} error of DuckDB */
export const isOfOtherColumns = ({ message }) => /union_by_name|Referenced column/.test(message);

/**
 * With the first rows at hand, since DuckDB meets most of what may be wrong when it makes them.
 * @param {Database} database @param {string} sql
 * @returns {Promise<Answer>}
 */
async function answerTo(database, sql) {
  const result = await database.stream(sql);
  const rows = rowsOf(result);
  const first = await rows.next();
  return { columns: result.deduplicatedColumnNames(), rows: startingWith(first, rows) };
}

/** @template T @param {IteratorResult<T>} first @param {AsyncGenerator<T>} rest @returns {AsyncGenerator<T>} */
async function* startingWith(first, rest) {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

const ALL = [{ day: '*', capture: '*' }];

/** What findings are called and caused by, whose codes stand in the tables. */
const kinds = Object.values(KINDS)
  .map(({ code, title, cause }) => `(${[code, title, cause].map(quoted).join()})`)
  .join();

/**
 * The tables as views of a database in memory.
 * @param {string} folder, or `s3://BUCKET/PREFIX`
 * @param {boolean} [hasOtherColumns] whether files may have columns that others have not
 * @param {{ day: string, capture: string }[]} [only] captures, where not all are asked: of many files each costs time
 * @returns {Promise<Database>}
 * @throws {CaptureError} there are none, or DuckDB is not there
 */
export async function openTables(folder, hasOtherColumns = false, only = ALL) {
  const place = await openPlace(folder);
  const { path } = place;
  place.close();
  const database = await openDatabase();
  if (isObjectStore(folder)) await (await import('./places/object-store.js')).allowObjectStores(database);
  for (const table of TABLES) {
    const files = only.map(({ day, capture }) => quoted(`${path}/${table}/day=${day}/${capture}.parquet`)).join();
    const options = `hive_partitioning = true, union_by_name = ${hasOtherColumns}`;
    await database
      .run(`CREATE VIEW ${table} AS SELECT * FROM read_parquet([${files}], ${options})`)
      .catch(({ message }) => {
        if (!/No files found/.test(message)) {
          throw new CaptureError('damaged_tables', `The tables in ${folder} cannot be read: ${messageOf(message)}`);
        }
        if (!MAY_LACK.has(table)) throw new CaptureError('no_tables', `There are no captures in ${folder} yet.`);
        return database.run(`CREATE VIEW ${table} AS ${emptyTable(table)}`);
      });
  }
  await database.run(`CREATE VIEW whole_connections AS ${WHOLE_CONNECTIONS}`);
  await database.run(`CREATE VIEW kinds AS FROM (VALUES ${kinds}) AS kinds(code, title, cause)`);
  return database;
}

/** SQL's names of our types, where they differ. @type {Partial<Record<import('./schema.js').ColumnType, string>>} */
const SQL_TYPES = { STRING: 'VARCHAR', INT64: 'BIGINT' };

/** @param {import('./schema.js').TableName} table @returns {string} SQL of one without rows */
function emptyTable(table) {
  const columns = COLUMNS[table].map(({ name, type }) => `NULL::${SQL_TYPES[type] ?? type} AS ${name}`);
  return `SELECT ${columns.join()}, NULL::DATE AS day WHERE false`;
}

/** Types whose values DuckDB gives JSON as text, since not all of them are a number of JavaScript. */
const NUMERIC = /^(?:U?BIGINT|U?HUGEINT|DECIMAL)/;

/** @param {import('@duckdb/node-api').DuckDBResult} result @returns {AsyncGenerator<Cell[]>} */
export async function* rowsOf(result) {
  const cellsOf = cellReader(result);
  for await (const rows of result.yieldRowsJson()) {
    for (const row of rows) yield cellsOf(row);
  }
}

/**
 * @param {import('@duckdb/node-api').DuckDBResult} result
 * @returns {(row: import('@duckdb/node-api').Json[]) => Cell[]} cells of its rows
 */
export function cellReader(result) {
  const isNumeric = result.columnTypes().map((type) => NUMERIC.test(String(type)));
  return (row) => row.map((value, column) => cellOf(value, isNumeric[column]));
}

/** @param {import('@duckdb/node-api').Json} value @param {boolean} isNumeric @returns {Cell} */
function cellOf(value, isNumeric) {
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  const number = Number(value);
  return isNumeric && typeof value === 'string' && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : value;
}
