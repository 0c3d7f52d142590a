import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { readCapture } from '../../../lib/capture/file/read-capture.js';
import { runCapture } from '../../../lib/capture/live/capture-command.js';
import { chooseTool } from '../../../lib/capture/live/interfaces.js';

const SELFCLOCK = fileURLToPath(new URL('../../../bin/selfclock.js', import.meta.url));
const LOOPBACK = process.platform === 'darwin' ? 'lo0' : 'lo';
const SENT_BYTES = 5000;

const { problem } = await chooseTool();
if (problem && process.env.CI) throw new Error(problem.message);
if (problem) console.warn(`SKIPPED: ${problem.message}`);
const sniffing = problem ? test.skip : test;

/** @type {string} */
let directory;
/** @type {import('node:net').Server} */
let server;
/** @type {number} */
let port;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'selfclock-command-'));
  server = createServer((socket) => socket.resume().on('end', () => socket.end()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = /** @type {import('node:net').AddressInfo} */ (server.address()).port;
});

afterEach(() => {
  server.close();
  rmSync(directory, { recursive: true, force: true, maxRetries: 9 });
});

/** One connection that sends `SENT_BYTES` and closes. */
async function talk() {
  const socket = connect(port, '127.0.0.1').resume();
  socket.end(Buffer.alloc(SENT_BYTES));
  await once(socket, 'close');
}

/** @param {string} path @param {number} bytes */
async function grown(path, bytes) {
  const size = () => (existsSync(path) ? readFileSync(path).length : 0);
  for (let i = 0; i < 500 && size() < bytes; i++) await delay(10);
  expect(size()).toBeGreaterThanOrEqual(bytes);
}

/** The spool that the command keeps beside its output or in the temporary directory. @param {string} parent */
function spoolIn(parent) {
  const [folder] = readdirSync(parent).filter((name) => name.startsWith('selfclock-'));
  if (!folder) return null;
  const [file] = readdirSync(join(parent, folder));
  return file ? join(parent, folder, file) : null;
}

/** @param {string} parent */
async function begun(parent) {
  for (let i = 0; i < 1000 && spoolIn(parent) === null; i++) await delay(10);
  return /** @type {string} */ (spoolIn(parent));
}

/**
 * Runs `capture` while one connection is made, then interrupts it.
 * @param {string[]} args
 * @param {NodeJS.Signals} signal
 */
async function captured(args, signal = 'SIGINT') {
  const child = spawn(process.execPath, [SELFCLOCK, 'capture', '-i', LOOPBACK, '-f', `tcp port ${port}`, ...args], {
    cwd: directory,
    env: { ...process.env, TMPDIR: directory },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const closed = once(child, 'close');
  const spool = await begun(directory);
  await grown(spool, 24);
  await talk();
  await grown(spool, SENT_BYTES);
  await delay(300); // the closing packets, which are as many bytes as they like
  child.kill(signal);
  const [status] = await closed;
  const [stdout, stderr] = await said;
  return { status, stdout, stderr };
}

/** @param {string} path */
async function analyzed(path) {
  const analysis = new OpenedAnalysis();
  await readCapture(path, analysis.ingest);
  return analysis;
}

describe('capture', () => {
  sniffing(
    'ends on Ctrl-C with the connections seen and the counts, and leaves nothing behind',
    async () => {
      const { status, stdout, stderr } = await captured([]);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toMatch(new RegExp(`127\\.0\\.0\\.1:${port} +closed +\\d+ +${SENT_BYTES} `));
      expect(stdout).toMatch(
        /^\d+ packets received on lo0? with \w+, 0 dropped by the kernel.*Capturing was stopped\.$/m,
      );
      expect(readdirSync(directory)).toEqual([]);
    },
    30_000,
  );

  sniffing(
    '-w and --json: the file holds what the counts say',
    async () => {
      const { status, stdout } = await captured(['-w', 'kept.pcap', '--json'], 'SIGTERM');
      const end = JSON.parse(stdout);
      const analysis = await analyzed(join(directory, 'kept.pcap'));
      expect(status).toBe(0);
      expect(end).toMatchObject({
        interface: LOOPBACK,
        received: analysis.ingest.describe().packets,
        dropped: { kernel: 0 },
        failed: false,
        output: join(directory, 'kept.pcap'),
      });
      expect(analysis.connections.row(0).bytes[0]).toBe(SENT_BYTES);
      expect(readdirSync(directory)).toEqual(['kept.pcap']);
    },
    30_000,
  );

  sniffing(
    '-s cuts the packets, -a ends the capture, -w - writes a capture to standard output',
    async () => {
      const { stdout, stderr, status } = spawnSync(
        process.execPath,
        [SELFCLOCK, 'capture', '-i', LOOPBACK, '-s', '96', '-a', '0.3', '-w', '-'],
        { timeout: 20_000 },
      );
      expect(status).toBe(0);
      expect(String(stderr)).toMatch(/The time limit of 0\.3 s was reached\.$/m);
      expect(stdout.length).toBeGreaterThanOrEqual(24);
      const analysis = new OpenedAnalysis();
      analysis.ingest.push(stdout);
      analysis.ingest.end();
      expect(analysis.ingest.describe().format).toMatch(/^pcap/);
    },
    30_000,
  );

  test.each([
    [[], /capture needs an interface/],
    [['-i', 'lo', '-s', 'many'], /-s takes a number above 0, not "many"/],
    [['-i', 'lo', '-a', '0'], /-a takes a number above 0, not "0"/],
    [['-i', 'lo', '-w', '-', '--json'], /both write to standard output/],
    [['-i', 'lo', '--what'], /there is no option "--what"/],
  ])('wrong usage: %j', (args, sentence) => {
    const { status, stderr } = spawnSync(process.execPath, [SELFCLOCK, 'capture', ...args], { encoding: 'utf8' });
    expect(status).toBe(2);
    expect(stderr).toMatch(sentence);
  });

  sniffing('an interface that there is not', () => {
    const { status, stderr } = spawnSync(process.execPath, [SELFCLOCK, 'capture', '-i', 'nosuch0'], {
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^selfclock: There is no interface “nosuch0” to capture on; there are .*\n$/);
  });
});

describe('interfaces', () => {
  sniffing('lists the loopback interface, in words and as JSON', () => {
    const run = (/** @type {string[]} */ ...args) =>
      spawnSync(process.execPath, [SELFCLOCK, 'interfaces', ...args], { encoding: 'utf8' }).stdout;
    expect(run()).toMatch(new RegExp(`^${LOOPBACK} +up +loopback +127\\.0\\.0\\.1`, 'm'));
    expect(JSON.parse(run('--json')).interfaces).toContainEqual(
      expect.objectContaining({ name: LOOPBACK, loopback: true, up: true }),
    );
  });
});

describe('runCapture', () => {
  sniffing(
    'gives the spool before it is deleted, and tells the limit that ended it',
    async () => {
      let spoolPath = '';
      const end = await runCapture({
        interface: LOOPBACK,
        filter: `tcp port ${port}`,
        maxSeconds: 0.3,
        withSpool: async (path) => {
          spoolPath = path;
          expect(existsSync(path)).toBe(true);
        },
      });
      expect(end).toMatchObject({
        received: 0,
        reason: 'The time limit of 0.3 s was reached.',
        failed: false,
        output: null,
      });
      expect(spoolPath).not.toBe('');
      expect(existsSync(spoolPath)).toBe(false);
    },
    20_000,
  );

  sniffing(
    'an output that cannot be written: the spool is kept, and the error says where',
    async () => {
      const output = join(directory, 'folder');
      mkdirSync(output);
      const capturing = runCapture({ interface: LOOPBACK, filter: `tcp port ${port}`, maxSeconds: 0.3, output });
      await expect(capturing).rejects.toThrow(
        /^The capture could not be written to .*folder \(EISDIR.*\); it was left in /,
      );
      const spool = spoolIn(directory);
      await expect(capturing).rejects.toThrow(`left in ${spool}.`);
      expect((await analyzed(/** @type {string} */ (spool))).ingest.describe().packets).toBe(0);
    },
    20_000,
  );

  sniffing('a folder that there is not is told before anything is captured', async () => {
    await expect(runCapture({ interface: LOOPBACK, output: join(directory, 'nowhere', 'a.pcap') })).rejects.toThrow(
      /^Nothing can be written in .*nowhere/,
    );
  });
});
