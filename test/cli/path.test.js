/** The command path: its forms, and the merged capture. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { openCapture } from '../../lib/library/index.js';
import { disguised, fileOf, simulated } from '../analysis/path/support/captures.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PROGRAM = join(ROOT, 'bin/selfclock.js');
const folder = mkdtempSync(join(tmpdir(), 'selfclock-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

const LINK = { delayMs: 10, rateKbps: 20_000, queueBytes: 20_000 };
const [one, other] = simulated({
  path: [{ name: 'link', clientToServer: LINK, serverToClient: LINK }],
  traffic: [{ kind: 'bulk', from: 'client', bytes: 300_000 }],
  taps: [{ at: 'client' }, { at: 'server' }],
});
const FILES = [join(folder, 'trace.client.pcap'), join(folder, 'trace.server.pcap')];
writeFileSync(FILES[0], fileOf(one));
writeFileSync(FILES[1], fileOf(disguised(other, { clock: (ns) => ns + 60e9 }).frames));

/** @param {string[]} args */
const path = (...args) => spawnSync(process.execPath, [PROGRAM, 'path', ...args], { encoding: 'utf8' });

test('the table begins with a sentence and names the files by what tells them apart', () => {
  const { status, stdout } = path(...FILES);
  expect(status).toBe(0);
  const lost = one.length - other.length;
  expect(stdout).toMatch(new RegExp(`^${lost} packets were lost from client to server, none elsewhere; packets queue`));
  expect(stdout).toMatch(/^server +60\.0000\d\d s/m);
  expect(stdout).toMatch(/^client → server +\d+ /m);
});

test('--json and --packets have one shape each', () => {
  const json = JSON.parse(path(...FILES, '--json').stdout);
  expect(Object.keys(json)).toEqual(['points', 'connections', 'segments', 'notes', 'findings', 'verdict']);
  expect(json.points[1]).toMatchObject({
    file: FILES[1],
    order: 1,
    clock: { offset: expect.closeTo(60, 3), steps: [], method: 'both_ways', uncertainty: expect.any(Number) },
  });
  const [connection] = json.connections;
  expect(connection.flows).toEqual([0, 0]);
  expect(connection.directions.clientToServer.segments[0]).toMatchObject({ between: [0, 1], sent: expect.any(Number) });
  expect(connection.directions.serverToClient.segments[0].between).toEqual([1, 0]);
  const packets = path(...FILES, '--packets')
    .stdout.trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(packets[0]).toEqual({
    connection: 0,
    direction: 'clientToServer',
    frames: [1, 1],
    times: [0, expect.closeTo(0.01, 3)],
    fates: [null, 'arrived'],
  });
  expect(packets.filter(({ fates }) => fates[1] === 'lost')).toHaveLength(
    json.segments.find((/** @type {any} */ { between }) => between[0] === 0).lost,
  );
  const times = packets.map(({ times: both }) =>
    Math.min(...both.filter((/** @type {number|null} */ at) => at !== null)),
  );
  expect(times).toEqual([...times].sort((a, b) => a - b));
});

test('payload that is rewritten is found where both captures can be read twice', () => {
  const payloadChanges = (/** @type {string} */ file, /** @type {Buffer} */ input) => {
    const { status, stdout } = spawnSync(process.execPath, [PROGRAM, 'path', FILES[0], file, '--json'], { input });
    expect(status).toBe(0);
    return JSON.parse(String(stdout)).connections[0].changes.filter(
      (/** @type {any} */ { what }) => what === 'payload',
    );
  };
  expect(payloadChanges(FILES[1], Buffer.alloc(0))).toEqual([]);
  const frames = disguised(other, {}).frames;
  const altered = frames.findIndex(({ bytes }) => bytes.length > 1000);
  frames[altered].bytes[frames[altered].bytes.length - 1] ^= 1;
  const file = join(folder, 'trace.altered.pcap');
  writeFileSync(file, fileOf(frames));
  expect(payloadChanges(file, Buffer.alloc(0))).toMatchObject([
    { frames: [expect.any(Number), altered + 1], packets: 1 },
  ]);
  expect(payloadChanges('-', readFileSync(file))).toEqual([]);
});

test('one of the captures can come through a pipe, whichever it is', () => {
  const json = (/** @type {string[]} */ files, /** @type {string} */ piped) => {
    const { status, stdout } = spawnSync(process.execPath, [PROGRAM, 'path', ...files, '--json'], {
      encoding: 'utf8',
      input: readFileSync(piped),
    });
    expect(status).toBe(0);
    return JSON.parse(stdout);
  };
  const { points, ...wanted } = JSON.parse(path(...FILES, '--json').stdout);
  const lost = wanted.segments.map((/** @type {any} */ segment) => segment.lost);
  for (const [at, piped] of FILES.entries()) {
    const read = json(
      FILES.map((file) => (file === piped ? '-' : file)),
      piped,
    );
    expect(read.points.map((/** @type {any} */ { clock }) => clock)).toEqual(
      points.map((/** @type {any} */ { clock }) => clock),
    );
    expect(read.points[at].file).toBe('-');
    expect(read.segments.map((/** @type {any} */ segment) => segment.lost)).toEqual(lost);
  }
});

test('-o writes all packets on one clock, with an interface for each file and fates as comments', async () => {
  const target = join(folder, 'merged.pcapng');
  expect(path(...FILES, '-o', target)).toMatchObject({ status: 0, stdout: '' });
  const capture = await openCapture(target);
  const { packets, duration } = capture.describe();
  expect(packets).toBe(one.length + other.length);
  expect(duration).toBeLessThan(1); // not a minute
  const text = readFileSync(target, 'latin1');
  expect(text).toContain('arrived: server');
  expect(text).toContain('lost: server');
});

test.each([
  [[FILES[0]], 'path takes two FILEs or more'],
  [['-', '-'], 'only one FILE can be standard input'],
  [[...FILES, '--json', '--packets'], '--json and --packets cannot be combined'],
  [
    [...FILES, '--clocks', 'mine'],
    '--clocks takes synchronised, or the seconds that each further FILE is ahead of the first',
  ],
  [[FILES[0], '-', '-o', 'x'], '-o reads each FILE three times, which standard input cannot be'],
])('wrong use is refused: %j', (args, message) => {
  const { status, stderr } = path(...args);
  expect([status, stderr]).toEqual([2, `selfclock: ${message}. Run "selfclock help" for the commands.\n`]);
});
