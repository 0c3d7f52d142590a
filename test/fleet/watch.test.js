/** A folder that others fill is read into tables, over kill -9, once each, and what grew later in place of before. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { ask } from '../../lib/fleet/database.js';
import { TablesFolder } from '../../lib/fleet/tables-folder.js';
import { deleteFirst } from '../../lib/fleet/watch/captured-files.js';
import { begun, healthOfAll, withGap } from '../../lib/fleet/watch/health.js';
import { indexFile } from '../../lib/fleet/watch/index-file.js';
import { deleteOldDays } from '../../lib/fleet/watch/tables-upkeep.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SELFCLOCK = join(ROOT, 'bin/selfclock.js');
const fixture = (/** @type {string} */ name) => join(ROOT, 'fixtures/pcaps', name);
const home = mkdtempSync(join(tmpdir(), 'selfclock-watch-'));
const folder = join(home, 'captures');
const tables = join(home, 'tables');
/** @type {import('node:child_process').ChildProcess[]} */
const running = [];

mkdirSync(folder);
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(home, { recursive: true, maxRetries: 9 });
});

/** @param {string[]} [options] */
function start(options = []) {
  const args = [SELFCLOCK, 'watch', '-i', folder, '-o', tables, '--name', 'mine', '--settle', '0.3', ...options];
  const child = spawn(process.execPath, args, { env: { ...process.env, NODE_OPTIONS: '' } });
  running.push(child);
  let complaints = '';
  child.stderr.on('data', (piece) => (complaints += piece));
  return { child, complaints: () => complaints };
}

/** @param {string} sql @returns {Promise<unknown[][]>} */
async function rowsOf(sql) {
  const rows = [];
  for await (const row of (await ask(tables, sql)).rows) rows.push(row);
  return rows;
}

/** What is in the tables, and read to its end. @returns {string[]} keys */
const captures = () =>
  readdirSync(tables, { recursive: true, encoding: 'utf8' }).filter((name) => /^captures.*\.parquet$/.test(name));

/** @param {() => boolean} condition */
async function until(condition) {
  for (let i = 0; i < 400 && !condition(); i++) await delay(50);
  expect(condition()).toBe(true);
}

test('files are read once each, whatever kills it, and again when they grew', async () => {
  const first = start();
  copyFileSync(fixture('path-six.pcap'), join(folder, 'a.pcap'));
  writeFileSync(join(folder, 'notes.txt'), 'no capture');
  writeFileSync(join(folder, '.b.pcap.part'), 'being copied');
  await until(() => existsSync(tables) && captures().length === 1);
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');

  const whole = readFileSync(fixture('handshake-get.pcap'));
  const unfinished = whole.subarray(0, whole.length - 200);
  writeFileSync(join(folder, 'c.pcap'), unfinished);
  writeFileSync(join(folder, 'd.pcap'), 'broken');
  const second = start();
  await until(() => captures().length === 2);
  const before = captures();
  appendFileSync(join(folder, 'c.pcap'), whole.subarray(unfinished.length));
  await until(() => captures().length === 2 && captures().join() !== before.join());
  second.child.kill('SIGTERM');
  expect(await once(second.child, 'exit')).toEqual([0, null]);
  expect(
    await rowsOf("SELECT regexp_extract(path, '[^/]*$'), packets, connections FROM captures ORDER BY ALL"),
  ).toEqual([
    ['a.pcap', 130, 6],
    ['c.pcap', 9, 1],
  ]);
  expect(await rowsOf('SELECT count(*) FROM connections')).toEqual([[7]]);
  expect(second.complaints()).toContain('d.pcap: It begins with 62 72 6f 6b');
  const [health] = await healthOfAll(tables);
  expect(health).toMatchObject({
    name: 'mine',
    state: 'stopped',
    starts: 2,
    unreadableFiles: 1,
    gaps: [],
    lostFiles: 0,
  });
}, 120_000);

test('what cannot be written is told, kept, and read at the next start', async () => {
  const aside = join(home, 'rtt');
  renameSync(join(tables, 'rtt'), aside);
  writeFileSync(join(tables, 'rtt'), 'no folder');
  copyFileSync(fixture('ipv6.pcap'), join(folder, 'e.pcap'));
  const stuck = start();
  await until(() => stuck.complaints().includes(`${tables} cannot be written`));
  stuck.child.kill('SIGTERM');
  await once(stuck.child, 'exit');
  rmSync(join(tables, 'rtt'));
  renameSync(aside, join(tables, 'rtt'));
  const next = start();
  await until(() => captures().length === 3);
  next.child.kill('SIGTERM');
  await once(next.child, 'exit');
}, 120_000);

test('what a reading found that outlived its watch is counted by the next, once', async () => {
  const [own, mine] = ['outlived', 'outlived-tables'].map((name) => join(home, name));
  mkdirSync(own);
  for (const name of ['a.pcap', 'same.pcap']) copyFileSync(fixture('path-six.pcap'), join(own, name));
  await (await TablesFolder.open(mine)).add(join(own, 'a.pcap'), { version: '1' });
  const { child } = start(['-i', own, '-o', mine]);
  for (let i = 0; i < 400 && (await healthOfAll(mine))[0]?.files !== 2; i++) await delay(50);
  child.kill('SIGTERM');
  await once(child, 'exit');
  expect((await healthOfAll(mine))[0]).toMatchObject({ files: 2, packets: 130, connections: 6 });
}, 60_000);

test('two of a name do not watch at once', async () => {
  const one = start();
  await once(/** @type {import('node:stream').Readable} */ (one.child.stdout), 'data');
  const other = start();
  expect(await once(other.child, 'exit')).toEqual([1, null]);
  expect(other.complaints()).toMatch(/^selfclock: Process \d+ watches as mine already; give this one another --name/);
  one.child.kill('SIGTERM');
  await once(one.child, 'exit');
}, 60_000);

test.each([
  [[], 'watch takes -i INTERFACE'],
  [['-i', 'lo'], 'watch takes -o DIR'],
  [['-i', 'lo', '-o', tables, '--keep-mb', '0'], '--keep-mb takes a number above 0'],
  [['-i', 'no such interface', '-o', tables], 'There is no interface'],
])('%j is refused', async (options, sentence) => {
  const child = spawn(process.execPath, [SELFCLOCK, 'watch', ...options], {
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  expect(await text(child.stderr)).toContain(sentence);
});

test('a process that breaks off, or cannot write, is told', async () => {
  await expect(indexFile(['/bin/sh', '-c', 'kill -9 $$'], 'x.pcap', tables, [])).rejects.toMatchObject({
    message: 'Reading x.pcap broke off (SIGKILL).',
    broke: true,
  });
  await expect(indexFile([process.execPath, SELFCLOCK], fixture('ipv6.pcap'), '/proc/none', [])).rejects.toMatchObject({
    message: expect.stringContaining('/proc/none cannot be written'),
    broke: false,
  });
});

test('the oldest captures go when there are too many bytes of them', async () => {
  const files = ['1', '2', '3'].map((name) => ({ path: join(home, name), size: 10, mtimeMs: Number(name) }));
  for (const { path } of files) writeFileSync(path, '0123456789');
  expect((await deleteFirst(files, 15)).map(({ path }) => path)).toEqual([join(home, '1'), join(home, '2')]);
  expect(await deleteFirst(files.slice(2), 15)).toEqual([]);
  // The record of sockets beside it counts, and goes with it.
  const record = `${files[2].path}.sockets`;
  writeFileSync(record, '0123456789');
  expect(await deleteFirst(files.slice(2), 15)).toHaveLength(1);
  expect(existsSync(record)).toBe(false);
});

test('days of tables that are too old go', async () => {
  const today = `day=${new Date().toISOString().slice(0, 10)}`;
  const folders = ['day=1996-01-01', today, 'day=__HIVE_DEFAULT_PARTITION__'].map((day) =>
    join(home, 'old/messages', day),
  );
  for (const path of folders) mkdirSync(path, { recursive: true });
  await deleteOldDays(join(home, 'old'), 1, join(home, 'old/watch'));
  expect(folders.map((path) => existsSync(path))).toEqual([false, true, true]);
});

test('what was not captured between two runs is counted, also when a clock goes backwards', () => {
  const before = begun(null, { name: 'a', source: 'lo', isCapturing: true });
  expect(before).toMatchObject({ starts: 1, gaps: [], gapSeconds: 0 });
  const later = begun(
    { ...before, toldAt: '2026-11-26T06:00:00.000Z' },
    { name: 'a', source: 'lo', isCapturing: true },
  );
  expect(later.gaps).toMatchObject([{ from: '2026-11-26T06:00:00.000Z', reason: 'it ended without being asked to' }]);
  const gap = { from: '2026-11-26T06:00:10.000Z', to: '2026-11-26T06:00:05.000Z', reason: '' };
  expect(withGap(before, gap).gapSeconds).toBe(0);
  expect(withGap(before, { ...gap, to: '2026-11-26T06:00:12.500Z' }).gapSeconds).toBe(2.5);
});
