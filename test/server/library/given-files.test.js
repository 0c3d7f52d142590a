import { link, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';

import { closeAll, emptyFolder, httpCapture, start } from '../support/server.js';

/** @type {string} */
let folder;

beforeEach(async () => {
  folder = await emptyFolder();
});

afterEach(async () => {
  await closeAll();
  await rm(folder, { recursive: true, force: true });
});

test('a file given is opened in place, and outlives its capture', async () => {
  const path = join(folder, 'mine.pcap');
  await writeFile(path, httpCapture(2));
  const server = await start({ files: [path] });
  const [capture] = await server.until(([first]) => first?.state === 'ready');
  expect(capture).toMatchObject({
    name: 'mine.pcap',
    source: 'file',
    connections: 2,
    sizeBytes: httpCapture(2).length,
  });
  expect((await server.ask('/api/captures')).json.storage.usedBytes).toBe(0);
  await server.ask(`/api/captures/${capture.id}`, { method: 'DELETE' });
  expect(await server.captures()).toEqual([]);
  expect((await readFile(path)).equals(httpCapture(2))).toBe(true);
});

test('a file given again has the address that it had, two names of one file have two, one name given twice has one', async () => {
  const path = join(folder, 'mine.pcap');
  const other = join(folder, 'other.pcap');
  await writeFile(path, httpCapture(1));
  await link(path, other);
  const idsOf = async (/** @type {string[]} */ files) => {
    const server = await start({ files });
    const captures = await server.captures();
    await closeAll();
    return captures.map(({ id }) => id);
  };
  const [id] = await idsOf([path]);
  expect(await idsOf([path])).toEqual([id]);
  const both = await idsOf([other, path, path]);
  expect(both).toContain(id);
  expect([both.length, new Set(both).size]).toEqual([2, 2]);
});

describe('notes, name and tags of a file given', () => {
  const NOTE = { flow: 0, time: 1, text: 'slow here' };
  /** @type {string} */
  let path;
  /** @type {string} */
  let dataDirectory;

  beforeEach(async () => {
    path = join(folder, 'mine.pcap');
    dataDirectory = join(folder, 'data');
    await writeFile(path, httpCapture(2));
    await described(await opened());
  });

  async function opened() {
    const server = await start({ files: [path], dataDirectory });
    const [capture] = await server.until(([first]) => first?.state === 'ready');
    return { server, capture, notes: (await server.ask(`/api/captures/${capture.id}/notes`)).json.notes };
  }

  /** @param {Awaited<ReturnType<typeof opened>>} opened */
  async function described({ server, capture: { id } }) {
    const headers = { 'content-type': 'application/json' };
    const send = (/** @type {string} */ method, at = '', /** @type {unknown} */ body = undefined) =>
      server.ask(`/api/captures/${id}${at}`, { method, headers, body: JSON.stringify(body) });
    expect((await send('PATCH', '', { name: 'Monday' })).status).toBe(200);
    expect((await send('PATCH', '', { tags: ['slow', 'shop'] })).status).toBe(200);
    expect((await send('POST', '/notes', NOTE)).status).toBe(201);
    await closeAll();
  }

  test('are there after a restart, and the library has no capture more', async () => {
    const { server, capture, notes } = await opened();
    expect(capture).toMatchObject({ name: 'Monday', tags: ['slow', 'shop'], source: 'file' });
    expect(notes).toEqual([expect.objectContaining(NOTE)]);
    expect(await server.captures()).toHaveLength(1);
  });

  test('are not those of another file at its path', async () => {
    await writeFile(path, httpCapture(3));
    const changed = await opened();
    expect([changed.capture.name, changed.capture.tags, changed.notes]).toEqual(['mine.pcap', [], []]);
    await closeAll();
    await writeFile(path, httpCapture(2)); // as long as the first one was
    const rewritten = await opened();
    expect([rewritten.capture.tags, rewritten.notes]).toEqual([[], []]);
  });

  test('go when its capture is removed; the file stays', async () => {
    const { server, capture } = await opened();
    await server.ask(`/api/captures/${capture.id}`, { method: 'DELETE' });
    await closeAll();
    const again = await opened();
    expect([again.capture.tags, again.notes]).toEqual([[], []]);
  });

  test('that are damaged on disk are passed over', async () => {
    const given = join(dataDirectory, 'given');
    for (const name of await readdir(given)) await writeFile(join(given, name), '{"tags": 7');
    const { capture, notes } = await opened();
    expect([capture.name, capture.tags, notes]).toEqual(['mine.pcap', [], []]);
  });
});

test('a file that goes away while it is open is told when it is asked for', async () => {
  const path = join(folder, 'mine.pcap');
  await writeFile(path, httpCapture(2));
  const server = await start({ files: [path] });
  const [{ id }] = await server.until(([first]) => first?.state === 'ready');
  await rm(path);
  const { status, json, headers } = await server.ask(`/api/captures/${id}/file`);
  expect(status).toBe(410);
  expect(json.error.code).toBe('file_gone');
  expect(headers['content-disposition']).toBeUndefined();
  expect((await server.ask(`/api/captures/${id}/connections`)).json.total).toBe(2);
});

test.each([
  ['nothing.pcap', /^There is no file .*nothing\.pcap\.$/],
  ['', /is a folder; name a capture file\.$/],
])('“%s” keeps the server from starting', async (name, sentence) => {
  await expect(start({ files: [join(folder, name)] })).rejects.toThrow(sentence);
});

test('standard input is shown while it arrives, and is kept', async () => {
  const input = new PassThrough();
  const server = await start({ files: ['-'], standardInput: input });
  const bytes = httpCapture(3);
  input.write(bytes.subarray(0, 900));
  const [early] = await server.until(([first]) => first?.connections > 0);
  expect(early).toMatchObject({ name: 'standard input', source: 'stdin', state: 'receiving', expectedBytes: null });
  input.end(bytes.subarray(900));
  expect(await server.settled(early.id)).toMatchObject({
    state: 'ready',
    connections: 3,
    requests: 3,
    sizeBytes: bytes.length,
  });
  expect((await server.ask(`/api/captures/${early.id}/file`)).bytes.equals(bytes)).toBe(true);
});

test('input that breaks off keeps what came, and says so', async () => {
  const input = new PassThrough();
  const server = await start({ files: ['-'], standardInput: input });
  input.write(httpCapture(1));
  await server.until(([first]) => first?.connections > 0);
  input.destroy(new Error('the pipe broke'));
  const [capture] = await server.until(([first]) => first?.state === 'ready');
  expect(capture.warnings).toEqual([
    {
      code: 'input_broke_off',
      message: expect.stringMatching(/^The input ended here.*\.$/),
      offset: httpCapture(1).length,
    },
  ]);
});

test('a full disk ends standard input with a sentence, and keeps what came', async () => {
  const input = new PassThrough();
  let free = 1e12;
  const server = await start({ files: ['-'], standardInput: input, freeBytes: async () => free });
  input.write(httpCapture(1));
  await server.until(([first]) => first?.connections > 0);
  free = 0;
  input.write(new Uint8Array(17 * 1024 * 1024));
  const [capture] = await server.until(([first]) => first?.state === 'ready');
  expect(capture.connections).toBe(1);
  expect(capture.warnings.map(({ message }) => message).join()).toContain('delete captures or other files');
});

test('a server that closes in the midst of standard input keeps what came', async () => {
  const first = await start({ files: ['-'], standardInput: new PassThrough(), dataDirectory: folder });
  const [{ id }] = await first.captures();
  await closeAll();
  const input = new PassThrough();
  const second = await start({ files: ['-'], standardInput: input, dataDirectory: folder });
  input.write(httpCapture(2));
  await second.until(([newest]) => newest.connections === 2);
  await closeAll();
  const third = await start({ dataDirectory: folder });
  const captures = await third.until((all) => all.every(({ state }) => state === 'ready' || state === 'failed'));
  expect(captures.map(({ connections }) => connections)).toEqual([2, 0]);
  expect(captures[1].id).toBe(id);
});
