/**
 * A folder of tables of many captures as one of few files: a file for each day and table, its rows in the order of
 * time. What it is made of stays as it is, so that whoever asks it never misses a row, or sees it twice.
 */
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { CaptureError } from '../capture/capture-error.js';
import { openDatabase, takingTheQuestion } from './database.js';
import { captureOfFile, OF_DAY } from './file-names.js';
import { SCHEMA_VERSION, TABLES } from './schema.js';
import { MARK, versionOf } from './tables-version.js';

/** @typedef {import('@duckdb/node-api').DuckDBConnection} Database */
/** @typedef {import('./schema.js').TableName} TableName */

/** @param {TableName} table */
const timeOf = (table) => (table === 'rtt' ? 'second' : '"start"');

/**
 * Days that are there already with all of their captures are passed over. One that is broken off is made anew the next
 * time: a day's file of captures comes last.
 * @param {string} from folder of tables
 * @param {string} to folder that holds nothing else; made where there is none
 * @param {(day: string) => void} onDay
 * @returns {Promise<{ days: number, captures: number }>} what was put together now
 * @throws {CaptureError}
 */
export async function compact(from, to, onDay) {
  if ((await versionOf(from)) === null) {
    throw new CaptureError('no_tables', `There are no tables in ${from}: selfclock index FILE… -o ${from}`);
  }
  if ((await versionOf(to)) === null) {
    await mkdir(to, { recursive: true });
    if ((await readdir(to)).length > 0) throw new CaptureError('no_tables', `${to} holds something else.`);
    await writeFile(join(to, MARK), `${JSON.stringify({ schema: SCHEMA_VERSION })}\n`);
  }
  const database = await openDatabase();
  const done = { days: 0, captures: 0 };
  try {
    for (const day of (await readdir(join(from, 'captures')).catch(() => [])).sort()) {
      const captures = await capturesOf(from, day);
      if (captures.length === 0 || (await hasAll(database, to, day, captures))) continue;
      onDay(day);
      for (const table of TABLES) await writeDay(database, { from, to, table, day, captures });
      done.days++;
      done.captures += captures.length;
    }
  } finally {
    database.closeSync();
  }
  return done;
}

/** Of which all tables are there. @param {string} folder @param {string} day */
async function capturesOf(folder, day) {
  const names = await readdir(join(folder, 'captures', day));
  return names.flatMap((name) => captureOfFile(name) ?? []);
}

/** @param {Database} database @param {string} to @param {string} day @param {string[]} captures */
async function hasAll(database, to, day, captures) {
  const folder = join(to, 'captures', day);
  if (!(await readdir(folder).catch(() => /** @type {string[]} */ ([]))).includes(OF_DAY)) return false;
  const sql = `SELECT capture FROM read_parquet(${text(join(folder, OF_DAY))})`;
  const result = await takingTheQuestion(() => database.runAndReadAll(sql));
  const there = new Set(result.getRows().map(([capture]) => capture));
  return captures.every((capture) => there.has(capture));
}

/**
 * Writes a day's file beside its place and then puts it there.
 * @param {Database} database
 * @param {{ from: string, to: string, table: TableName, day: string, captures: string[] }} what
 */
async function writeDay(database, { from, to, table, day, captures }) {
  const folder = join(to, table, day);
  await mkdir(folder, { recursive: true });
  const path = join(folder, OF_DAY);
  const unfinished = `${path}.${process.pid}.part`;
  const files = captures.map((capture) => text(join(from, table, day, `${capture}.parquet`)));
  const rows = `read_parquet([${files.join(', ')}], hive_partitioning = false, union_by_name = true)`;
  const sql = `COPY (SELECT * FROM ${rows} ORDER BY ${timeOf(table)}) TO ${text(unfinished)}
    (FORMAT parquet, KV_METADATA { 'selfclock.schema': '${SCHEMA_VERSION}' })`;
  try {
    await takingTheQuestion(() => database.run(sql));
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** @param {string} value @returns {string} in SQL */
const text = (value) => `'${value.replaceAll("'", "''")}'`;
