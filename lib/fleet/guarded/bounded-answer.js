/** Cuts an answer inside DuckDB: what is not shown is never an object of JavaScript. */
import { CaptureError } from '../../capture/capture-error.js';
import { cellReader } from '../database.js';
import { loadDuckDb, quotedName } from '../duckdb.js';

/** @typedef {keyof typeof import('@duckdb/node-api').DuckDBTypeId} TypeName */
/** @typedef {import('../duckdb.js').Database} Database */

/** Rows of an answer; the command line gives all. */
export const MAX_ANSWER_ROWS = 1000;
/** Columns of an answer. */
export const MAX_ANSWER_COLUMNS = 256;
/** Characters of a text in an answer. */
export const MAX_CELL_CHARACTERS = 2000;
/** Characters of an answer as JSON; rows after that are left out. */
export const MAX_ANSWER_CHARACTERS = 8_000_000;

/** Types whose values JSON makes of parts. @type {TypeName[]} */
const NESTED = ['LIST', 'STRUCT', 'MAP', 'ARRAY', 'UNION'];
/** Types whose values may be long. @type {TypeName[]} */
const LONG = ['VARCHAR', 'BLOB', 'BIT', 'BIGNUM', 'ENUM', 'GEOMETRY', 'VARIANT'];

/** Where DuckDB points to an error in the SQL around a question, which nobody has asked. */
const OUR_LINE = /\n\nLINE 1: [^]*$/;

/**
 * @param {Database} database
 * @param {string} sql
 * @returns {Promise<import('./ask-guarded.js').BoundedAnswer>}
 */
export async function boundedAnswer(database, sql) {
  const { DuckDBTypeId } = await loadDuckDb();
  const statement = await database.prepare(sql);
  const count = statement.columnCount;
  if (count > MAX_ANSWER_COLUMNS) {
    throw new CaptureError(
      'bad_query',
      `An answer has at most ${MAX_ANSWER_COLUMNS} columns, this one has ${count}: name those that you need.`,
    );
  }
  const columns = Array.from({ length: count }, (_, i) => i);
  const cut = columns.map((i) => {
    const name = quotedName(statement.columnName(i).slice(0, MAX_CELL_CHARACTERS));
    const type = /** @type {TypeName} */ (DuckDBTypeId[statement.columnTypeId(i)]);
    return `${cutCell(`c${i}`, type)} AS ${name}`;
  });
  // As a view, the text of a question cannot become a part of ours.
  await database.run(`CREATE TEMP VIEW answer(${columns.map((i) => `c${i}`).join()}) AS ${sql}`);
  try {
    const result = await database.stream(`SELECT ${cut.join()} FROM answer LIMIT ${MAX_ANSWER_ROWS + 1}`);
    return { columns: result.deduplicatedColumnNames(), ...(await firstRows(result)) };
  } catch (error) {
    throw new Error(/** @type {Error} */ (error).message.replace(OUR_LINE, ''), { cause: error });
  }
}

/** @param {string} name @param {TypeName} type @returns {string} SQL */
function cutCell(name, type) {
  const value = NESTED.includes(type) ? `to_json(${name})` : name;
  return value === name && !LONG.includes(type) ? name : `left(${value}::VARCHAR, ${MAX_CELL_CHARACTERS})`;
}

/** @param {import('@duckdb/node-api').DuckDBResult} result */
async function firstRows(result) {
  const { JsonDuckDBValueConverter } = await loadDuckDb();
  const cellsOf = cellReader(result);
  const rows = [];
  let characters = 0;
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) return { rows, isCut: false };
    for (let i = 0; i < chunk.rowCount; i++) {
      const row = cellsOf(chunk.convertRowValues(i, JsonDuckDBValueConverter));
      characters += JSON.stringify(row).length;
      if (rows.length === MAX_ANSWER_ROWS || characters > MAX_ANSWER_CHARACTERS) return { rows, isCut: true };
      rows.push(row);
    }
  }
}
