import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { chooseTool } from '../../../lib/capture/live/interfaces.js';
import { startLiveCapture } from '../../../lib/capture/live/live-capture.js';
import { followSpoolInto } from '../../../lib/capture/live/spool.js';
import { CaptureReader } from '../../../lib/capture/reader.js';

const LOOPBACK = process.platform === 'darwin' ? 'lo0' : 'lo';

/** @param {string} tool */
async function mayCapture(tool) {
  process.env.SELFCLOCK_CAPTURE_TOOL = tool;
  const { tool: found, problem } = await chooseTool();
  delete process.env.SELFCLOCK_CAPTURE_TOOL;
  return found !== null && problem === null;
}

const usable = [];
for (const tool of ['dumpcap', 'tcpdump']) {
  if (await mayCapture(tool)) usable.push(tool);
  else if (process.env.CI) throw new Error(`${tool} is missing or may not capture here`);
  else console.warn(`SKIPPED: ${tool} is missing or may not capture here`);
}

/** @type {string} */
let directory;
/** @type {import('node:dgram').Socket} */
let receiver;
/** @type {string} */
let filter;
/** @type {import('../../../lib/capture/live/live-capture.js').LiveCapture|null} */
let capture = null;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'selfclock-live-'));
  receiver = createSocket('udp4');
  receiver.bind(0, '127.0.0.1');
  await once(receiver, 'listening');
  filter = `udp port ${receiver.address().port}`;
});

afterEach(async () => {
  await capture?.stop();
  capture = null;
  receiver.close();
  delete process.env.SELFCLOCK_CAPTURE_TOOL;
  rmSync(directory, { recursive: true, force: true, maxRetries: 9 });
});

/** @param {Partial<import('../../../lib/capture/live/live-capture.js').LiveOptions>} [options] */
async function start(options = {}) {
  capture = await startLiveCapture({ interface: LOOPBACK, filter, directory, ...options });
  return capture;
}

/**
 * @param {number} packets
 * @param {number} bytes
 */
async function send(packets, bytes) {
  for (let i = 0; i < packets; i++) {
    await new Promise((resolve) => receiver.send(Buffer.alloc(bytes), receiver.address().port, '127.0.0.1', resolve));
    if (i % 10 === 9) await delay(5);
  }
}

const children = () =>
  spawnSync('ps', ['-o', 'pid=,comm=', '--ppid', String(process.pid)], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter((line) => /dumpcap|tcpdump/.test(line))
    .map((line) => Number.parseInt(line, 10));

describe.each(usable)('%s', (tool) => {
  beforeEach(() => {
    process.env.SELFCLOCK_CAPTURE_TOOL = tool;
  });

  test('packets are read from the spool while it grows, and the counts at the end are theirs', async () => {
    const live = await start();
    const reader = new CaptureReader({ onFrames: () => undefined });
    const reading = followSpoolInto(live.spool, reader);
    await send(20, 100);
    for (let i = 0; i < 500 && reader.frames < 20; i++) await delay(10);
    expect(reader.frames).toBe(20);
    const end = await live.stop();
    await reading;
    expect(end).toMatchObject({
      received: 20,
      dropped: { kernel: 0 },
      reason: 'Capturing was stopped.',
      failed: false,
    });
    expect(reader.warnings).toEqual([]);
  }, 20_000);

  test('a ring keeps its last files, and a reader that follows gets one stream', async () => {
    const live = await start({ ringFileBytes: 1e6, ringFiles: 2 });
    const reader = new CaptureReader({ onFrames: () => undefined });
    const reading = followSpoolInto(live.spool, reader);
    for (let i = 0; i < 10; i++) {
      await send(10, 50_000);
      await delay(200);
    }
    const end = await live.stop();
    await reading;
    expect(end.reason).toMatch(/were overwritten in the ring/);
    expect(readdirSync(directory)).toHaveLength(2);
    expect(reader.frames).toBe(100);
    expect(reader.warnings).toEqual([]);
  }, 20_000);

  test('a child that is killed ends the capture with one sentence', async () => {
    const live = await start();
    for (const pid of children()) process.kill(pid, 'SIGKILL');
    expect(await live.ended).toMatchObject({
      reason: `${tool} was killed from outside (SIGKILL); what it had captured is kept.`,
      failed: true,
    });
  }, 20_000);

  test.each([
    ['tcp prot 80', 'bad_filter', "The filter is not valid: can't parse filter expression: syntax error."],
    ['-w /tmp/never', 'bad_filter', "The filter is not valid: can't parse filter expression: syntax error."],
  ])('the filter %j', async (nonsense, code, message) => {
    await expect(start({ filter: nonsense })).rejects.toMatchObject({ code, message });
  });

  test.each(['-D', 'nosuch0', '/dev/stdin', '1'])('no interface %j', async (name) => {
    await expect(start({ interface: name })).rejects.toMatchObject({ code: 'no_interface' });
  });

  test('the limits stop it', async () => {
    const live = await start({ maxSeconds: 0.3 });
    expect((await live.ended).reason).toBe('The time limit of 0.3 s was reached.');
    rmSync(directory, { recursive: true, maxRetries: 9 });
    directory = mkdtempSync(join(tmpdir(), 'selfclock-live-'));
    const sized = await start({ maxBytes: 100_000 });
    await send(40, 10_000);
    expect((await sized.ended).reason).toBe('The size limit of 100000 bytes was reached.');
  }, 20_000);
});

const isLinuxRoot = process.platform === 'linux' && process.geteuid?.() === 0 && usable.length > 0;
if (!isLinuxRoot) {
  process.stderr.write(
    'SKIPPED: an interface that vanishes: only root on Linux may make one, and a capture tool is needed\n',
  );
}
const asRoot = isLinuxRoot ? test : test.skip;

asRoot.each(usable)(
  '%s: an interface that vanishes',
  async (tool) => {
    process.env.SELFCLOCK_CAPTURE_TOOL = tool;
    const run = (/** @type {string} */ line) => spawnSync('ip', line.split(' '), { encoding: 'utf8' });
    expect(run('link add scveth0 type veth peer name scveth1').stderr).toBe('');
    try {
      run('link set scveth0 up');
      run('link set scveth1 up');
      const live = await start({ interface: 'scveth0', filter: '' });
      run('link del scveth0');
      expect((await live.ended).reason).toBe(
        'The interface scveth0 went away or went down; what was captured until then is kept.',
      );
    } finally {
      run('link del scveth0');
    }
  },
  20_000,
);

asRoot(
  'a full disk',
  async () => {
    expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=18m', 'tmpfs', directory]).status).toBe(0);
    try {
      const live = await start();
      writeFileSync(join(directory, 'filler'), Buffer.alloc(4 * 1024 ** 2));
      expect(await live.ended).toMatchObject({ reason: expect.stringMatching(/^The disk is full/), failed: true });
    } finally {
      spawnSync('umount', [directory]);
    }
  },
  20_000,
);
