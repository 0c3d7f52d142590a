/** What a host recorded beside a capture: uploaded, or beside a file that is opened in place. */
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { decodeColumnFrame } from '../../../lib/shared/columns/column-frame.js';
import { lossCapture, QLOG_OFFSET_MS, serverQlog } from '../../quicflow/loss-capture.js';
import { Secrets } from '../../quicflow/seal.js';
import { download, serverRecord } from '../../support/host/record.js';
import { closeAll, emptyFolder, start } from '../support/server.js';

/** @type {string} */
let folder;
const capture = download();
const OFFSET_NS = 40_000_000;
const record = serverRecord(capture, { offsetNs: OFFSET_NS });

beforeEach(async () => {
  folder = await emptyFolder();
});

afterEach(async () => {
  await closeAll();
  await rm(folder, { recursive: true, force: true });
});

/** @param {Awaited<ReturnType<typeof start>>} server @param {string} id @returns {Promise<any[]>} */
async function kernelsOf(server, id) {
  const { bytes } = await server.ask(`/api/captures/${id}/connections/0/sender`);
  return /** @type {any} */ (decodeColumnFrame(new Uint8Array(bytes).buffer).meta).kernels ?? [];
}

test("an uploaded record goes with its capture: the sender has the kernel's values, by the capture's clock", async () => {
  const server = await start({ dataDirectory: folder });
  const { json } = await server.upload('slow.pcap', capture);
  const { id } = json.capture;
  await server.settled(id);
  expect(await kernelsOf(server, id)).toEqual([]);
  const { status } = await server.ask(`/api/captures/${id}/host-log`, { method: 'PUT', body: record });
  expect(status).toBe(200);
  await server.settled(id);
  const [kernel, ...others] = await kernelsOf(server, id);
  expect(others).toEqual([]);
  expect(kernel).toMatchObject({ direction: 'serverToClient', congestionControl: 'cubic', mss: 1448 });
  expect(Math.abs(kernel.clock.offset - OFFSET_NS / 1e9)).toBeLessThanOrEqual(kernel.clock.uncertainty);
  expect(kernel.difference.srtt.samples).toBeGreaterThan(10);
  expect(await readdir(join(folder, 'captures'))).toContain(`${id}.log`);
  await server.ask(`/api/captures/${id}`, { method: 'DELETE' });
  expect(await readdir(join(folder, 'captures'))).not.toContain(`${id}.log`);
});

test('the record beside a file that is opened in place is taken along', async () => {
  const path = join(folder, 'mine.pcap');
  await writeFile(path, capture);
  await writeFile(`${path}.sockets`, record);
  const server = await start({ files: [path] });
  const [{ id }] = await server.until(([first]) => first?.state === 'ready');
  expect(await kernelsOf(server, id)).toHaveLength(1);
});

/** @param {Awaited<ReturnType<typeof start>>} server @param {string} id @param {string} end @returns {Promise<any>} */
async function qlogOf(server, id, end) {
  const { bytes } = await server.ask(`/api/captures/${id}/connections/q0/quic/sender?direction=${end}`);
  return /** @type {any} */ (decodeColumnFrame(new Uint8Array(bytes).buffer).meta).qlog;
}

test('qlogs of both ends are kept side by side, read again by another server, and gone with the capture', async () => {
  const server = await start({ dataDirectory: folder });
  const { json } = await server.upload('quic.pcapng', lossCapture(new Secrets()));
  const { id } = json.capture;
  await server.settled(id);
  const put = (/** @type {Uint8Array} */ body) =>
    server.ask(`/api/captures/${id}/host-log`, { method: 'PUT', body: /** @type {any} */ (body) });
  // One at once after the other, as when several are dropped together; the same again is one.
  for (const body of [
    gzipSync(serverQlog()),
    serverQlog({ of: asClient, vantage: 'client' }),
    gzipSync(serverQlog()),
  ]) {
    expect((await put(body)).status).toBe(200);
  }
  await server.settled(id);
  expect(await readdir(join(folder, 'captures', `${id}.qlogs`))).toHaveLength(2);
  const refused = await put(serverQlog({ id: 'aabbccddeeff0011', vantage: 'network' }));
  expect([refused.status, refused.json.error.code]).toEqual([400, 'no_host_log']);
  await server.close();

  const next = await start({ dataDirectory: folder });
  await next.ask(`/api/captures/${id}/connections/q0/quic`);
  await next.settled(id);
  expect((await qlogOf(next, id, 'server')).clock.offset).toBeCloseTo(QLOG_OFFSET_MS / 1e3, 9);
  expect((await qlogOf(next, id, 'client')).samples).toBeGreaterThan(0);
  await next.ask(`/api/captures/${id}`, { method: 'DELETE' });
  expect(await readdir(join(folder, 'captures'))).toEqual([]);
});

/** What the server sent, as if the client had. @param {any[]} events */
const asClient = (events) =>
  events.map((event) => ({
    ...event,
    name: event.name.replace(/packet_(sent|received)/, (/** @type {string} */ name) =>
      name === 'packet_sent' ? 'packet_received' : 'packet_sent',
    ),
  }));

test('what is no log is refused with a sentence', async () => {
  const server = await start();
  const { json } = await server.upload('slow.pcap', capture);
  const { id } = json.capture;
  await server.settled(id);
  const refused = await server.ask(`/api/captures/${id}/host-log`, { method: 'PUT', body: 'ESTAB 0 0 a b' });
  expect([refused.status, refused.json.error.code]).toEqual([400, 'no_host_log']);
});
