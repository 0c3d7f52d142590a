/** Whatever a report's data is, it is opened, or refused in one sentence; and so is each question about it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';

import { jest } from '@jest/globals';

import { pack, unpack } from '../../lib/report/pack.js';
import { DAMAGED } from '../../lib/report/report-error.js';
import { askedAll } from '../fuzz/kinds/reports.js';
import { mutateReport, mutateValue } from '../fuzz/mutators/report.js';
import { Random } from '../fuzz/random.js';
import { download, hostLogOfText, serverRecord } from '../support/host/record.js';
import fc from '../support/properties.js';
import { madeReport, written } from './support/made-report.js';

const fixture = (/** @type {string} */ name) =>
  join(fileURLToPath(new URL('../../fixtures/pcaps/', import.meta.url)), name);
const CAPTURES = ['handshake-get.pcap', 'curl-parallel.pcap', 'mux-1998.pcap', 'fast-retransmit.pcap'];
const INPUTS = 25;

const folder = mkdtempSync(join(tmpdir(), 'selfclock-damaged-'));
afterAll(() => rmSync(folder, { recursive: true }));

// What hangs fails by this; a whole file takes about a second.
jest.setTimeout(180_000);

/** @param {Uint8Array} data */
async function ask(data) {
  const written = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  const { error, fault } = await askedAll(data);
  expect(fault).toBeNull();
  written.mockRestore();
  return error;
}

test.each(CAPTURES)('%s, changed anywhere', async (name) => {
  const { data } = await madeReport(fixture(name));
  expect(await ask(data)).toBeNull();
  await fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      await ask(mutateReport(data, new Random(seed)));
    }),
    { numRuns: INPUTS, interruptAfterTimeLimit: 100_000 },
  );
});

test("a host's record, changed anywhere", async () => {
  const bytes = download({ bytes: 60_000 });
  const path = written(join(folder, 'download.pcap'), bytes);
  const report = await madeReport(path, { hostLog: hostLogOfText(serverRecord(bytes)) });
  expect(report.state.sockets).toHaveLength(1);
  expect(await ask(report.data)).toBeNull();
  await fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      const state = unpack(Uint8Array.from(gunzipSync(report.data)).buffer);
      mutateValue(state.sockets, new Random(seed));
      await ask(gzipSync(pack(state)));
    }),
    { numRuns: 4 * INPUTS, interruptAfterTimeLimit: 100_000 },
  );
});

test('cut anywhere, it is refused', async () => {
  const { data } = await madeReport(fixture('handshake-get.pcap'));
  for (let length = 0; length < data.length; length += 7) expect(await ask(data.slice(0, length))).toBe(DAMAGED);
});

test('few bytes do not become very many', async () => {
  const { data } = await madeReport(fixture('handshake-get.pcap'));
  const frame = gunzipSync(data);
  const header = JSON.parse(frame.subarray(4, 4 + frame.readUInt32LE()).toString());
  header.meta.value.icmpErrors = Array.from({ length: 100_000 }, () => ({ $: 'column', text: 'big' }));
  header.columns.push({ name: 'big', type: 'u8', offset: 0, length: 1 << 20 });
  const text = Buffer.from(JSON.stringify(header).padEnd(8 * 1024 * 1024));
  const start = Buffer.alloc(4);
  start.writeUInt32LE(text.length);
  expect(await ask(gzipSync(Buffer.concat([start, text, Buffer.alloc(1 << 20)])))).toBe(DAMAGED);
  const bomb = gzipSync(Buffer.alloc(256 * 1024 * 1024));
  expect(await ask(Buffer.concat(Array.from({ length: 3 }, () => bomb)))).toBe(DAMAGED);
});
