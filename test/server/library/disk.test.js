import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { closeAll, emptyFolder, httpCapture, start } from '../support/server.js';

const JSON_TYPE = { 'content-type': 'application/json' };

/** @type {string} */
let dataDirectory;

beforeEach(async () => {
  dataDirectory = await emptyFolder();
});

afterEach(async () => {
  await closeAll();
  await rm(dataDirectory, { recursive: true, force: true, maxRetries: 9 });
});

test('a library that is removed while the server runs is made anew; what was read stays', async () => {
  const server = await start({ dataDirectory });
  const {
    json: {
      capture: { id },
    },
  } = await server.upload('before.pcap', httpCapture(2));
  await server.settled(id);
  await rm(dataDirectory, { recursive: true, maxRetries: 5 });
  expect((await server.ask(`/api/captures/${id}/connections`)).json).toMatchObject({ total: 2 });
  expect(await server.ask(`/api/captures/${id}/file`)).toMatchObject({
    status: 410,
    json: { error: { code: 'file_gone' } },
  });

  const second = await server.upload('after.pcap', httpCapture(1));
  expect(second.status).toBe(201);
  expect(await server.settled(second.json.capture.id)).toMatchObject({ state: 'ready', connections: 1 });
  expect(await server.ask(`/api/captures/${id}`, { method: 'DELETE' })).toMatchObject({ status: 204 });
  expect((await server.captures()).map(({ name }) => name)).toEqual(['after.pcap']);
});

test('where the library cannot be used any more every change is refused with a sentence, and undone', async () => {
  const server = await start({ dataDirectory });
  const {
    json: {
      capture: { id },
    },
  } = await server.upload('x.pcap', httpCapture(2));
  await server.settled(id);
  const folder = join(dataDirectory, 'captures');
  await rm(folder, { recursive: true, maxRetries: 5 });
  await writeFile(folder, 'no folder');

  const refused = {
    status: 503,
    json: { error: { code: 'library_unusable', message: expect.stringContaining('--data') } },
  };
  expect(await server.upload('y.pcap', httpCapture(1))).toMatchObject(refused);
  expect(
    await server.ask(`/api/captures/${id}`, { method: 'PATCH', body: '{"name":"renamed"}', headers: JSON_TYPE }),
  ).toMatchObject(refused);
  expect(
    await server.ask(`/api/captures/${id}/notes`, {
      method: 'POST',
      body: '{"text":"a note","time":0}',
      headers: JSON_TYPE,
    }),
  ).toMatchObject(refused);
  expect(await server.ask(`/api/captures/${id}`, { method: 'DELETE' })).toMatchObject(refused);

  const { json } = await server.ask('/api/captures');
  expect(json.storage.freeBytes).toBeNull();
  expect(json.captures).toMatchObject([{ id, name: 'x.pcap' }]);
  expect((await server.ask(`/api/captures/${id}/notes`)).json).toEqual({ notes: [] });
});

test('a capture is told of while uploads that do not go on hold all places', async () => {
  const server = await start({ dataDirectory, limits: { openAnalyses: 1, reopenWaitMs: 30_000 } });
  const {
    json: {
      capture: { id },
    },
  } = await server.upload('whole.pcap', httpCapture(3));
  await server.settled(id);
  const bytes = httpCapture(2);
  const half = bytes.length >> 1;
  const slow = server.beginUpload('slow.pcap', { 'content-length': bytes.length });
  slow.write(bytes.subarray(0, half));
  const [upload] = await server.until((captures) => captures[0].name === 'slow.pcap' && captures[0].connections > 0);
  expect((await server.ask(`/api/captures/${id}/connections`)).json).toMatchObject({ total: 3 });
  slow.end(bytes.subarray(half));
  const [answer] = await once(slow, 'response');
  answer.resume();
  const settled = await server.settled(upload.id);
  expect(settled).toMatchObject({ state: 'ready', connections: 2 });
  expect(settled.version).toBeGreaterThan(upload.version);
});

test('more captures than have places can be watched at a time', async () => {
  const server = await start({ dataDirectory, limits: { openAnalyses: 1, reopenWaitMs: 30_000 } });
  const ids = [];
  for (const name of ['a', 'b']) {
    const {
      json: { capture },
    } = await server.upload(`${name}.pcap`, httpCapture(1));
    await server.settled(capture.id);
    const page = await server.connect();
    page.emit('watch', { id: capture.id, flow: null });
    await new Promise((resolve) => page.once('progress', resolve));
    ids.push(capture.id);
  }
  for (const id of [...ids, ...ids]) {
    expect((await server.ask(`/api/captures/${id}/connections`)).json).toMatchObject({ total: 1 });
  }
});
