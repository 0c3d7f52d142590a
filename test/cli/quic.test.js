/** What `analyze` prints of QUIC, alone and beside TCP. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { lossyQuicCapture } from '../quicflow/capture.js';
import { conversation } from '../quicflow/conversation.js';
import { frameOf, Secrets } from '../quicflow/seal.js';
import { frameBytes, pcap, script } from '../support/packets/packets.js';

const PROGRAM = fileURLToPath(new URL('../../bin/selfclock.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'selfclock-quic-'));
const secrets = new Secrets();
const keys = join(folder, 'keys');
const alone = join(folder, 'quic.pcap');
const mixed = join(folder, 'mixed.pcap');

/** @param {Uint8Array[]} frames */
const capture = (frames) => pcap(frames.map((bytes, i) => ({ timeNs: i * 1e6, bytes, originalLength: bytes.length })));

beforeAll(() => {
  const quic = conversation(secrets).map(frameOf);
  const tcp = frameBytes({
    source: { address: '10.0.0.1', port: 1000 },
    destination: { address: '10.0.0.2', port: 80 },
    seq: 1,
    ack: 0,
    flags: 2,
  });
  writeFileSync(keys, secrets.text());
  writeFileSync(alone, capture(quic));
  writeFileSync(mixed, capture([quic[0], tcp, ...quic.slice(1)]));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** @param {...string} args */
const run = (...args) => runCommand('analyze', ...args);

/** @param {...string} args */
function runCommand(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
    timeout: 20_000,
  });
  expect([status, stderr]).toEqual([0, '']);
  return stdout;
}

test('--json has the connections of both transports, each named', () => {
  const { capture: facts, flows } = JSON.parse(run(mixed, '--json', '--keylog', keys));
  expect(facts).toMatchObject({ tcpPackets: 1, flows: 1, quicPackets: 6, quicConnections: 1 });
  expect(flows.map((/** @type {any} */ { flow, transport }) => [flow, transport])).toEqual([
    [0, 'tcp'],
    ['q0', 'quic'],
  ]);
  expect(flows[1]).toMatchObject({ sni: 'www.example.test', decrypted: { oneRtt: 'all' }, keysMissing: [] });
});

test('--packets has the packets of both in the order of their frames', () => {
  const lines = run(mixed, '--packets', '--keylog', keys).trim().split('\n');
  const packets = lines.map((line) => JSON.parse(line));
  expect(packets.map(({ transport, frame, index }) => `${transport} ${frame} ${index ?? ''}`)).toEqual([
    'quic 1 0',
    'tcp 2 ',
    'quic 3 0',
    'quic 3 1',
    'quic 4 0',
    'quic 4 1',
    'quic 5 0',
  ]);
  expect(packets[5].frames).toEqual([{ type: 'stream', stream: 0, offset: 0, length: 3, fin: true }]);
});

test('a capture of QUIC alone is read like any other, and what lacks is named', () => {
  const [counts, , row, last] = run(alone).split('\n');
  expect(counts).toMatch(/^4 packets, 0 TCP, 6 QUIC, 1 connection, /);
  expect(row).toMatch(/note +Not decrypted · 4 packets, no keys$/);
  expect(last).toBe('Not decrypted · 4 packets, no keys.');
  const { flows, summary } = JSON.parse(run(alone, '--json'));
  expect(flows[0].summary).toMatch(/^QUIC 1 with h3 to www\.example\.test: .* the key log has no CLIENT_HAND/);
  expect(summary).toBe(last);
  const explained = run(alone, '--explain-verdict');
  expect(explained).toContain('Why: without keys losses, limits and requests are not known.');
  expect(explained).toMatch(/ {2}4 packets cannot be decrypted: the key log has no CLIENT_HAND/);
  expect(run(alone, '--explain-verdict', 'q0')).toBe(explained);
});

test('the last line, the JSON and the explanation weigh what was found in connections of both transports', () => {
  const lossy = join(folder, 'lossy.pcapng');
  const segments = script({}, 'client SYN', '+1ms server SYN-ACK', '+1ms client ACK');
  writeFileSync(lossy, lossyQuicCapture({ frames: segments.map(({ bytes }) => bytes) }));
  const lines = run(lossy).trim().split('\n');
  expect(lines[2]).toMatch(/^ +0 .* note +No data$/);
  expect(lines[3]).toMatch(/^ +q0 .* warning +QUIC packets lost$/);
  expect(lines.at(-1)).toMatch(/^QUIC packets lost · in 1 of 2 connections\. Connection q0: 1 packet of /);
  const { summary, verdict, findings } = JSON.parse(run(lossy, '--json'));
  expect(summary).toBe(lines.at(-1));
  expect(verdict).toMatchObject({ code: 'quic_loss', severity: 'warning' });
  expect(findings.find((/** @type {any} */ { code }) => code === 'quic_loss').flows).toEqual(['q0']);
  expect(run(lossy, '--explain-verdict')).toMatch(/^QUIC packets lost · in 1 of 2 connections\.\nWhy: /);
  expect(run(lossy, '--explain-verdict', 'q0')).toMatch(/^QUIC packets lost\.\nWhy: /);
});

test('a connection is exported as a capture of its own, as tables and as graphs', () => {
  const [part, tables] = [join(folder, 'part.pcap'), join(folder, 'tables')];
  const give = (/** @type {string} */ format, /** @type {string} */ output) =>
    runCommand('export', mixed, '--keylog', keys, '--flow', 'q0', '--format', format, '-o', output);
  give('pcap', part);
  const lines = run(part, '--packets', '--keylog', keys).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).transport)).toEqual(new Array(6).fill('quic'));
  give('csv', tables);
  give('xplot', tables);
  expect(readdirSync(tables).sort()).toEqual(
    expect.arrayContaining(['frames.csv', 'packets.csv', 'streams.csv', 'q0_s2c_numbers.xpl']),
  );
  expect(readFileSync(join(tables, 'packets.csv'), 'utf8').split('\n')).toHaveLength(8);
});
