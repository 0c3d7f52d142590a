/** `selfclock open`: the capture's address, at a server that runs or at one that is started and left running. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FIXTURES = join(ROOT, 'fixtures/pcaps');
const home = mkdtempSync(join(tmpdir(), 'selfclock-open-'));
const env = { ...process.env, NODE_OPTIONS: '', HOME: home, XDG_DATA_HOME: home };
let port = 0;

beforeAll(async () => {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  ({ port } = /** @type {import('node:net').AddressInfo} */ (probe.address()));
  await new Promise((resolve) => probe.close(resolve));
});
afterAll(() => {
  spawnSync('pkill', ['-f', `serve .*--port ${port}`]);
  rmSync(home, { recursive: true, force: true });
});

/** @param {string[]} args */
const open = (...args) =>
  spawnSync(process.execPath, [join(ROOT, 'bin/selfclock.js'), 'open', '--no-browser', ...args], {
    encoding: 'utf8',
    env,
    timeout: 30_000,
  });

/** @param {string} address of a capture on the page @returns {any} what the server says of it */
const captureAt = (address) =>
  JSON.parse(execFileSync('curl', ['-s', address.replace('/captures/', '/api/captures/')], { encoding: 'utf8' }));

test('starts a server that reads the file where it lies, and gives a running one the next', () => {
  const first = open(join(FIXTURES, 'path-six.pcap'), '--port', String(port));
  expect([first.status, first.stderr]).toEqual([0, '']);
  expect(captureAt(first.stdout.trim())).toMatchObject({ name: 'path-six.pcap' });
  const second = open(join(FIXTURES, 'chunked.pcap'), '--port', String(port));
  expect(second.stdout).toContain(`http://127.0.0.1:${port}/captures/`);
  expect(captureAt(second.stdout.trim())).toMatchObject({ name: 'chunked.pcap', source: 'upload' });
});

test('a file that is not there is refused with a reason', () => {
  expect(open(join(FIXTURES, 'nothing.pcap'))).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('nothing.pcap is no file that can be read.'),
  });
  expect(open()).toMatchObject({ status: 2 });
});
