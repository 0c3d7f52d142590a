/**
 * A real transfer between two namespaces: the kernel's own record of its sender beside what the packets show, as
 * `analyze --sender` prints it and as the page's modules draw it.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { describeMissing, findProgram } from '../../support/programs.js';

const SELFCLOCK = fileURLToPath(new URL('../../../bin/selfclock.js', import.meta.url));
const [SENDER, RECEIVER] = ['s', 'd'].map((name) => `selfclock-ss-${name}-${process.pid}`);
const BYTES = 5_000_000;

/** @param {string} line of ip's arguments */
const ip = (line) => execFileSync('ip', line.split(' '), { stdio: 'ignore' });

function canMakeNamespaces() {
  if (['ip', 'tc', 'ss', 'tcpdump'].some((name) => findProgram(name) === null)) return false;
  const made = spawnSync('ip', ['netns', 'add', `${SENDER}-try`]).status === 0;
  if (made) ip(`netns del ${SENDER}-try`);
  return made;
}

/** @param {string} namespace @param {string[]} command */
const within = (namespace, ...command) =>
  spawn('ip', ['netns', 'exec', namespace, ...command], { stdio: ['ignore', 'pipe', 'pipe'] });

const RECEIVE = `require('node:net').createServer((s) => s.resume().on('end', () => { s.end(); process.exit(0); }))
  .listen(5001, () => console.log('ready'))`;
const SEND = `const s = require('node:net').connect(5001, '10.1.1.2', () => s.end(Buffer.alloc(${BYTES})));
  s.resume().on('close', () => process.exit(0))`;

const describeNamespaces = canMakeNamespaces()
  ? describe
  : (/** @type {string} */ title) =>
      describeMissing(title, 'namespaces cannot be made here, or ip, tc, ss or tcpdump are missing');

describeNamespaces('capture --with-sockets', () => {
  const folder = mkdtempSync(join(tmpdir(), 'selfclock-sockets-'));
  const file = join(folder, 'a.pcap');

  beforeAll(() => {
    for (const name of [SENDER, RECEIVER]) ip(`netns add ${name}`);
    ip(`link add sa netns ${SENDER} type veth peer name da netns ${RECEIVER}`);
    for (const [name, device, address] of [
      [SENDER, 'sa', '10.1.1.1/24'],
      [RECEIVER, 'da', '10.1.1.2/24'],
    ]) {
      ip(`-n ${name} addr add ${address} dev ${device}`);
      ip(`-n ${name} link set ${device} up`);
    }
    // A slow link, so that the transfer takes some twenty samples.
    execFileSync('tc', `-n ${RECEIVER} qdisc add dev da root tbf rate 20mbit burst 32k latency 60ms`.split(' '));
    execFileSync('tc', `-n ${SENDER} qdisc add dev sa root tbf rate 20mbit burst 32k latency 60ms`.split(' '));
  });
  afterAll(() => {
    for (const name of [SENDER, RECEIVER]) if (existsSync(`/run/netns/${name}`)) ip(`netns del ${name}`);
    rmSync(folder, { recursive: true });
  });

  test("the sender's own window and round trip are on the capture's clock, beside those inferred", async () => {
    const capture = within(
      ...[SENDER, process.execPath, SELFCLOCK, 'capture', '-i', 'sa', '-f', 'tcp', '-w', file],
      ...['--with-sockets', '--sockets-filter', 'dport = :5001', '-s', '120', '-a', '20'],
    );
    const complaint = text(capture.stderr);
    const receiver = within(RECEIVER, process.execPath, '-e', RECEIVE);
    await once(receiver.stdout, 'data');
    while (!existsSync(`${file}.sockets`)) {
      expect({ status: capture.exitCode }).toEqual({ status: null });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const sender = within(SENDER, process.execPath, '-e', SEND);
    await Promise.all([once(sender, 'exit'), once(receiver, 'exit')]);
    process.kill(Number(capture.pid), 'SIGINT');
    await once(capture, 'exit');
    expect(await complaint).not.toContain('selfclock:');

    const lines = execFileSync(process.execPath, [SELFCLOCK, 'analyze', '--sender', '0', file], { encoding: 'utf8' });
    const [{ direction, kernel }] = lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter((one) => one.kernel);
    expect(direction).toBe('clientToServer');
    expect(kernel.samples).toBeGreaterThan(10);
    expect(kernel.cwnd.segments.some((/** @type {number} */ segments) => segments > 10)).toBe(true);
    // The same host's clock stamps packets and samples.
    expect(Math.abs(kernel.clock.offset)).toBeLessThan(0.1);
    expect(kernel.clock.uncertainty).toBeLessThan(0.01);
    expect(kernel.limits.busy).toBeGreaterThan(1);
    expect(kernel.difference.srtt.median).toBeLessThan(0.25);
    expect(kernel.difference.cwnd.median).toBeLessThan(0.5);

    await import('../../support/setup/d3-global.js'); // the page's modules expect it
    const { drawnByThePage } = await import('../../support/host/drawn.js');
    const { calls, lines: facts } = await drawnByThePage(file);
    expect(calls).toEqual(expect.arrayContaining(['polyline', 'dots']));
    const percent = (/** @type {{ median: number }} */ { median }) => `median ${(median * 100).toFixed(1)}`;
    expect(facts['cwnd, difference']).toContain(percent(kernel.difference.cwnd));
    expect(facts['SRTT, difference']).toContain(percent(kernel.difference.srtt));
    expect(facts.Clock).toContain('±');
  }, 60_000);
});
