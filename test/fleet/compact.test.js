/** Tables put together, a file for each day and table: the same rows, once each, whatever happened meanwhile. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { compact } from '../../lib/fleet/compact.js';
import { ask } from '../../lib/fleet/database.js';
import { TABLES } from '../../lib/fleet/schema.js';
import { TablesFolder } from '../../lib/fleet/tables-folder.js';

const FIXTURES = fileURLToPath(new URL('../../fixtures/pcaps', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'selfclock-compact-'));
const from = join(home, 'tables');
const to = join(home, 'compacted');
/** Of two days. */
const CAPTURES = ['path-six.pcap', 'path-keep-alive.pcap', 'handshake-get.pcap', 'zero-window.pcap'];
const LATE = 'path-pipelined.pcap';

/** @param {string} name @param {boolean} [windows] */
const index = async (name, windows = true) =>
  (await TablesFolder.open(from)).add(join(FIXTURES, name), { version: '1', windows });
const put = () => compact(from, to, () => {});

beforeAll(async () => {
  for (const name of CAPTURES) await index(name);
});
afterAll(() => rmSync(home, { recursive: true, maxRetries: 9 }));

/** @param {string} folder */
async function contentOf(folder) {
  const all = [];
  for (const table of TABLES) {
    for await (const row of (await ask(folder, `SELECT * FROM ${table} ORDER BY ALL`)).rows) all.push(row);
  }
  return all;
}

/** @returns {string[]} paths of its tables' files, sorted */
const filesOf = (/** @type {string} */ folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.includes('.parquet'))
    .sort();

test('a file a day and table has the rows of all', async () => {
  const days = readdirSync(join(from, 'captures'));
  expect(days.length).toBeGreaterThan(1);
  expect(await put()).toEqual({ days: days.length, captures: CAPTURES.length });
  const written = TABLES.filter((table) => !['kernel', 'path_segments'].includes(table));
  expect(filesOf(to)).toEqual(written.flatMap((table) => days.map((day) => join(table, day, 'all.parquet'))).sort());
  expect(await contentOf(to)).toEqual(await contentOf(from));
});

test('what is there is not made again; a day that got a capture is', async () => {
  const before = filesOf(to).map((name) => statSync(join(to, name)).mtimeMs);
  expect(await put()).toEqual({ days: 0, captures: 0 });
  expect(filesOf(to).map((name) => statSync(join(to, name)).mtimeMs)).toEqual(before);
  await index(LATE, false);
  expect((await put()).days).toBe(1);
  expect(await contentOf(to)).toEqual(await contentOf(from));
});

test('one that was broken off is made again, and nothing of it is asked twice', async () => {
  const [day] = readdirSync(join(to, 'captures'));
  rmSync(join(to, 'captures', day, 'all.parquet'));
  writeFileSync(join(to, 'rtt', day, 'all.parquet.1.part'), 'PAR1');
  expect((await put()).days).toBe(1);
  expect(await contentOf(to)).toEqual(await contentOf(from));
});

test('a capture whose tables are not whole yet is left for the next time', async () => {
  const [day] = readdirSync(join(from, 'connections'));
  writeFileSync(join(from, 'connections', day, `${'0'.repeat(32)}.parquet`), 'PAR1, being copied');
  await index('curl-head.pcap');
  expect((await put()).days).toBe(1);
  rmSync(join(from, 'connections', day, `${'0'.repeat(32)}.parquet`));
  expect(await contentOf(to)).toEqual(await contentOf(from));
});

test('captures are not indexed into it, and it is made of tables, beside others', async () => {
  await expect(TablesFolder.open(to)).rejects.toThrow('has one file per day: index captures into another folder');
  await expect(compact(join(home, 'none'), to, () => {})).rejects.toThrow('There are no tables in');
  const other = join(home, 'other');
  mkdirSync(other);
  writeFileSync(join(other, 'mine.txt'), '');
  await expect(compact(from, other, () => {})).rejects.toThrow('holds something else');
});
