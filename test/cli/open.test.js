/** `selfclock open`: the capture's address, at a server that runs or at one that is started and left running. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describeWithPrograms } from '../support/programs.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FIXTURES = join(ROOT, 'fixtures/pcaps');
const home = mkdtempSync(join(tmpdir(), 'selfclock-open-'));
const env = { ...process.env, NODE_OPTIONS: '', HOME: home, XDG_DATA_HOME: home };
let port = 0;
/** Files that the plugin made. @type {Set<string>} */
const written = new Set();

beforeAll(async () => {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  ({ port } = /** @type {import('node:net').AddressInfo} */ (probe.address()));
  await new Promise((resolve) => probe.close(resolve));
});
afterAll(() => {
  for (const name of written) rmSync(join(tmpdir(), name), { force: true });
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

test("a frame's connection is shown at that frame", () => {
  const found = open(join(FIXTURES, 'path-six.pcap'), '--frame', '12', '--port', String(port));
  expect([found.stderr, found.stdout]).toEqual([
    '',
    expect.stringMatching(/\/captures\/[^/]+\/connections\/2\?frame=12\n$/),
  ]);
  expect(open(join(FIXTURES, 'path-six.pcap'), '--frame', '4000', '--port', String(port))).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Frame 4000 is not part of a TCP connection.'),
  });
  expect(open(join(FIXTURES, 'path-six.pcap'), '--frame', '-1').status).toBe(2);
});

describeWithPrograms('the plugin for Wireshark', ['tshark'], ([tshark]) => {
  /** @param {string} asked of the plugin */
  const tsharkWith = (asked) =>
    spawnSync(
      tshark,
      [
        ...['-q', '-r', join(FIXTURES, 'path-six.pcap')],
        ...['-o', `selfclock.command:"${process.execPath}" "${join(ROOT, 'bin/selfclock.js')}"`],
        ...['-o', `selfclock.options:--no-browser --port ${port}`],
        ...['-X', `lua_script:${join(ROOT, 'integrations/wireshark/selfclock.lua')}`, '-X', `lua_script1:${asked}`],
      ],
      { encoding: 'utf8', env, timeout: 30_000 },
    );

  test('opens the capture with its packets, and the connection of a packet', () => {
    const capture = captureAt(tsharkWith('open').stdout.trim());
    expect(capture).toMatchObject({ source: 'upload', format: 'pcapng' });
    written.add(capture.name);
    const shown = tsharkWith('frame=12').stdout.trim();
    written.add(captureAt(shown.replace(/\/connections\/.*/, '')).name);
    expect(shown).toMatch(/\/captures\/[^/]+\/connections\/2\?frame=12$/);
  });

  test('says what it takes', () => {
    expect(tsharkWith('12').stderr).toContain('The argument is "open" or "frame=N", not "12".');
  });
});

test('a file that is not there is refused with a reason', () => {
  expect(open(join(FIXTURES, 'nothing.pcap'))).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('nothing.pcap is not a readable file.'),
  });
  expect(open()).toMatchObject({ status: 2 });
});
