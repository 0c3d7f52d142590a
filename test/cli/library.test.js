/** The package's library: the documented examples run, and shapes are those of the command line. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { CaptureError, openCapture, openPath } from '../../lib/library/index.js';
import { quicCapture } from '../quicflow/capture.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CAPTURE = join(ROOT, 'fixtures/pcaps/path-pipelined.pcap');
const EXAMPLES = [...readFileSync(join(ROOT, 'docs/library.md'), 'utf8').matchAll(/^```js\n(.*?)^```/gms)].map(
  ([, code]) => code,
);

/** @param {string[]} args @returns {string} */
const node = (...args) => execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });

/** @param {string} form @returns {any[]} what the command line prints, a line each */
const lines = (form) =>
  node('bin/selfclock.js', 'analyze', CAPTURE, form)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** @template T @param {AsyncIterable<T>} values */
async function all(values) {
  const list = [];
  for await (const value of values) list.push(value);
  return list;
}

/** As JSON has it. @param {unknown} value */
const plain = (value) => JSON.parse(JSON.stringify(value));

test('a capture in memory, plain or compressed, is read as its file is; what is none is refused', async () => {
  const bytes = readFileSync(CAPTURE);
  const json = JSON.parse(node('bin/selfclock.js', 'analyze', CAPTURE, '--json'));
  for (const source of [bytes, gzipSync(bytes)]) {
    const capture = await openCapture(source);
    expect(plain(await all(capture.connections()))).toEqual(json.flows);
  }
  await expect(openCapture(Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8))).rejects.toThrow(CaptureError);
});

test('connections, findings, messages and the verdict are those of the command line', async () => {
  const capture = await openCapture(CAPTURE);
  const json = JSON.parse(node('bin/selfclock.js', 'analyze', CAPTURE, '--json'));
  expect(plain(capture.describe())).toEqual(json.capture);
  expect(plain(await all(capture.connections()))).toEqual(json.flows);
  expect(capture.verdict().summary).toBe(json.summary);
  expect(plain(await all(capture.findings()))).toEqual(
    json.flows.flatMap((/** @type {any} */ { flow, findings }) =>
      findings.map((/** @type {object} */ finding) => ({ connection: flow, ...finding })),
    ),
  );
  expect(plain(await all(capture.messages()))).toEqual(lines('--messages'));
});

test('QUIC has connections, packets, streams and senders as the command line prints them', async () => {
  const capture = await openCapture(quicCapture());
  const [connection, ...others] = await all(capture.connections());
  expect([connection.transport, connection.flow, others]).toEqual(['quic', 'q0', []]);
  expect(connection).toMatchObject({ sni: 'www.example.test', summary: 'QUIC 1 with h3 to www.example.test' });
  const packets = await all(capture.quicPackets({ connection: 'q0' }));
  expect(packets.map(({ type }) => type)).toEqual(['initial', 'initial', 'handshake', 'handshake', '1rtt', '1rtt']);
  expect(packets[4]).toMatchObject({ verdict: 'original', bytesInFlight: expect.any(Number) });
  expect(await all(capture.quicStreams())).toMatchObject([{ flow: 'q0', stream: 0, serverToClient: { bytes: 2 } }]);
  expect((await all(capture.quicSenders())).map(({ direction }) => direction)).toEqual([
    'clientToServer',
    'serverToClient',
  ]);
  expect(await all(capture.findings({ connection: 'q0' }))).toEqual([]);
  await expect(all(capture.quicPackets({ connection: 'q1' }))).rejects.toThrow(RangeError);
});

test('packets come in columns, a batch for each connection', async () => {
  const capture = await openCapture(CAPTURE);
  const printed = lines('--packets');
  const batches = await all(capture.packets());
  for (const { connection, rows, columns } of batches) {
    const own = printed.filter(({ flow }) => flow === connection);
    expect(rows).toBe(own.length);
    expect([...columns.frame]).toEqual(own.map(({ frame }) => frame));
    expect(columns.inFlight.length).toBe(rows);
  }
  expect(batches.reduce((sum, { rows }) => sum + rows, 0)).toBe(printed.length);
  const [first] = await all(capture.packets({ connection: batches[0].connection, measured: false }));
  expect(first.columns.rtt).toBeUndefined();
  await expect(all(capture.packets({ connection: 999 }))).rejects.toThrow('The capture has no connection 999.');
});

test('a file that is no capture is refused with a reason and its place', async () => {
  const refused = await openCapture(fileURLToPath(import.meta.url)).catch((error) => error);
  expect(refused).toBeInstanceOf(CaptureError);
  expect(refused).toMatchObject({ code: 'not_a_capture', offset: 0 });
});

test('a path is that of the command line, and takes what is known of its clocks', async () => {
  const json = JSON.parse(node('bin/selfclock.js', 'path', CAPTURE, CAPTURE, '--json'));
  const path = await openPath([CAPTURE, CAPTURE]);
  expect(plain(path.points())).toEqual(json.points);
  expect(plain(await all(path.connections()))).toEqual(json.connections);
  expect(plain(path.segments())).toEqual(json.segments);
  expect(plain(await all(path.findings()))).toEqual(json.findings);
  expect(path.notes()).toEqual(json.notes);
  expect(path.verdict()).toEqual(json.verdict);
  expect((await all(path.packets())).length).toBeGreaterThan(0);
  const bytes = readFileSync(CAPTURE);
  const known = await openPath([bytes, bytes], { clocks: [0.5] });
  expect(known.points()[1].clock).toMatchObject({ method: 'given', offset: 0.5 });
  await expect(openPath([CAPTURE])).rejects.toThrow('A path takes two captures or more.');
  await expect(openPath([CAPTURE, CAPTURE], { clocks: [1, 2] })).rejects.toThrow(RangeError);
});

test('the documentation has examples', () => expect(EXAMPLES.length).toBe(5));

test.each(EXAMPLES.map((code, index) => [index + 1, code]))('example %d of docs/library.md runs', (_index, code) => {
  const script = String(code).replace(/'(capture|client|server)\.pcap'/g, JSON.stringify(CAPTURE));
  expect(node('--input-type=module', '--eval', script)).not.toBe('');
});
