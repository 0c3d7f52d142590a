/** The table `kernel`: what a host recorded beside a capture, a second at a time, if it did. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { CaptureError } from '../../lib/capture/capture-error.js';
import { compact } from '../../lib/fleet/compact.js';
import { ask } from '../../lib/fleet/database.js';
import { TablesFolder } from '../../lib/fleet/tables-folder.js';
import { openCapture } from '../../lib/library/index.js';
import { recordBeside } from '../../lib/shared/hostlog/record-beside.js';
import { download, serverRecord } from '../support/host/record.js';

const home = mkdtempSync(join(tmpdir(), 'selfclock-kernel-'));
const tables = join(home, 'tables');
const file = join(home, 'recorded.pcap');
const capture = download({ bytes: 3_000_000, isHeldByWindow: true });
const VERSION = { version: '1.2.3' };
/** Its last sample is of a closed socket, which counts no time. */
const record = `${serverRecord(capture, {
  words: ({ ms, share }) =>
    `cubic rtt:41.5/2 mss:1448 cwnd:${share < 0.5 ? 20 : 40} unacked:${share < 0.5 ? 12 : 22} bytes_retrans:${share < 0.5 ? 0 : 2896} ` +
    `delivery_rate 6000000bps busy:${ms}ms rwnd_limited:${0.75 * ms}ms(75.0%)${share < 0.5 ? ' app_limited' : ''}`,
})}`.replace(/ESTAB ([^\n]*?) cubic[^\n]*\n$/, 'TIME-WAIT $1\n');

/** @param {string} folder @param {string} sql @returns {Promise<any[]>} rows as objects */
async function rowsOf(folder, sql) {
  const { columns, rows } = await ask(folder, sql);
  const found = [];
  for await (const row of rows) found.push(Object.fromEntries(columns.map((name, i) => [name, row[i]])));
  return found;
}

/** @template T @param {AsyncIterable<T>} values */
async function all(values) {
  const list = [];
  for await (const value of values) list.push(value);
  return list;
}

beforeAll(async () => {
  const bare = join(home, 'bare.pcap');
  writeFileSync(file, capture);
  writeFileSync(recordBeside(file), record);
  writeFileSync(bare, download({ bytes: 60_000 }));
  const folder = await TablesFolder.open(tables);
  for (const one of [file, bare]) await folder.add(one, { ...VERSION, windows: true });
});
afterAll(() => rmSync(home, { recursive: true, maxRetries: 9 }));

test("a row has a second's samples, in bytes and seconds, on the seconds of the table windows", async () => {
  const rows = await rowsOf(tables, 'SELECT * FROM kernel ORDER BY second');
  expect(rows.length).toBeGreaterThan(2);
  expect(rows[0]).toMatchObject({
    ...{ connection: 0, direction: 'serverToClient', congestion_control: 'cubic', samples: 50 },
    ...{ app_limited_samples: 50, congestion_window_bytes: 20 * 1448, slow_start_threshold_bytes: null },
    ...{ unacked_bytes: 12 * 1448, srtt_seconds: 0.0415, delivery_rate_bytes_per_second: 750_000 },
    ...{ retransmitted_bytes: 0 },
  });
  expect(rows[0].busy_seconds).toBeCloseTo(0.98, 6);
  expect(rows[0].receive_window_limited_seconds).toBeCloseTo(0.735, 6);
  expect(rows[1].busy_seconds).toBeCloseTo(1, 6);
  const sql = `SELECT count(*) AS both FROM kernel JOIN windows USING (capture, connection, second, direction)
    WHERE windows.congestion_window_bytes IS NOT NULL`;
  expect(await rowsOf(tables, sql)).toEqual([{ both: rows.length }]);
});

test('sums over the seconds are what --sender has of the whole; a closed socket takes nothing back', async () => {
  const sums = `SELECT sum(samples) AS samples, sum(busy_seconds) AS busy, sum(receive_window_limited_seconds) AS held,
    sum(send_buffer_limited_seconds) AS full, sum(retransmitted_bytes) AS again FROM kernel`;
  const [{ busy, held, ...counts }] = await rowsOf(tables, sums);
  const [{ rows, columns }, ...others] = await all((await openCapture(file)).kernels());
  expect([counts, others]).toEqual([{ samples: rows, full: 0, again: 2896 }, []]);
  expect(columns.busy[rows - 1]).toBe(0);
  expect(busy).toBeCloseTo(Math.max(...columns.busy) / 1e9, 6);
  expect(held).toBeCloseTo(0.75 * busy, 6);
});

test('a capture without a record has no file, a day that is put together those that have', async () => {
  const filesOf = (/** @type {string} */ folder, /** @type {string} */ table) =>
    readdirSync(join(folder, table), { recursive: true }).filter((name) => String(name).endsWith('.parquet'));
  expect([filesOf(tables, 'captures').length, filesOf(tables, 'kernel').length]).toEqual([2, 1]);
  const together = join(home, 'together');
  await compact(tables, together, () => {});
  const count = 'SELECT count(*) AS rows FROM kernel';
  expect(await rowsOf(together, count)).toEqual(await rowsOf(tables, count));
});

test('findings rest on the record; one that is given replaces it, and what is no log is refused', async () => {
  const [{ message }] = await rowsOf(tables, "SELECT message FROM findings WHERE code = 'receive_window_limited'");
  expect(message).toMatch(/the server's kernel says: [\d.]+ s \(rwnd_limited\)\.$/);
  const given = join(home, 'given');
  writeFileSync(given, serverRecord(capture, { words: () => 'reno cwnd:7' }));
  const [{ names }] = await all((await openCapture(capture, { hostLogs: [given] })).kernels());
  expect(names).toMatchObject({ congestionControl: 'reno', mss: null });
  expect(await all((await openCapture(capture)).kernels())).toEqual([]);
  await expect(openCapture(file, { hostLogs: [join(home, 'none')] })).rejects.toThrow(CaptureError);
});
