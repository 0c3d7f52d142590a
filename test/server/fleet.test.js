/** Tables of many captures, asked through the server: what may be asked, and which file a row opens. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { figuresOf } from '../../lib/fleet/figures.js';
import { QUESTIONS } from '../../lib/fleet/questions.js';
import { TablesFolder } from '../../lib/fleet/tables-folder.js';
import { begun, folderOf, writeHealth } from '../../lib/fleet/watch/health.js';
import { addToSeries } from '../../lib/fleet/watch/series.js';
import { makeFolder } from '../../server/library/folders.js';
import { closeAll, start } from './support/server.js';

const home = mkdtempSync(join(tmpdir(), 'selfclock-server-fleet-'));
const tables = join(home, 'tables');
const file = join(home, 'zero-window.pcap');
let key = '';

beforeAll(async () => {
  copyFileSync(fileURLToPath(new URL('../../fixtures/pcaps/zero-window.pcap', import.meta.url)), file);
  const watch = folderOf(tables, 'tap');
  /** @type {(capture: import('../../lib/library/index.js').Capture, of: string) => Promise<void>} */
  const onAdded = async (capture, of) => addToSeries(watch, file, of, await figuresOf(capture));
  ({ key } = await (await TablesFolder.open(tables)).add(file, { version: '1', onAdded }));
  const health = begun(null, { name: 'tap', source: 'eth0', isCapturing: true });
  await makeFolder(folderOf(tables, 'tap'));
  await writeHealth(folderOf(tables, 'tap'), health);
});
afterEach(closeAll);
afterAll(() => rmSync(home, { recursive: true, maxRetries: 9 }));

/** @param {import('./support/server.js').TestServer} server @param {unknown} sql */
const query = (server, sql) =>
  server.ask('/api/fleet/query', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sql }),
  });

test('questions, watches and their answers', async () => {
  const server = await start({ tables });
  const { json } = await server.ask('/api/fleet');
  expect([json.tables, json.takesSql]).toEqual(['tables', true]);
  expect(json.questions.map((/** @type {any} */ { name }) => name)).toEqual(Object.keys(QUESTIONS));
  expect(json.watches).toMatchObject([{ name: 'tap', source: 'eth0', state: 'running', lostFiles: 0 }]);
  const worst = (await server.ask('/api/fleet/questions/worst-connections')).json;
  expect(worst).toMatchObject({ isCut: false, rows: [expect.arrayContaining([key, 0, 'Zero window'])] });
  expect((await server.ask('/api/fleet/questions/toString')).status).toBe(404);
  expect((await query(server, 'SELECT packets FROM captures')).json).toEqual({
    ...{ columns: ['packets'], rows: [[21]], isCut: false },
  });
  expect((await query(server, 7)).status).toBe(400);
});

test('a watch shows figures over time, and the connections of the last minutes of a stretch', async () => {
  const server = await start({ tables });
  const watch = (/** @type {string} */ name, /** @type {number} */ from, /** @type {number} */ to) =>
    server.ask(`/api/fleet/watches/${name}?from=${from}&to=${to}`);
  const [[, began]] = (await query(server, 'SELECT capture, epoch("start") FROM captures')).json.rows;
  const { json } = await watch('tap', began - 60, began + 60);
  expect(json).toMatchObject({ watch: { name: 'tap' }, stepSeconds: 60, listedFrom: began - 60 });
  const { columns, rows } = json.times;
  const cell = (/** @type {string} */ name) => rows[0][columns.indexOf(name)];
  expect([cell('capture'), cell('packets'), cell('connections'), cell('retransmitted_percent')]).toEqual([
    key,
    21,
    1,
    0,
  ]);
  expect(json.connections.rows).toEqual([expect.arrayContaining([key, 0, 'Zero window'])]);
  const later = (await watch('tap', began + 3600, began + 100 * 86_400)).json;
  expect(later).toMatchObject({ stepSeconds: 86_400, times: { rows: [] }, connections: { rows: [] } });
  const refused = [watch('none', 0, 1), watch('tap', 1, 1), watch('tap', NaN, 1), watch('tap', 0, 1e99)];
  expect((await Promise.all(refused)).map(({ status }) => status)).toEqual([404, 400, 400, 400]);
});

test('a row opens its capture where it lies, if it is still what was read', async () => {
  const server = await start({ tables });
  const open = (/** @type {string} */ capture) => server.ask(`/api/fleet/captures/${capture}`, { method: 'POST' });
  const [first, second] = [await open(key), await open(key)];
  expect(first.json.capture).toMatchObject({ name: 'zero-window.pcap', source: 'file' });
  expect(second.json.capture.id).toBe(first.json.capture.id);
  expect((await open('0'.repeat(32))).json.error.code).toBe('no_capture');
  expect((await open("'%20OR%20'1'='1")).status).toBe(400);
  const there = `${file}.there`;
  copyFileSync(file, there);
  writeFileSync(file, 'other');
  expect((await open(key)).json.error.code).toBe('file_changed');
  rmSync(file);
  expect((await open(key)).json.error.code).toBe('file_gone');
  copyFileSync(there, file);
});

test('a watch is followed as a live capture, with its last files and those that come; they stay as they are', async () => {
  const fixture = (/** @type {string} */ name) =>
    fileURLToPath(new URL(`../../fixtures/pcaps/${name}`, import.meta.url));
  const folder = folderOf(tables, 'busy');
  const run = join(folder, 'captures/20261126T000000000Z');
  await makeFolder(join(folder, 'captures'));
  await makeFolder(run);
  const before = begun(null, { name: 'busy', source: 'eth0', isCapturing: true });
  await writeHealth(folder, { ...before, tool: 'tcpdump' });
  const server = await start({ tables });
  const post = async (/** @type {string} */ path) => server.ask(path, { method: 'POST' });
  expect((await post('/api/fleet/watches/busy/follow')).json.error.message).toContain('captured nothing');
  copyFileSync(fixture('handshake-get.pcap'), join(run, 'spool_1.pcap'));
  const { status, json } = await post('/api/fleet/watches/busy/follow');
  expect([status, json.capture.state]).toEqual([201, 'live']);
  const known = async () => (await server.ask(`/api/captures/${json.capture.id}`)).json;
  const until = async (/** @type {(capture: any) => boolean} */ isSo) => {
    for (let i = 0; i < 200 && !isSo(await known()); i++) await delay(50);
    return known();
  };
  expect((await until(({ packets }) => packets > 0)).packets).toBe(9);
  copyFileSync(fixture('zero-window.pcap'), join(run, 'spool_2.pcap'));
  expect((await until(({ packets }) => packets > 9)).packets).toBe(30);
  await post(`/api/captures/${json.capture.id}/stop`);
  expect(await until(({ state }) => state === 'ready')).toMatchObject({
    ...{ packets: 30, source: 'live', live: { interface: 'eth0', stopReason: 'Capturing was stopped.' } },
  });
  for (const [i, name] of ['handshake-get.pcap', 'zero-window.pcap'].entries()) {
    expect(readFileSync(join(run, `spool_${i + 1}.pcap`))).toEqual(readFileSync(fixture(name)));
  }
  expect((await post('/api/fleet/watches/tap/follow')).json.error.code).toBe('not_capturing');
});

test('without tables it says how to open them', async () => {
  const server = await start();
  expect((await server.ask('/api/fleet')).json).toMatchObject({ tables: null, watches: [] });
  const { status, json } = await server.ask('/api/fleet/questions/captures');
  expect([status, json.error.code]).toEqual([404, 'no_tables']);
});

test('beyond loopback no SQL is taken unless it is allowed', async () => {
  const server = await start({ tables, host: '0.0.0.0' });
  const headers = { authorization: `Bearer ${new URL(server.running.url).searchParams.get('token')}` };
  expect((await server.ask('/api/fleet', { headers })).json.takesSql).toBe(false);
  const options = { method: 'POST', body: '{"sql":"SELECT 1"}' };
  const refused = await server.ask('/api/fleet/query', {
    ...options,
    headers: { ...headers, 'content-type': 'application/json' },
  });
  expect([refused.status, refused.json.error.code]).toEqual([403, 'no_sql']);
});

test('Prometheus is told of the server and of the watches', async () => {
  const server = await start({ tables });
  const { status, headers, bytes } = await server.ask('/metrics');
  expect([status, headers['content-type']]).toEqual([200, expect.stringMatching(/^application\/openmetrics-text/)]);
  const told = bytes.toString();
  expect(told).toMatch(/^selfclock_server_resident_memory_bytes \d+$/m);
  expect(told).toMatch(/^selfclock_watch_starts_total\{watch="tap"\} 1$/m);
  expect(told).toMatch(/^selfclock_watch_silent_seconds\{watch="tap"\} [\d.]+$/m);
  expect(told).toMatch(/# EOF\n?$/);
});
