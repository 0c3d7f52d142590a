/** Fuzzes questions in SQL: each has an answer, or one sentence that names no path of this machine, before its time. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { CaptureError } from '../../lib/capture/capture-error.js';
import { askGuarded, MAX_QUESTION_MS } from '../../lib/fleet/guarded/ask-guarded.js';
import { MAX_ANSWER_COLUMNS, MAX_ANSWER_ROWS, MAX_CELL_CHARACTERS } from '../../lib/fleet/guarded/bounded-answer.js';
import { QUESTIONS } from '../../lib/fleet/questions.js';
import { TablesFolder } from '../../lib/fleet/tables-folder.js';
import { Random } from './random.js';

const FIXTURE = fileURLToPath(new URL('../../fixtures/pcaps/zero-window.pcap', import.meta.url));
const MEMORY_BYTES = 2 ** 28;
/** For the process to start, and to end, on a machine that is busy. */
const SLACK_MS = 20_000;
const MAX_CHANGES = 4;
const SPREAD = 2_654_435_761;
/** What is put between the words of the named questions. */
const PIECES = [
  ...['connections', 'findings', 'captures', 'kinds', 'whole_connections', '*', '1', 'NULL', "'a'", '(', ')', ',', ';'],
  ...[
    'SELECT',
    'FROM',
    'WHERE',
    'UNION ALL',
    'JOIN',
    'LATERAL',
    'ORDER BY ALL',
    'LIMIT',
    'WITH RECURSIVE',
    'PIVOT',
    'OVER ()',
  ],
  ...['DESCRIBE', 'SUMMARIZE', 'EXPLAIN', 'PRAGMA', 'CALL', 'COPY', 'ATTACH', 'SET', '--', '/*', '*/', '$$', '?', '"'],
  ...[
    'range(100000000)',
    "repeat('x', 1000000000)",
    'range(1000000)',
    'unnest(range(1000))',
    'x -> x',
    '{a: 1}',
    '[1]',
  ],
  ...["read_text('selfclock.json')", "glob('/*')", "'captures/*/*.parquet'", 'duckdb_settings()', 'sqlite_master'],
  ...[
    "current_setting('home_directory')",
    "query('FROM kinds')",
    'pg_get_viewdef(1)',
    "error('/')",
    '\0',
    '\u202e',
    '🦆',
  ],
];
const SEEDS = [...Object.values(QUESTIONS).map(({ sql }) => sql), 'FROM captures', 'SELECT 1'];

/** @param {Random} random @returns {string} */
export function questionFrom(random) {
  const words = random.pick(SEEDS).trim().split(/\s+/);
  for (let changes = 1 + random.below(MAX_CHANGES); changes > 0; changes--) {
    const at = random.below(words.length + 1);
    words.splice(at, random.below(3), ...(random.chance(0.8) ? [random.pick(PIECES)] : []));
  }
  return words.join(' ');
}

/**
 * @param {typeof askGuarded} ask
 * @param {string} folder of tables
 * @param {string} sql
 * @returns {Promise<string|null>} what is wrong; null: nothing
 */
export async function faultOf(ask, folder, sql) {
  const beganMs = performance.now();
  try {
    const { columns, rows } = await ask(folder, sql, { memoryBytes: MEMORY_BYTES });
    if (columns.length > MAX_ANSWER_COLUMNS || rows.length > MAX_ANSWER_ROWS) return 'the answer is not cut';
    const isLong = (/** @type {unknown} */ cell) => String(cell).length > 2 * MAX_CELL_CHARACTERS;
    if (rows.some((row) => row.some(isLong))) return 'a cell is not cut';
  } catch (error) {
    if (!(error instanceof CaptureError)) return `threw ${/** @type {Error} */ (error).stack}`;
    if (error.message === '') return 'no sentence';
    if (error.message.includes(folder)) return `the folder is named: ${error.message}`;
  }
  const took = performance.now() - beganMs;
  return took > MAX_QUESTION_MS + SLACK_MS ? `took ${Math.round(took / 1000)} s` : null;
}

/** @param {{ minutes: number, seed: number }} options @returns {Promise<number>} exit status */
export async function fuzzSql({ minutes, seed }) {
  const folder = mkdtempSync(join(tmpdir(), 'selfclock-fuzz-sql-'));
  const endMs = Date.now() + minutes * 60_000;
  let [asked, failures] = [0, 0];
  try {
    await (await TablesFolder.open(folder)).add(FIXTURE, { version: '1' });
    for (; Date.now() < endMs; asked++) {
      const sql = questionFrom(new Random((Math.imul(seed, SPREAD) ^ Math.imul(asked + 1, SPREAD)) >>> 0));
      const fault = await faultOf(askGuarded, folder, sql);
      if (fault === null) continue;
      failures++;
      console.log(`FAILED ${fault}\n  ${JSON.stringify(sql)}`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  console.log(`${asked} questions, seed ${seed}, ${failures} ${failures === 1 ? 'failure' : 'failures'}`);
  return failures > 0 ? 1 : 0;
}
