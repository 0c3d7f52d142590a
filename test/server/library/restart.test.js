import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { jest } from '@jest/globals';

import { http3Capture } from '../../quicflow/capture.js';
import { tlsCapture } from '../../support/tls/tls-capture.js';
import { closeAll, emptyFolder, httpCapture, start } from '../support/server.js';

/** @type {string} */
let dataDirectory;

beforeEach(async () => {
  dataDirectory = await emptyFolder();
});

afterEach(async () => {
  await closeAll();
  await rm(dataDirectory, { recursive: true, force: true, maxRetries: 9 });
});

test('captures are there after a restart, with what was known of them, and open again', async () => {
  const first = await start({ dataDirectory });
  const {
    json: {
      capture: { id },
    },
  } = await first.upload('x.pcap', httpCapture(3));
  const before = await first.settled(id);
  expect(before.verdict).toMatchObject({ code: 'all_well', title: 'Nothing wrong' });
  await first.ask(`/api/captures/${id}`, {
    method: 'PATCH',
    body: '{"name":"renamed"}',
    headers: { 'content-type': 'application/json' },
  });
  await first.ask(`/api/captures/${id}`, {
    method: 'PATCH',
    body: '{"tags":["slow","to-do"]}',
    headers: { 'content-type': 'application/json' },
  });
  await closeAll();

  const second = await start({ dataDirectory, limits: { reopenWaitMs: 30_000 } });
  expect(await second.captures()).toEqual([
    { ...before, name: 'renamed', tags: ['slow', 'to-do'], revision: expect.any(Number) },
  ]);
  const { json: page } = await second.ask(`/api/captures/${id}/connections`);
  expect(page).toMatchObject({ total: 3, matched: 3 });
  expect(page.version).toBeGreaterThan(before.version);
  expect((await second.ask(`/api/captures/${id}/connections/2`)).json).toMatchObject({ flow: 2, messages: 2 });
});

test('keys are gone after a restart: what they opened is closed again, and the capture says so', async () => {
  const { capture: bytes, keyLog } = await tlsCapture({
    requests: ['GET /secret HTTP/1.1\r\nHost: a.example\r\n\r\n'],
  });
  const first = await start({ dataDirectory });
  const { json } = await first.upload('tls.pcap', bytes);
  const { id } = json.capture;
  await first.settled(id);
  await first.ask(`/api/captures/${id}/keys`, { method: 'PUT', body: keyLog });
  expect(await first.settled(id)).toMatchObject({ requests: 1, encryption: { tls: 1, decrypted: 1 } });
  await closeAll();

  const second = await start({ dataDirectory, limits: { reopenWaitMs: 30_000 } });
  const filtered = `/api/captures/${id}/connections?${new URLSearchParams({ text: 'protocol == http' })}`;
  expect((await second.ask(filtered)).json).toMatchObject({ total: 1, matched: 0 });
  expect((await second.ask(`/api/captures/${id}/connections`)).json.rows[0]).toMatchObject({
    requests: 0,
    isLocked: true,
  });
  expect(await second.settled(id)).toMatchObject({ requests: 0, encryption: { tls: 1, decrypted: 0 } });
});

test('QUIC is open again where its capture has the keys; keys that were given are to be given again', async () => {
  const first = await start({ dataDirectory });
  const { keyLog, capture } = http3Capture({ hasSecrets: false });
  const uploaded = [
    await first.upload('own.pcapng', http3Capture().capture),
    await first.upload('late.pcapng', capture),
  ];
  const [own, late] = uploaded.map(({ json }) => json.capture.id);
  for (const id of [own, late]) await first.settled(id);
  const giveKeys = async (/** @type {typeof first} */ server) =>
    server.ask(`/api/captures/${late}/keys`, { method: 'PUT', body: keyLog });
  expect((await giveKeys(first)).status).toBe(200);
  await first.settled(late);
  await closeAll();

  const second = await start({ dataDirectory, limits: { reopenWaitMs: 30_000 } });
  const targets = async (/** @type {string} */ id) =>
    (await second.ask(`/api/captures/${id}/connections/q0/messages`)).json.messages.map(
      (/** @type {{ target?: string }} */ { target }) => target ?? null,
    );
  expect(await targets(own)).toEqual(['/of-quic', null]);
  expect(await targets(late)).toEqual([]);
  expect((await giveKeys(second)).status).toBe(200);
  await second.settled(late);
  expect(await targets(late)).toEqual(['/of-quic', null]);
});

test('a failed capture keeps its sentence', async () => {
  const first = await start({ dataDirectory });
  const {
    json: {
      capture: { id },
    },
  } = await first.upload('letter', new TextEncoder().encode('Dear sirs, nothing.'));
  const before = await first.settled(id);
  await closeAll();
  const second = await start({ dataDirectory });
  expect(await second.captures()).toEqual([{ ...before, revision: expect.any(Number) }]);
  expect((await second.ask(`/api/captures/${id}/connections`)).json.total).toBe(0);
  expect(await second.settled(id)).toMatchObject({ state: 'failed', error: before.error });
});

test('a capture that was being read is read anew', async () => {
  const first = await start({ dataDirectory });
  const {
    json: { capture },
  } = await first.upload('x.pcap', httpCapture(2));
  await closeAll();
  await writeFile(
    join(dataDirectory, 'captures', `${capture.id}.json`),
    JSON.stringify({ ...capture, state: 'reading' }),
  );
  const second = await start({ dataDirectory });
  expect(await second.settled(capture.id)).toMatchObject({ state: 'ready', connections: 2, requests: 2 });
});

/** @param {import('../support/server.js').TestServer} server @param {number} count @returns captures it has read */
async function uploaded(server, count) {
  const captures = [];
  for (let i = 0; i < count; i++) {
    const { json } = await server.upload('x.pcap', httpCapture(2));
    captures.push(await server.settled(json.capture.id));
  }
  return captures;
}

test('captures in whose JSON a field is not what it should be are read anew, under their names', async () => {
  const damages = [
    { warnings: 'w', activity: null, packets: {}, live: 7, version: '9', verdict: [], state: 'ready' },
    { state: 'nonsense' },
    { warnings: [null], activity: { binSeconds: 1, clientToServer: ['x'], serverToClient: [], retransmissions: [] } },
  ];
  const before = await uploaded(await start({ dataDirectory }), damages.length);
  await closeAll();
  const folder = join(dataDirectory, 'captures');
  for (const [i, capture] of before.entries()) {
    const { id } = capture;
    await writeFile(join(folder, `${id}.json`), JSON.stringify({ ...capture, id: '../../x', ...damages[i] }));
    await writeFile(join(folder, `${id}.notes.json`), '[null, 5, {"id": "a"}, {"id": 4, "text": "kept", "time": 1}]');
  }
  const second = await start({ dataDirectory });
  for (const { id, name, createdEpoch, sizeBytes, packets, connections, requests, activity } of before) {
    expect(await second.settled(id)).toMatchObject({
      id,
      state: 'ready',
      name,
      createdEpoch,
      sizeBytes,
      packets,
      connections,
      requests,
      activity,
      warnings: [],
    });
    expect((await second.ask(`/api/captures/${id}/notes`)).json.notes).toEqual([{ id: 4, text: 'kept', time: 1 }]);
  }
});

test('captures whose JSON is none are read anew, under names that say so, and stay', async () => {
  const damages = ['', '{"name": "x.pc', 'null', '[1]', '{"name": 7}'];
  const before = await uploaded(await start({ dataDirectory }), damages.length);
  await closeAll();
  const folder = join(dataDirectory, 'captures');
  for (const [i, { id }] of before.entries()) {
    await writeFile(join(folder, `${id}.json`), damages[i]);
    await utimes(join(folder, `${id}.capture`), 1000, 1000);
  }
  const said = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  const second = await start({ dataDirectory });
  const sentences = said.mock.calls.flat();
  said.mockRestore();
  const recovered = [];
  for (const { id, packets, connections, requests } of before) {
    const name = `Recovered capture ${id.slice(-4)}`;
    const sentence = `selfclock: the record of capture ${id} in ${folder} is lost; it is read again as "${name}".\n`;
    expect(sentences).toContain(sentence);
    const capture = await second.settled(id);
    expect(capture).toMatchObject({
      id,
      state: 'ready',
      name,
      createdEpoch: 1000,
      packets,
      connections,
      requests,
      warnings: [],
    });
    recovered.push({ ...capture, revision: expect.any(Number) });
  }
  expect(sentences).toHaveLength(damages.length);
  await closeAll();
  const third = await start({ dataDirectory });
  const captures = await third.captures();
  expect(captures).toHaveLength(damages.length);
  expect(captures).toEqual(expect.arrayContaining(recovered));
});

test('who asks while a server starts is told of the captures that it had', async () => {
  const first = await start({ dataDirectory });
  const [{ id }] = await uploaded(first, 1);
  await closeAll();
  const [told] = await Promise.all([answered(first), start({ dataDirectory, port: Number(first.url.port) })]);
  expect(told).toMatchObject([{ id, state: 'ready' }]);
});

/** @param {import('../support/server.js').TestServer} server that is not there yet @returns its captures when it is */
async function answered(server) {
  for (;;) {
    try {
      return await server.captures();
    } catch {
      await new Promise((resolve) => void setImmediate(resolve));
    }
  }
}

test('a live capture whose server died is put together from its files', async () => {
  const first = await start({ dataDirectory });
  const whole = httpCapture(2);
  const {
    json: { capture },
  } = await first.upload('lo', whole);
  await closeAll();
  const folder = join(dataDirectory, 'captures');
  const live = join(folder, `${capture.id}.live`);
  await rm(join(folder, `${capture.id}.capture`));
  await writeFile(join(folder, `${capture.id}.json`), JSON.stringify({ ...capture, source: 'live', state: 'live' }));
  await mkdir(live);
  const cut = firstPackets(whole, 5);
  await writeFile(join(live, 'spool.pcap'), whole.subarray(0, cut));
  await utimes(join(live, 'spool.pcap'), 1000, 1000);
  await writeFile(join(live, 'spool.pcap1'), Buffer.concat([whole.subarray(0, 24), whole.subarray(cut)]));

  const second = await start({ dataDirectory });
  expect(await second.settled(capture.id)).toMatchObject({
    state: 'ready',
    connections: 2,
    packets: 18,
    sizeBytes: whole.length,
    warnings: [],
  });
  expect((await second.ask(`/api/captures/${capture.id}/file`)).bytes.equals(whole)).toBe(true);
  expect(await readdir(folder)).not.toContain(`${capture.id}.live`);
});

/** @param {Uint8Array} bytes of a pcap @param {number} packets @returns {number} where the next one starts */
function firstPackets(bytes, packets) {
  const view = new DataView(bytes.buffer);
  let at = 24;
  for (let i = 0; i < packets; i++) at += 16 + view.getUint32(at + 8, true);
  return at;
}

test('what does not belong there is passed over; what a server left that broke off goes, and is told of', async () => {
  const folder = join(dataDirectory, 'captures');
  const left = ['c00000000000000aa.capture', 'c00000000000000bb.json.77.new', 'c00000000000000cc.owner'];
  await mkdir(join(folder, 'c00000000000000ee.live'), { recursive: true });
  for (const name of [...left, 'c00000000000000ee.live/spool.pcap']) await writeFile(join(folder, name), '12345');
  const others = ['notes.txt', 'c00000000000000cc.json', 'c00000000000000dd.json', '..json'];
  for (const name of others) await writeFile(join(folder, name), '{ broken');
  const said = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  const server = await start({ dataDirectory });
  const sentences = said.mock.calls.join('');
  said.mockRestore();
  expect(await server.captures()).toEqual([]);
  expect((await readdir(folder)).sort()).toEqual(others.sort());
  expect(sentences).toContain(
    `selfclock: removed 4 unfinished files of 20 bytes that an earlier server left in ${dataDirectory}.\n`,
  );
});

test('a data directory that is a file, or in one, is told in one sentence', async () => {
  const file = join(dataDirectory, 'file');
  await writeFile(file, '');
  for (const path of [file, join(file, 'in', 'it')]) {
    await expect(start({ dataDirectory: path })).rejects.toThrow(
      `The capture library ${path} cannot be used (it, or part of its path, is not a folder); name another folder with --data.`,
    );
  }
});
