/** A server that is killed in the midst of something, and started again. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { synFlood } from '../support/syn-flood.js';
import { killChildren, startChild } from './support/child-server.js';
import { closeAll, emptyFolder, httpCapture, start } from './support/server.js';

/** @type {string} */
let data;

beforeEach(async () => {
  data = await emptyFolder();
});

afterEach(async () => {
  await killChildren();
  await closeAll();
  await rm(data, { recursive: true, force: true, maxRetries: 9 });
});

test('while it reads: that capture is not read by itself, but where somebody says so', async () => {
  const first = await startChild(data);
  const whole = (await first.upload('whole.pcap', httpCapture(2))).json.capture;
  await first.settled(whole.id);
  const {
    json: {
      capture: { id, state },
    },
  } = await first.upload('large.pcap', synFlood(300_000));
  await first.kill('SIGKILL');
  expect(state).toBe('reading');

  const second = await start({ dataDirectory: data });
  const interrupted = {
    id,
    name: 'large.pcap',
    state: 'failed',
    error: { code: 'interrupted', message: expect.stringMatching(/^The server ended.*read it again\?$/) },
  };
  expect(await second.captures()).toMatchObject([interrupted, { id: whole.id, state: 'ready' }]);
  expect(await second.ask(`/api/captures/${id}/connections`)).toMatchObject({
    status: 409,
    json: { error: { code: 'interrupted' } },
  });
  expect(await second.ask(`/api/captures/${whole.id}/read`, { method: 'POST' })).toMatchObject({
    status: 409,
    json: { error: { code: 'not_failed' } },
  });
  await closeAll();
  const third = await start({ dataDirectory: data });
  expect((await third.captures())[0]).toMatchObject(interrupted);
  expect(await third.ask(`/api/captures/${id}/read`, { method: 'POST' })).toMatchObject({
    status: 200,
    json: { state: 'reading', error: null },
  });
  expect(await third.settled(id)).toMatchObject({ state: 'ready', connections: 300_000 });
});

test('while it reads a capture once more that somebody opened: the same', async () => {
  const zeroth = await start({ dataDirectory: data });
  const {
    json: {
      capture: { id },
    },
  } = await zeroth.upload('large.pcap', synFlood(300_000));
  await zeroth.settled(id);
  await closeAll();
  const first = await startChild(data);
  expect((await first.captures())[0].state).toBe('ready');
  void first.ask(`/api/captures/${id}/connections`).catch(() => null);
  const record = join(data, 'captures', `${id}.json`);
  while (!(await readFile(record, 'utf8')).includes('"state":"reading"'));
  await first.kill('SIGKILL');
  const second = await start({ dataDirectory: data });
  expect((await second.captures())[0]).toMatchObject({
    state: 'failed',
    error: { code: 'interrupted' },
    connections: 300_000,
  });
});

test('while an upload comes in: nothing is left of it', async () => {
  const first = await startChild(data);
  const bytes = httpCapture(50);
  const upload = first.beginUpload('half.pcap', { 'content-length': bytes.length });
  upload.on('error', () => null);
  upload.write(bytes.subarray(0, 5000));
  await first.until(([capture]) => capture?.connections > 0);
  await first.kill('SIGKILL');
  expect(await readdir(join(data, 'captures'))).toHaveLength(1);
  const second = await start({ dataDirectory: data });
  expect(await second.captures()).toEqual([]);
  expect(await readdir(join(data, 'captures'))).toEqual([]);
});

test('while it joins the files of a ring, again and again: each byte is there once, and no file twice', async () => {
  const folder = join(data, 'c0.live');
  const target = join(data, 'c0.capture');
  const parts = Array.from({ length: 5 }, (_, i) => new Uint8Array(2 ** 22).fill(i + 1));
  await mkdir(folder);
  for (const [i, part] of parts.entries()) {
    const path = join(folder, `spool_0000${i}_20261125160000.pcapng`);
    await writeFile(path, part);
    await utimes(path, 1000 + i, 1000 + i);
  }
  const script = fileURLToPath(new URL('support/joining.js', import.meta.url));
  const most = 6 * 2 ** 22 + 1000; // one of them twice, and the journal
  for (let kills = 0; existsSync(folder); kills++) {
    const child = fork(script, [folder, target]);
    const exit = once(child, 'exit');
    await once(child, 'message');
    if (kills < 8) {
      for (
        const before = await sizeOf(join(folder, 'whole'));
        child.exitCode === null && (await sizeOf(join(folder, 'whole'))) === before;
      );
      child.kill('SIGKILL');
    }
    await exit;
    expect(
      (await Promise.all((await namesIn(folder)).map((name) => sizeOf(join(folder, name))))).reduce((a, b) => a + b, 0),
    ).toBeLessThan(most);
  }
  expect((await readFile(target)).equals(Buffer.concat(parts))).toBe(true);
});

/** @param {string} folder */
const namesIn = (folder) => readdir(folder).catch(() => /** @type {string[]} */ ([]));

/** @param {string} path @returns {Promise<number>} 0: it is not there; other things get their turn */
async function sizeOf(path) {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  return existsSync(path) ? statSync(path).size : 0;
}
