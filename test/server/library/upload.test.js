import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { closeAll, httpCapture, start } from '../support/server.js';

afterEach(closeAll);

/** @param {import('../support/server.js').TestServer} server @returns {Promise<string[]>} */
const filesOf = (server) => readdir(join(server.dataDirectory, 'captures'));

/**
 * @param {import('node:http').ClientRequest} request
 * @returns {Promise<{ status: number, error: { code: string, message: string } }>}
 */
async function answerOf(request) {
  const [answer] = await once(request, 'response');
  const chunks = await answer.toArray();
  return { status: answer.statusCode, error: JSON.parse(Buffer.concat(chunks).toString()).error };
}

test('connections are there while the rest is still being sent', async () => {
  const server = await start();
  const bytes = httpCapture(4);
  const half = bytes.length >> 1;
  const request = server.beginUpload('slow.pcap', { 'content-length': bytes.length });
  request.write(bytes.subarray(0, half));
  const [early] = await server.until(([capture]) => capture?.connections > 0);
  expect(early).toMatchObject({ name: 'slow.pcap', state: 'receiving', sizeBytes: half, expectedBytes: bytes.length });
  const { json: page } = await server.ask(`/api/captures/${early.id}/connections`);
  expect(page.rows[0]).toMatchObject({ flow: 0, server: { port: 80 } });

  request.end(bytes.subarray(half));
  const [answer] = await once(request, 'response');
  expect(answer.statusCode).toBe(201);
  answer.resume();
  expect(await server.settled(early.id)).toMatchObject({
    state: 'ready',
    connections: 4,
    packets: 36,
    sizeBytes: bytes.length,
  });
});

test('an upload that breaks off leaves nothing', async () => {
  const server = await start();
  const request = server.beginUpload('broken.pcap', { 'content-length': 1e6 });
  request.on('error', () => {});
  request.write(httpCapture());
  await server.until(([capture]) => capture?.packets > 0);
  request.destroy();
  await server.until((captures) => captures.length === 0);
  expect((await server.ask('/api/captures')).json.storage.usedBytes).toBe(0);
  await expect(emptied(server)).resolves.toBe(true);
});

/** @param {import('../support/server.js').TestServer} server whether the library's folder becomes empty */
async function emptied(server) {
  for (let turn = 0; turn < 200; turn++) {
    if ((await filesOf(server)).length === 0) return true;
    await server.captures();
  }
  return false;
}

test('an upload that falls silent is given up', async () => {
  const server = await start({ limits: { uploadIdleMs: 100 } });
  const request = server.beginUpload('silent.pcap', { 'content-length': 1e6 });
  const failed = once(request, 'error');
  request.write(httpCapture());
  await failed;
  await server.until((captures) => captures.length === 0);
});

test('what is declared too large is refused before a byte is sent', async () => {
  const server = await start({ limits: { uploadBytes: 3 * 1024 * 1024 } });
  const request = server.beginUpload('big.pcap', { 'content-length': 5e9 });
  request.flushHeaders();
  const { status, error } = await answerOf(request);
  request.destroy();
  expect(status).toBe(413);
  expect(error.code).toBe('too_large');
  expect(error.message).toContain('3 MiB');
  expect(await server.captures()).toEqual([]);
});

test('what turns out too large is refused where the limit is passed', async () => {
  const server = await start({ limits: { uploadBytes: 2048 } });
  const request = server.beginUpload('big.pcap', { 'transfer-encoding': 'chunked' });
  request.write(httpCapture(10));
  const { status, error } = await answerOf(request);
  request.end();
  expect(status).toBe(413);
  expect(error.message).toContain('2 KiB');
  expect(await server.captures()).toEqual([]);
  expect(await filesOf(server)).toEqual([]);
});

test('a disk too full is told before anything is sent', async () => {
  const server = await start({ freeBytes: async () => 100e6, limits: { diskReserveBytes: 90e6 } });
  const request = server.beginUpload('x.pcap', { 'content-length': 20e6 });
  request.flushHeaders();
  const { status, error } = await answerOf(request);
  request.destroy();
  expect(status).toBe(507);
  expect(error.message).toContain('10 MB left');
});

test('a disk that fills while bytes come in ends the upload', async () => {
  let free = 1e12;
  const server = await start({ freeBytes: async () => free });
  const request = server.beginUpload('x.pcap', { 'transfer-encoding': 'chunked' });
  request.write(httpCapture());
  await server.until(([capture]) => capture?.packets > 0);
  free = 0;
  request.end(new Uint8Array(17 * 1024 * 1024));
  const { status, error } = await answerOf(request);
  expect(status).toBe(507);
  expect(error.code).toBe('disk_full');
  expect(await server.captures()).toEqual([]);
  expect(await filesOf(server)).toEqual([]);
});

test('a capture deleted while it comes in ends its upload', async () => {
  const server = await start();
  const request = server.beginUpload('x.pcap', { 'content-length': 1e6 });
  const failed = once(request, 'error');
  request.write(httpCapture());
  const [{ id }] = await server.until(([capture]) => capture?.packets > 0);
  expect((await server.ask(`/api/captures/${id}`, { method: 'DELETE' })).status).toBe(204);
  await failed;
  expect(await server.captures()).toEqual([]);
  expect(await filesOf(server)).toEqual([]);
});

test('a form in place of the file is refused', async () => {
  const server = await start();
  const { status, json } = await server.ask('/api/captures?name=x', {
    method: 'POST',
    body: '--b\r\n\r\nx\r\n--b--',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  });
  expect(status).toBe(415);
  expect(json.error.message).toContain('--data-binary');
});

test('sixteen uploads at once all arrive and are all analysed, four at a time', async () => {
  const server = await start({ limits: { openAnalyses: 4 } });
  const bytes = httpCapture(2);
  const answers = await Promise.all(Array.from({ length: 16 }, (_, i) => server.upload(`${i}.pcap`, bytes)));
  expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(201));
  const captures = await server.until((all) => all.length === 16 && all.every(({ state }) => state === 'ready'));
  expect(captures.map(({ connections }) => connections)).toEqual(Array(16).fill(2));
  expect((await filesOf(server)).filter((name) => name.endsWith('.capture'))).toHaveLength(16);
});
