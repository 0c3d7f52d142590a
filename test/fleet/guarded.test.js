/** Questions of somebody who may only look: what they may read, and how far an answer goes. */
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { jest } from '@jest/globals';

import { openDatabase } from '../../lib/fleet/duckdb.js';
import { checkAllowed } from '../../lib/fleet/guarded/allowed.js';
import { askGuarded } from '../../lib/fleet/guarded/ask-guarded.js';
import {
  MAX_ANSWER_CHARACTERS,
  MAX_ANSWER_COLUMNS,
  MAX_ANSWER_ROWS,
  MAX_CELL_CHARACTERS,
} from '../../lib/fleet/guarded/bounded-answer.js';
import { withoutPaths } from '../../lib/fleet/guarded/without-paths.js';
import { QUESTIONS } from '../../lib/fleet/questions.js';
import { TablesFolder } from '../../lib/fleet/tables-folder.js';

jest.setTimeout(60_000);

const home = mkdtempSync(join(tmpdir(), 'selfclock-guarded-'));
const tables = join(home, 'tables');
let rowFile = '';

beforeAll(async () => {
  const file = fileURLToPath(new URL('../../fixtures/pcaps/zero-window.pcap', import.meta.url));
  await (await TablesFolder.open(tables)).add(file, { version: '1' });
  const names = readdirSync(join(tables, 'captures'), { recursive: true, encoding: 'utf8' });
  rowFile = join(tables, 'captures', String(names.find((name) => name.endsWith('.parquet'))));
  writeFileSync(join(tables, 'captures', 'other.csv'), 'a,b\n1,2\n');
});
afterAll(() => rmSync(home, { recursive: true, maxRetries: 9 }));

/** @param {string} sql */
const rowsOf = async (sql) => (await askGuarded(tables, sql)).rows;

const empty = await openDatabase();
/** Without a process for each. @param {string} sql */
const checked = (sql) => checkAllowed(empty, sql);

const ONLY_SELECT = 'Only SELECT is allowed';
const ONLY_TABLES = 'Only the tables can be read';
const NO_TABLE = 'There is no table';

test.each([
  ["COPY captures TO 'x.parquet'", ONLY_SELECT],
  ["ATTACH 'x.db'", ONLY_SELECT],
  ['SET enable_external_access = true', ONLY_SELECT],
  ['CREATE TABLE t AS SELECT 1', ONLY_SELECT],
  ['INSTALL httpfs', ONLY_SELECT],
  ['EXPLAIN FROM captures', ONLY_SELECT],
  ['PRAGMA database_list', ONLY_SELECT],
  ['CALL enable_logging()', ONLY_SELECT],
  ['SELECT 1; DROP VIEW captures', ONLY_SELECT],
  ['SELECT 1; SELECT 2', 'Ask one SELECT at a time'],
  ['-- nothing', 'Ask one SELECT at a time'],
  ['SELECT 1) UNION (SELECT 2', 'syntax error'],
])('what is not one SELECT is refused: %s', async (sql, sentence) => {
  await expect(checked(sql)).rejects.toThrow(sentence);
});

test.each([
  ['COPY captures TO STDOUT', ONLY_SELECT],
  ["FROM read_text('/etc/passwd')", ONLY_TABLES],
  [' ', 'Ask one SELECT at a time'],
  ['SELECT nothing FROM captures', 'nothing'],
  ['SELECT ?', 'parameter'],
  ['SELECT 1e400', 'A number in the question is too large'],
  ["SELECT 'x'::INTEGER", /^Could not convert string 'x' to INT32$/],
  [`SELECT '${'x'.repeat(20_000)}'`, 'A question has at most 20000 characters'],
])('a question that cannot be answered is refused in a sentence: %s', async (sql, sentence) => {
  await expect(askGuarded(tables, sql)).rejects.toThrow(sentence);
});

test.each([
  ["FROM read_text('/etc/passwd')", ONLY_TABLES],
  ["FROM glob('/*')", ONLY_TABLES],
  ["FROM read_blob('selfclock.json')", ONLY_TABLES],
  ["SELECT 1 WHERE EXISTS (FROM read_csv('watch/tap/captures/*'))", ONLY_TABLES],
  ["FROM query('FROM captures')", ONLY_TABLES],
  ["FROM captures POSITIONAL JOIN sniff_csv('x')", ONLY_TABLES],
  ["DESCRIBE FROM read_parquet('x')", ONLY_TABLES],
  ["FROM '/etc/x.csv'", NO_TABLE],
  ['WITH "x.csv" AS (SELECT 1) FROM "x.csv"', 'cannot be called'],
])('nothing is read but the tables: %s', async (sql, sentence) => {
  await expect(checked(sql)).rejects.toThrow(sentence);
});

test('a file in the folder of tables is not read, be it one of theirs', async () => {
  for (const path of [rowFile, join(tables, 'captures/other.csv'), join(tables, 'selfclock.json')]) {
    await expect(askGuarded(tables, `FROM '${path}'`)).rejects.toThrow(NO_TABLE);
    await expect(checked(`FROM read_text('${path}')`)).rejects.toThrow(ONLY_TABLES);
  }
});

test.each([
  'FROM duckdb_settings()',
  'FROM duckdb_secrets()',
  'FROM duckdb_logs',
  'FROM pragma_database_list',
  'FROM pragma_database_size()',
  'FROM enable_logging()',
  'FROM sqlite_master',
  'FROM information_schema.views',
  'FROM main.duckdb_views',
  "FROM histogram('duckdb_views', sql)",
  'SHOW ALL TABLES',
  'WITH duckdb_views AS (FROM duckdb_views) FROM duckdb_views',
  "SELECT current_setting('secret_directory')",
  'SELECT system.main."CURRENT_SETTING"(\'secret_directory\')',
  "SELECT list_transform(['threads'], lambda x: current_setting(x))",
  'SELECT pg_get_viewdef(1)',
  "SELECT write_log('x')",
  "SELECT get_block_size('memory')",
  "SELECT json_serialize_plan('FROM captures, duckdb_settings()')",
  "SELECT list_transform(['SELECT current_setting(''threads'')'], lambda x: JSON_Serialize_Plan(x, optimize := true))",
])('nothing is told of how DuckDB is set up: %s', async (sql) => {
  await expect(checked(sql)).rejects.toThrow(/Only the tables|no table|not allowed|Name a table|cannot be/);
});

test.each([
  ['WITH own AS (SELECT 1 AS x) SELECT x FROM own -- said', [[1]]],
  ['WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT max(i) FROM n;', [[3]]],
  ['WITH größe AS (VALUES (1)) FROM größe', [[1]]],
  ['FROM range(2) /* said */', [[0], [1]]],
  ['VALUES (1), (2)', [[1], [2]]],
  ['SELECT count(*) FROM (SUMMARIZE kinds)', [[3]]],
  ['SELECT count(*) > 0 FROM (PIVOT connections ON client_port IN (1) USING count(*))', [[true]]],
  ['SELECT unnest([1, 2])', [[1], [2]]],
])('a SELECT may be any: %s', async (sql, rows) => {
  expect(await rowsOf(sql)).toEqual(rows);
});

test('tables are described, and the named questions answered', async () => {
  expect(await rowsOf('DESCRIBE kinds')).toEqual(
    ['code', 'title', 'cause'].map((name) => expect.arrayContaining([name])),
  );
  expect((await askGuarded(tables, QUESTIONS.captures.sql)).rows).toHaveLength(1);
});

test('rows are cut, in their order', async () => {
  const { rows, isCut } = await askGuarded(tables, 'SELECT i FROM range(10000) r(i) ORDER BY i DESC');
  expect([rows.length, isCut, rows[0], rows[999]]).toEqual([MAX_ANSWER_ROWS, true, [9999], [9000]]);
  const whole = await askGuarded(tables, `FROM range(${MAX_ANSWER_ROWS})`);
  expect([whole.rows.length, whole.isCut]).toEqual([MAX_ANSWER_ROWS, false]);
});

test('cells are cut, whatever their type', async () => {
  const long = [
    ...["repeat('x', 5000)", 'range(5000)', "repeat('x', 5000)::BLOB", "bitstring('1', 5000)"],
    ...["{ a: repeat('x', 5000) }", 'map { 1: range(5000) }', "union_value(a := repeat('x', 5000))"],
  ];
  const { rows } = await askGuarded(tables, `SELECT ${long.join()}`);
  for (const cell of rows[0]) expect(String(cell)).toHaveLength(MAX_CELL_CHARACTERS);
  expect(await rowsOf("SELECT [1, 2], { a: 'b' }, map { 'a': 1 }, 'abc'::BLOB, 1.5, 2::HUGEINT, NULL")).toEqual([
    ['[1,2]', '{"a":"b"}', '{"a":1}', 'abc', 1.5, 2, null],
  ]);
});

test('columns keep their names, and have a limit', async () => {
  const sql = 'SELECT 1 AS a, 2 AS a, 3 AS "the ""third"""';
  expect(await askGuarded(tables, sql)).toEqual({
    columns: ['a', 'a:1', 'the "third"'],
    rows: [[1, 2, 3]],
    isCut: false,
  });
  const wide = (/** @type {number} */ count) => `SELECT ${Array.from({ length: count }, (_, i) => i).join()}`;
  expect((await rowsOf(wide(MAX_ANSWER_COLUMNS)))[0]).toHaveLength(MAX_ANSWER_COLUMNS);
  await expect(askGuarded(tables, wide(MAX_ANSWER_COLUMNS + 1))).rejects.toThrow('An answer has at most 256 columns');
});

test('a wide answer, or one of long lists, is cut without keeping this process', async () => {
  const texts = Array.from({ length: 200 }, () => "repeat('x', 2000)");
  const lists = Array.from({ length: 3 }, () => 'range(i, i + 2000)');
  let [last, mostMs] = [performance.now(), 0];
  const beat = setInterval(() => {
    mostMs = Math.max(mostMs, performance.now() - last);
    last = performance.now();
  }, 10).unref();
  for (const columns of [texts, lists]) {
    const { rows, isCut } = await askGuarded(tables, `SELECT ${columns.join()} FROM range(5000) r(i)`);
    expect(isCut).toBe(true);
    expect(JSON.stringify(rows).length).toBeLessThan(1.1 * MAX_ANSWER_CHARACTERS);
    expect(rows.length).toBeGreaterThan(10);
  }
  clearInterval(beat);
  expect(mostMs).toBeLessThan(2000);
});

test.each([
  ['rows to be sorted', 'SELECT list(i ORDER BY hash(i)) FROM range(100000000) r(i)'],
  ['texts, which DuckDB does not count', "SELECT max(length(repeat('x', 300000000 + i))) FROM range(2000) r(i)"],
])('a question that needs too much memory ends in a sentence: %s', async (_, sql) => {
  const asked = askGuarded(tables, sql, { memoryBytes: 256 * 2 ** 20 });
  await expect(asked).rejects.toThrow(
    /^The question (needs|broke off: it probably needs) more memory than (the )?256 MB/,
  );
  expect(existsSync('.tmp')).toBe(false); // where DuckDB puts on disk what it has no memory for
});

test('messages do not say where the tables are', async () => {
  await expect(askGuarded(join(home, 'none'), 'SELECT 1')).rejects.toThrow('There are no tables in none');
  const hurt = join(home, 'hurt');
  const file = fileURLToPath(new URL('../../fixtures/pcaps/zero-window.pcap', import.meta.url));
  const { key } = await (await TablesFolder.open(hurt)).add(file, { version: '1' });
  const [day] = readdirSync(join(hurt, 'rtt'));
  writeFileSync(join(hurt, 'rtt', day, `${key}.parquet`), 'PAR1 but not much else');
  const error = await askGuarded(hurt, 'FROM rtt').catch((/** @type {Error} */ { message }) => message);
  expect(error).toContain(`rtt/${day}/${key}.parquet`);
  expect(error).not.toContain(home);
});

test.each([
  ['No files in "/srv/a b/tables/rtt/x.parquet".', 'No files in "rtt/x.parquet".'],
  ['Cannot open /var/lib/x/y.duckdb_extension: gone', 'Cannot open y.duckdb_extension: gone'],
  ["GET of 'https://user:pw@host:9000/bucket/key' failed", "GET of 'key' failed"],
  ['There are no tables in /srv/a b/tables: selfclock', 'There are no tables in tables: selfclock'],
  ['SELECT a / b, 6/3, c.d/e', 'SELECT a / b, 6/3, c.d/e'],
])('a path is taken out of: %s', (message, without) => {
  expect(withoutPaths(message, '/srv/a b/tables')).toBe(without);
});
