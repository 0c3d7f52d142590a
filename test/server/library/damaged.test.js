/** Whatever has become of some files of the data folder, the server starts, says so once, and loses nothing else. */
import { execFileSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { jest } from '@jest/globals';

import { CaptureStore } from '../../../server/library/capture-store.js';
import { MAX_JSON_FILE_BYTES, readJsonFile } from '../../../server/library/json-file.js';
import { closeAll, emptyFolder, httpCapture, start } from '../support/server.js';

const DEEP = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
/** @type {string} */
let dataDirectory;
/** @type {string} */
let folder;

beforeEach(async () => {
  dataDirectory = await emptyFolder();
  folder = join(dataDirectory, 'captures');
});

afterEach(async () => {
  await closeAll();
  await rm(dataDirectory, { recursive: true, force: true, maxRetries: 9 });
});

/** Captures that have been read, with a note each, and the folder of their library. */
const MADE = 7;
/** @type {any[]} */
const made = [];
/** @type {string} */
let original;

beforeAll(async () => {
  original = await emptyFolder();
  const server = await start({ dataDirectory: original });
  for (let i = 0; i < MADE; i++) {
    const { json } = await server.upload(`x${i}.pcap`, httpCapture(2));
    made.push(await server.settled(json.capture.id));
    await asked(server, `/api/captures/${json.capture.id}/notes`, 'POST', { text: 'seen', time: 1 });
  }
  await closeAll();
});

afterAll(() => rm(original, { recursive: true, force: true, maxRetries: 9 }));

/** A library with such captures. @param {number} count @returns {Promise<any[]>} */
async function library(count) {
  const captures = made.slice(0, count);
  await mkdir(folder);
  for (const name of await readdir(join(original, 'captures'))) {
    if (!captures.some(({ id }) => name.startsWith(id))) continue;
    await cp(join(original, 'captures', name), join(folder, name), { recursive: true });
  }
  return captures;
}

/**
 * @param {import('../support/server.js').TestServer} server
 * @param {string} path @param {string} method @param {object} body
 */
const asked = (server, path, method, body) =>
  server.ask(path, { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });

/** Starts the server again. @returns what it says, in lines, until `end` */
async function again() {
  const written = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  const server = await start({ dataDirectory });
  const end = () => {
    const lines = written.mock.calls.flat().map(String);
    written.mockRestore();
    return lines;
  };
  return { server, end };
}

/** @param {string} id @param {string} end of its name */
const pathOf = (id, end) => join(folder, `${id}${end}`);

test('links that lead nowhere, left among the files, go', async () => {
  await mkdir(join(folder, 'c00000000000000ab.live'), { recursive: true });
  await symlink('nowhere', join(folder, 'c00000000000000aa.capture'));
  await symlink('nowhere', join(folder, 'c00000000000000ab.live', 'spool.pcap'));
  const { end } = await again();
  expect(end()).toEqual([expect.stringMatching(/^selfclock: removed 2 unfinished files .*\n$/)]);
  expect(await readdir(folder)).toEqual([]);
});

test.each([
  ['a folder', (/** @type {string} */ path) => mkdir(join(path, 'in'), { recursive: true })],
  ['a pipe', async (/** @type {string} */ path) => execFileSync('mkfifo', [path])],
  ['a link to itself', (/** @type {string} */ path) => symlink(path, path)],
  ['nested too deeply', (/** @type {string} */ path) => writeFile(path, `{"pid":${DEEP}}`)],
])('an owner file that is %s names no owner', async (_, put) => {
  await put(join(dataDirectory, 'owner.json'));
  const { server, end } = await again();
  expect(end()).toEqual([]);
  expect(await server.captures()).toEqual([]);
});

test('captures whose record is no file, leads nowhere or is too large are read anew, and the records written again', async () => {
  const puts = [
    (/** @type {string} */ path) => mkdir(join(path, 'in'), { recursive: true }),
    async (/** @type {string} */ path) => execFileSync('mkfifo', [path]),
    (/** @type {string} */ path) => symlink('nowhere', path),
    (/** @type {string} */ path) => symlink(path, path),
    (/** @type {string} */ path) => writeFile(path, '1'.repeat(MAX_JSON_FILE_BYTES + 1)),
  ];
  const [other, ...damaged] = await library(1 + puts.length);
  for (const [i, { id }] of damaged.entries()) {
    await rm(pathOf(id, '.json'));
    await puts[i](pathOf(id, '.json'));
  }
  const { server, end } = await again();
  for (const { id, packets } of damaged) {
    expect(await server.settled(id)).toMatchObject({ state: 'ready', packets });
    expect((await server.ask(`/api/captures/${id}/notes`)).json.notes).toMatchObject([{ text: 'seen' }]);
  }
  expect(await server.settled(other.id)).toMatchObject({ name: other.name, verdict: other.verdict });
  await closeAll();
  const told = end().map((line) => /^selfclock: the record of capture (\w+) in \S+ is lost; .*\n$/.exec(line)?.[1]);
  expect(told.sort()).toEqual(damaged.map(({ id }) => id).sort());
  const third = await again();
  expect(await third.server.captures()).toHaveLength(1 + puts.length);
  expect(third.end()).toEqual([]);
});

test('a record with a value that is nested too deeply does not keep the others from being listed', async () => {
  const [damaged, other] = await library(2);
  const text = JSON.stringify({ ...damaged, verdict: { ...damaged.verdict, more: 0 } });
  await writeFile(pathOf(damaged.id, '.json'), text.replace('"more":0', `"more":${DEEP}`));
  const { server, end } = await again();
  expect((await server.captures()).map(({ id }) => id).sort()).toEqual([damaged.id, other.id].sort());
  await server.settled(damaged.id);
  await closeAll();
  expect(end()).toHaveLength(1);
});

test('of captures whose figures cannot be, tags and the choice of protocols stay', async () => {
  const impossible = Object.entries({
    version: '1e999',
    revision: '9007199254740993',
    createdEpoch: '1e999',
    sizeBytes: '0.5',
    activity: '{"binSeconds":0,"clientToServer":[],"serverToClient":[],"retransmissions":[]}',
    live: '{"interface":"a","filter":"","packets":1,"bytes":1,"tool":{},"stopReason":[],"drops":{"kernel":[]}}',
  });
  const damaged = await library(impossible.length);
  const said = { tags: ['slow'], decodeAs: ['tcp.port == 80,http'] };
  for (const [i, [name, value]] of impossible.entries()) {
    const text = JSON.stringify({ ...damaged[i], ...said, [name]: '?' }).replace('"?"', value);
    await writeFile(pathOf(damaged[i].id, '.json'), text);
  }
  const { server, end } = await again();
  for (const [i, [field, value]] of impossible.entries()) {
    const { id, name, sizeBytes } = damaged[i];
    const capture = await server.settled(id);
    expect(capture).toMatchObject({ ...said, name, state: 'ready', sizeBytes });
    expect(JSON.stringify(capture[/** @type {'version'} */ (field)])).not.toBe(value);
    expect(capture.revision).toBeLessThan(2 ** 52);
    expect(capture.createdEpoch).toBeGreaterThan(1e9);
  }
  await closeAll();
  expect(end()).toEqual([]);
});

test('notes that are a folder, no list, no JSON or nested too deeply are told of once, and new ones can be written', async () => {
  const puts = [
    (/** @type {string} */ path) => mkdir(path),
    (/** @type {string} */ path) => writeFile(path, '{"a": 1}'),
    (/** @type {string} */ path) => writeFile(path, '[{"id": 1'),
    (/** @type {string} */ path) => writeFile(path, DEEP),
  ];
  const [other, ...damaged] = await library(1 + puts.length);
  for (const [i, { id }] of damaged.entries()) {
    await rm(pathOf(id, '.notes.json'));
    await puts[i](pathOf(id, '.notes.json'));
  }
  const { server, end } = await again();
  for (const { id } of damaged) {
    const notes = `/api/captures/${id}/notes`;
    expect((await server.ask(notes)).json.notes).toEqual([]);
    expect((await asked(server, notes, 'POST', { text: 'new', time: 1 })).status).toBe(201);
  }
  expect((await server.ask(`/api/captures/${other.id}/notes`)).json.notes).toMatchObject([{ text: 'seen' }]);
  const sentence = /^selfclock: the notes of capture (\w+) cannot be read: .* (?:file|JSON|list|deeply)\.\n$/;
  const told = end().map((line) => sentence.exec(line)?.[1]);
  expect(told.sort()).toEqual(damaged.map(({ id }) => id).sort());
});

test('a new note is numbered after all others, and stays, whatever their numbers are', async () => {
  const [{ id }] = await library(1);
  const notes = [
    { id: 7, text: 'a', time: 1 },
    { id: 2, text: 'b', time: 1 },
    { id: Number.MAX_SAFE_INTEGER, text: 'damaged', time: 1 },
    { id: 3, text: 'damaged', time: 1, flow: {} },
  ];
  await writeFile(pathOf(id, '.notes.json'), JSON.stringify(notes));
  const { server, end } = await again();
  await asked(server, `/api/captures/${id}/notes`, 'POST', { text: 'new', time: 1 });
  await closeAll();
  expect(end()).toEqual([]);
  const third = await start({ dataDirectory });
  const kept = (await third.ask(`/api/captures/${id}/notes`)).json.notes;
  expect(kept.map((/** @type {any} */ note) => [note.id, note.text])).toEqual([
    [7, 'a'],
    [2, 'b'],
    [8, 'new'],
  ]);
});

test('a capture in whose place a folder lies says so, and can be deleted', async () => {
  const [{ id }] = await library(1);
  await rm(pathOf(id, '.capture'));
  await mkdir(join(pathOf(id, '.capture'), 'in'), { recursive: true });
  const { server, end } = await again();
  expect((await server.ask(`/api/captures/${id}/connections`)).json.error.code).toBe('file_gone');
  expect((await server.ask(`/api/captures/${id}`, { method: 'DELETE' })).status).toBe(204);
  expect(end()).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
});

/** Makes a capture one that was live. @param {any} capture @returns {Promise<string>} the folder of its files */
async function madeLive(capture) {
  await rm(pathOf(capture.id, '.capture'));
  await writeFile(pathOf(capture.id, '.json'), JSON.stringify({ ...capture, source: 'live', state: 'live' }));
  await mkdir(pathOf(capture.id, '.live'));
  return pathOf(capture.id, '.live');
}

test('files of live captures are joined, whatever their journals say', async () => {
  const journals = [
    null,
    { file: '../..', bytes: 1 },
    { bytes: 24 },
    { file: 'spool.pcap1', bytes: -1 },
    { file: 'spool.pcap1', bytes: 2 ** 40 },
  ];
  const captures = await library(journals.length);
  const whole = httpCapture(2);
  for (const [i, capture] of captures.entries()) {
    const live = await madeLive(capture);
    await writeFile(join(live, 'spool.pcap1'), whole);
    await writeFile(join(live, 'whole'), whole.subarray(0, 24));
    await writeFile(join(live, 'joining.json'), JSON.stringify(journals[i]));
  }
  const { server, end } = await again();
  for (const { id, packets } of captures) {
    expect(await server.settled(id)).toMatchObject({ state: 'ready', packets });
    expect((await readFile(pathOf(id, '.capture'))).equals(whole)).toBe(true);
  }
  await closeAll();
  expect(end()).toEqual([]);
});

test('what is no file among the files of a live capture is left out', async () => {
  const [capture] = await library(1);
  const live = await madeLive(capture);
  await mkdir(join(live, 'spool.pcap'));
  await symlink('nowhere', join(live, 'spool.pcap1'));
  await mkdir(join(live, 'whole', 'in'), { recursive: true });
  await writeFile(join(live, 'spool.pcap2'), httpCapture(2));
  const { server, end } = await again();
  expect(await server.settled(capture.id)).toMatchObject({ state: 'ready', packets: capture.packets });
  await closeAll();
  expect(end()).toEqual([]);
});

test('a live capture that left no file is an empty one; a file in place of its folder is passed over', async () => {
  const [empty, whole] = await library(2);
  await madeLive(empty);
  await writeFile(pathOf(whole.id, '.live'), 'x');
  const { server, end } = await again();
  expect(await server.settled(empty.id)).toMatchObject({ state: 'failed', sizeBytes: 0 });
  expect(await server.settled(whole.id)).toMatchObject({ state: 'ready', packets: whole.packets });
  await closeAll();
  expect(end()).toEqual([]);
});

test('the name of a file that is read in place is cleaned', async () => {
  const store = new CaptureStore(dataDirectory);
  await mkdir(join(dataDirectory, 'given'));
  await writeFile(join(dataDirectory, 'given', 'c1.json'), JSON.stringify({ name: `a\u202e\n${'x'.repeat(1000)}` }));
  const { name = '' } = await store.loadGiven('c1');
  expect([name.length, name.startsWith('ax')]).toEqual([200, true]);
});

test.each(['null', '{}', '{"captures":1,"figures":[],"tables":[]}', DEEP, '{"capt'])(
  'a study whose result is damaged has none',
  async (text) => {
    const study = join(dataDirectory, 'studies', 'own-load');
    await mkdir(join(study, 'workload-name.txt'), { recursive: true });
    await writeFile(join(study, 'result.json'), text);
    const { server, end } = await again();
    expect((await server.ask('/api/studies/own-load')).json).toMatchObject({ result: null, load: null });
    expect((await server.ask('/api/studies/own-load/captures/a', { method: 'POST' })).status).toBe(404);
    expect(end()).toEqual([]);
  },
);

test('JSON that an editor wrote is read; a missing file is none', async () => {
  const path = join(dataDirectory, 'x.json');
  expect(await readJsonFile(path)).toBeUndefined();
  await writeFile(path, ' {"a": [1, {"b": null}]}\n');
  expect(await readJsonFile(path)).toEqual({ a: [1, { b: null }] });
});
