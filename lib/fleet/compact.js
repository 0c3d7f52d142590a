/**
 * A folder of tables of many captures as one of few files: a file for each day and table, its rows in the order of
 * time. What it is made of stays as it is, so that whoever asks it never misses a row, or sees it twice.
 */
import { openDatabase, quoted, takingTheQuestion } from './duckdb.js';
import { captureOfFile, OF_DAY } from './file-names.js';
import { isObjectStore } from './places/place.js';
import { MAY_LACK, SCHEMA_VERSION, TABLES } from './schema.js';
import { makePlace, openPlace } from './tables-version.js';

/** @typedef {import('@duckdb/node-api').DuckDBConnection} Database */
/** @typedef {import('./schema.js').TableName} TableName */
/** @typedef {import('./places/place.js').Place} Place */

/** @param {TableName} table */
const timeOf = (table) => TIMES[table] ?? '"start"';

/** Instead of when something began; a statement has no time. @type {Partial<Record<TableName, string>>} */
const TIMES = { rtt: 'second', windows: 'second', kernel: 'second', statements: 'capture, total_seconds DESC' };

/**
 * Days that are there already with all of their captures are passed over. One that is broken off is made anew the next
 * time: a day's file of captures comes last.
 * @param {string} from folder of tables, or `s3://BUCKET/PREFIX`
 * @param {string} to the same, that holds nothing else; made where there is none
 * @param {(day: string) => void} onDay
 * @param {import('./places/place.js').OnOutage} [onOutage]
 * @returns {Promise<{ days: number, captures: number }>} what was put together now
 * @throws {CaptureError}
 */
export async function compact(from, to, onDay, onOutage) {
  const [source, target] = [await openPlace(from, onOutage), await makePlace(to, onOutage)];
  const database = await openDatabase();
  const done = { days: 0, captures: 0 };
  try {
    if ([from, to].some(isObjectStore)) await (await import('./places/object-store.js')).allowObjectStores(database);
    const there = new Set((await target.files('captures')).flatMap(({ day, name }) => (name === OF_DAY ? [day] : [])));
    /** @type {Map<TableName, Map<string, string[]>>} */
    const having = new Map();
    for (const table of MAY_LACK) having.set(table, await capturesByDay(source, table));
    for (const [day, captures] of await capturesByDay(source, 'captures')) {
      if (there.has(day) && (await hasAll(database, target, day, captures))) continue;
      onDay(day);
      for (const table of TABLES) {
        const those = MAY_LACK.has(table) ? (having.get(table)?.get(day) ?? []) : captures;
        if (those.length > 0) await writeDay(database, { source, target, table, day, captures: those });
      }
      done.days++;
      done.captures += captures.length;
    }
  } finally {
    database.closeSync();
    source.close();
    target.close();
  }
  return done;
}

/**
 * Those that have a file of the table.
 * @param {Place} source @param {TableName} table
 * @returns {Promise<Map<string, string[]>>}
 */
async function capturesByDay(source, table) {
  /** @type {Map<string, string[]>} */
  const days = new Map();
  for (const { day, name } of await source.files(table)) {
    const capture = captureOfFile(name);
    if (capture !== null) days.set(day, [...(days.get(day) ?? []), capture]);
  }
  return days;
}

/** @param {Database} database @param {Place} target @param {string} day @param {string[]} captures */
async function hasAll(database, target, day, captures) {
  const sql = `SELECT capture FROM read_parquet(${quoted(`${target.path}/captures/${day}/${OF_DAY}`)})`;
  const result = await takingTheQuestion(() => database.runAndReadAll(sql));
  const there = new Set(result.getRows().map(([capture]) => capture));
  return captures.every((capture) => there.has(capture));
}

/**
 * @param {Database} database
 * @param {{ source: Place, target: Place, table: TableName, day: string, captures: string[] }} what
 */
async function writeDay(database, { source, target, table, day, captures }) {
  const files = captures.map((capture) => quoted(`${source.path}/${table}/${day}/${capture}.parquet`));
  const rows = `read_parquet([${files.join(', ')}], hive_partitioning = false, union_by_name = true)`;
  const write = async (/** @type {string} */ path) => {
    const sql = `COPY (SELECT * FROM ${rows} ORDER BY ${timeOf(table)}) TO ${quoted(path)}
      (FORMAT parquet, KV_METADATA { 'selfclock.schema': '${SCHEMA_VERSION}' })`;
    await takingTheQuestion(() => database.run(sql));
  };
  await target.put(`${table}/${day}/${OF_DAY}`, write);
}
