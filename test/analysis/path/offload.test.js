/** Real captures in front of and behind the place where the kernel cuts long segments: three namespaces in a row. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { describeMissing, findProgram } from '../../support/programs.js';
import { pathOf } from './support/captures.js';

const BYTES = 3_000_000;
const [SENDER, ROUTER, RECEIVER] = ['s', 'r', 'd'].map((name) => `selfclock-${name}-${process.pid}`);
const NAMESPACES = [SENDER, ROUTER, RECEIVER];

/** @param {string} line of ip's arguments */
const ip = (line) => execFileSync('ip', line.split(' '), { stdio: 'ignore' });

function canMakeNamespaces() {
  if (['ip', 'tcpdump'].some((name) => findProgram(name) === null)) return false;
  const made = spawnSync('ip', ['netns', 'add', `${SENDER}-try`]).status === 0;
  if (made) ip(`netns del ${SENDER}-try`);
  return made;
}

/** sender — router — receiver; the router's way out takes one segment at a time, so that it cuts longer ones. */
function connect() {
  for (const name of NAMESPACES) ip(`netns add ${name}`);
  ip(`link add sa netns ${SENDER} type veth peer name ra netns ${ROUTER}`);
  ip(`link add rb netns ${ROUTER} type veth peer name db netns ${RECEIVER}`);
  for (const [name, device, address] of [
    [SENDER, 'sa', '10.1.1.1/24'],
    [ROUTER, 'ra', '10.1.1.2/24'],
    [ROUTER, 'rb', '10.1.2.2/24'],
    [RECEIVER, 'db', '10.1.2.1/24'],
  ]) {
    ip(`-n ${name} addr add ${address} dev ${device}`);
    ip(`-n ${name} link set ${device} up`);
  }
  ip(`-n ${ROUTER} link set rb gso_max_segs 1`);
  ip(`-n ${SENDER} route add default via 10.1.1.2`);
  ip(`-n ${RECEIVER} route add default via 10.1.2.2`);
  execFileSync('ip', ['netns', 'exec', ROUTER, 'sysctl', '-qw', 'net.ipv4.ip_forward=1']);
}

/** @param {string} namespace @param {string[]} command */
const within = (namespace, ...command) =>
  spawn('ip', ['netns', 'exec', namespace, ...command], { stdio: ['ignore', 'pipe', 'pipe'] });

/** @param {string} namespace @param {string} device @param {string} file */
async function capturing(namespace, device, file) {
  const child = within(namespace, 'tcpdump', '-i', device, '--immediate-mode', '-s', '100', '-U', '-w', file, 'tcp');
  await once(child.stderr, 'data'); // it listens
  return async () => {
    child.kill('SIGINT');
    await once(child, 'exit');
  };
}

const RECEIVE = `require('node:net').createServer((s) => s.resume().on('end', () => { s.end(); process.exit(0); }))
  .listen(5001, () => console.log('ready'))`;
const SEND = `const s = require('node:net').connect(5001, '10.1.2.1', () => s.end(Buffer.alloc(${BYTES})));
  s.resume().on('close', () => process.exit(0))`;

const describeNamespaces = canMakeNamespaces()
  ? describe
  : (/** @type {string} */ title) =>
      describeMissing(title, 'namespaces cannot be made here, or ip or tcpdump are missing');

describeNamespaces('segments that the kernel cuts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'selfclock-offload-'));
  beforeAll(connect);
  afterAll(() => {
    for (const name of NAMESPACES) if (existsSync(`/run/netns/${name}`)) ip(`netns del ${name}`);
    rmSync(folder, { recursive: true });
  });

  test('each part is found in the long segment that it is of', async () => {
    const files = ['sender', 'receiver'].map((name) => join(folder, `${name}.pcap`));
    const ends = [await capturing(SENDER, 'sa', files[0]), await capturing(RECEIVER, 'db', files[1])];
    const receiver = within(RECEIVER, process.execPath, '-e', RECEIVE);
    await once(receiver.stdout, 'data');
    const sender = within(SENDER, process.execPath, '-e', SEND);
    await Promise.all([once(sender, 'exit'), once(receiver, 'exit')]);
    await delay(1000);
    for (const end of ends) await end();
    const path = await pathOf(files.map((file) => readFileSync(file)));
    const [there] = path.segments();
    const byFrame = new Map();
    for (const { direction, frames } of path.packets()) {
      if (direction === 'clientToServer' && frames[0] !== null && frames[1] !== null) {
        byFrame.set(frames[0], (byFrame.get(frames[0]) ?? 0) + 1);
      }
    }
    expect(Math.max(...byFrame.values())).toBeGreaterThan(2); // the sender's capture has long segments
    expect(there.arrived).toBeGreaterThan(BYTES / 1448);
    expect(there).toMatchObject({ lost: 0, notCaptured: 0, duplicated: 0 });
  });
});
