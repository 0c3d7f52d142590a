/** `selfclock analyze --explain-verdict`: why a connection's sentence leads. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { pcap, script } from '../support/packets/packets.js';
import { queueFullTwice } from '../support/packets/queue-full-twice.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PROGRAM = join(ROOT, 'bin/selfclock.js');
const fixture = (/** @type {string} */ name) => join(ROOT, 'fixtures/pcaps', name);

/** @param {string[]} args */
function run(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, 'analyze', ...args], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  return { status, lines: stdout.trimEnd().split('\n'), stderr };
}

/** @type {string} */
let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'selfclock-explain-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

test('says by which rule the sentence leads, what was found, and what yielded to what', () => {
  const file = fixture('path-keep-alive.pcap');
  const { status, lines } = run(file, '--explain-verdict', '0');
  const { flows } = JSON.parse(run(file, '--json').lines.join('\n'));
  const titles = flows[0].findings
    .filter((/** @type {{ code: string }} */ { code }) => code !== 'all_well')
    .map((/** @type {{ title: string }} */ { title }) => title);
  expect(status).toBe(0);
  expect(lines[0]).toBe(`${flows[0].verdict.sentence}.`);
  expect(lines[1]).toMatch(/^Why: .+\.$/);
  const found = lines.slice(
    lines.indexOf('Found, worst first:') + 1,
    lines.indexOf('Found, worst first:') + 1 + titles.length,
  );
  expect(found.map((line) => line.trim().split(/ · |, client|, server|: /)[1])).toEqual(titles);
  expect(lines).toContain('  Long round trips: yields to Serial requests, which says more');
  expect(lines).toContain("The capture shows of the client's data:");
});

test('says what one end alone cannot show', () => {
  const file = join(folder, 'one-way.pcap');
  const lines = Array.from({ length: 60 }, (_, k) => [`+${k}ms client data 1460`, 'server ACK uncaptured']).flat();
  writeFileSync(file, pcap(script({}, 'client SYN', 'server SYN-ACK uncaptured', 'client ACK', ...lines)));
  const said = run(file, '--explain-verdict', '0').lines;
  expect(said).toContain(
    "  Server think time: not observable here, because only the client's packets are in the capture",
  );
  expect(said.filter((line) => line.startsWith('  not: packets of both ends'))).toHaveLength(1);
});

test('a connection that gives no reason to look for findings says so', () => {
  const { lines } = run(fixture('handshake-get.pcap'), '--explain-verdict', '0');
  expect(lines).toEqual(['Nothing wrong.', 'Why: nothing in its counters gives reason to look for findings.']);
});

test('without a connection says why the sentence of the whole capture leads', () => {
  const file = join(folder, 'queue-full.pcap');
  writeFileSync(file, queueFullTwice());
  const { verdict } = JSON.parse(run(file, '--json').lines.join('\n'));
  const { status, lines } = run('--explain-verdict', file);
  expect(status).toBe(0);
  expect(lines).toEqual([
    `${verdict.sentence}.`,
    'Why: the worst finding leads: nothing else limited the data for a quarter of the time.',
    'Found, worst first:',
    '  warning · Listen queue full: 6.00 connection-seconds, in 2 of 3 connections, worst in connection 1',
    'Not reported in connection 1:',
    '  SYN lost: yields to Listen queue full, which says more',
    'May have occurred unseen:',
    '  SYN lost, in 1 of 3 connections: not observable here, because a SYN lost before the capture point leaves no trace',
  ]);
});

test('without a connection, of a capture of one, says the same as with its number', () => {
  const file = fixture('path-keep-alive.pcap');
  expect(run(file, '--explain-verdict').lines).toEqual(run(file, '--explain-verdict', '0').lines);
  const empty = join(folder, 'empty.pcap');
  writeFileSync(empty, pcap([]));
  expect(run(empty, '--explain-verdict').lines).toEqual(['No connections.', 'Why: no packet of TCP or QUIC was read.']);
});

test('takes the number of a connection, and no other form beside it', () => {
  const file = fixture('handshake-get.pcap');
  expect(run(file, '--explain-verdict=x')).toMatchObject({ status: 2, stderr: expect.stringContaining('not "x"') });
  expect(run(file, '--explain-verdict', '7')).toMatchObject({ status: 1 });
  expect(run(file, '--explain-verdict', '--json')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('cannot be combined'),
  });
  expect(run(file, '--explain-verdict', '0', '--json')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('cannot be combined'),
  });
});
