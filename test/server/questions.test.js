/** Questions to the tables that hang, or need more memory than there is: they end, and nothing else waits for them. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { jest } from '@jest/globals';

import { TablesFolder } from '../../lib/fleet/tables-folder.js';
import { LIMITS } from '../../server/limits.js';
import { questionBytes } from '../../server/questions.js';
import { MemoryGroup, whyNoMemoryGroup } from '../support/memory-group.js';
import { describeMissing } from '../support/programs.js';
import { killChildren, startChild } from './support/child-server.js';
import { closeAll, start } from './support/server.js';

jest.setTimeout(120_000);

const MiB = 2 ** 20;
/** One call of a function, at which DuckDB does not notice that it is interrupted. It takes some minutes. */
const HUNG = "SELECT levenshtein(repeat('a', 400000), repeat('b', 400000))";
const COUNT = 'SELECT count(*) FROM captures';

const home = mkdtempSync(join(tmpdir(), 'selfclock-questions-'));
const tables = join(home, 'tables');

beforeAll(async () => {
  const file = fileURLToPath(new URL('../../fixtures/pcaps/zero-window.pcap', import.meta.url));
  await (await TablesFolder.open(tables)).add(file, { version: '1' });
});
afterEach(async () => {
  await closeAll();
  await killChildren();
});
afterAll(() => rmSync(home, { recursive: true, maxRetries: 9 }));

/** @param {string} sql */
const asking = (sql) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ sql }),
});

/** @param {import('./support/server.js').TestServer} server @param {string} sql */
const query = (server, sql) => server.ask('/api/fleet/query', asking(sql));

/** @param {import('./support/server.js').TestServer} server a client that will not wait for the answer */
function leaving(server) {
  const { body, ...options } = asking(HUNG);
  const sent = request({ host: '127.0.0.1', port: server.url.port, path: '/api/fleet/query', ...options });
  sent.on('error', () => undefined).end(body);
  return sent;
}

/** @param {number|undefined} parent @returns {number[]} processes of its questions */
function questionsOf(parent) {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  const processes = stdout.split('\n').map((line) => line.trim().split(/\s+/));
  return processes
    .filter(([, ppid, ...args]) => Number(ppid) === parent && args.join(' ').includes('guarded/process.js'))
    .map(([pid]) => Number(pid));
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** @param {() => boolean} isSo @param {number} ms */
async function within(ms, isSo) {
  for (const endMs = performance.now() + ms; performance.now() < endMs; await delay(50)) if (isSo()) return true;
  return isSo();
}

test('two questions that hang end in time, and keep neither a third nor other routes waiting until then', async () => {
  const server = await start({ tables, limits: { questionMs: 10_000 } });
  const beganMs = performance.now();
  const hung = [query(server, HUNG), query(server, HUNG)];
  await delay(500);
  const third = query(server, COUNT);
  const askedMs = performance.now();
  expect((await server.ask('/api/captures')).status).toBe(200);
  expect(performance.now() - askedMs).toBeLessThan(2000);
  expect(await Promise.race([third, ...hung])).toBe(await third);
  expect((await third).json.rows).toEqual([[1]]);
  expect(performance.now() - beganMs).toBeLessThan(60_000);
  for (const { status, json } of await Promise.all(hung)) {
    expect([status, json.error.code, json.error.message]).toEqual([
      ...[400, 'too_long', 'The question took longer than 10 s and was stopped.'],
    ]);
  }
  expect(await within(1000, () => questionsOf(process.pid).length === 0)).toBe(true);
});

test('a client that leaves takes its question with it, and more than may wait are refused', async () => {
  const server = await start({ tables, limits: { questions: 1, slowQuestions: 0, waitingQuestions: 1 } });
  const running = leaving(server);
  expect(await within(10_000, () => questionsOf(process.pid).length === 1)).toBe(true);
  const waiting = query(server, COUNT);
  await delay(300);
  expect((await query(server, COUNT)).json.error.code).toBe('busy');
  const beganMs = performance.now();
  running.destroy();
  expect((await waiting).json.rows).toEqual([[1]]);
  expect(performance.now() - beganMs).toBeLessThan(15_000); // less than the 20 s that it would have had
});

test.each(/** @type {NodeJS.Signals[]} */ (['SIGTERM', 'SIGKILL']))(
  'a question that hangs ends with the server, at %s',
  async (signal) => {
    const server = await startChild(join(home, signal), undefined, ['--tables', tables]);
    leaving(server);
    leaving(server);
    leaving(server);
    expect(await within(10_000, () => questionsOf(server.child.pid).length === 2)).toBe(true);
    await delay(1000);
    const pids = questionsOf(server.child.pid);
    const beganMs = performance.now();
    await server.kill(signal);
    expect(performance.now() - beganMs).toBeLessThan(20_000); // far less than the question
    expect(await within(10_000, () => !pids.some(isAlive))).toBe(true);
  },
);

test('a question gets its part of what the server leaves of the memory', () => {
  const of = (/** @type {number} */ memoryMb, /** @type {number} */ usedMb) =>
    questionBytes({ ...LIMITS, questions: 2, slowQuestions: 2, memoryBytes: memoryMb * MiB }, usedMb * MiB) / MiB;
  expect([of(16_384, 500), of(1024, 224), of(512, 130), of(512, 500)]).toEqual([1024, 200, 160, 160]);
});

const reason = await whyNoMemoryGroup();
if (reason) describeMissing('questions in a container', `no memory control group can be made: ${reason}`);
else {
  test('in a container of 512 MB questions that need more end, and the server goes on', async () => {
    const group = new MemoryGroup(512 * MiB);
    try {
      const server = await startChild(join(home, 'container'), group.processes, ['--tables', tables]);
      const large = [
        'SELECT list(i ORDER BY hash(i)) FROM range(100000000) r(i)',
        "SELECT max(length(repeat('x', 300000000 + i))) FROM range(2000) r(i)",
        'SELECT count(*) FROM (SELECT DISTINCT hash(i) FROM range(100000000) r(i))',
        "SELECT list(repeat('x', 2000)) FROM range(100000000) r(i)",
      ];
      for (const { status, json } of await Promise.all(large.map((sql) => query(server, sql)))) {
        expect([status, json.error.message]).toEqual([400, expect.stringContaining('more memory')]);
      }
      expect(server.isAlive).toBe(true);
      expect((await query(server, COUNT)).json.rows).toEqual([[1]]);
    } finally {
      await killChildren();
      await group.remove();
    }
  });
}
