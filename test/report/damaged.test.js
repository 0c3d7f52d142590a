/** Whatever a report's data is, it is opened, or refused in one sentence; and so is each question about it. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';

import { jest } from '@jest/globals';

import { DAMAGED } from '../../lib/report/report-error.js';
import { askedAll } from '../fuzz/kinds/reports.js';
import { mutateReport } from '../fuzz/mutators/report.js';
import { Random } from '../fuzz/random.js';
import fc from '../support/properties.js';
import { madeReport } from './support/made-report.js';

const fixture = (/** @type {string} */ name) =>
  join(fileURLToPath(new URL('../../fixtures/pcaps/', import.meta.url)), name);
const CAPTURES = ['handshake-get.pcap', 'curl-parallel.pcap', 'mux-1998.pcap', 'fast-retransmit.pcap'];
const INPUTS = 25;

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
