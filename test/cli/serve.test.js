import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../bin/selfclock.js', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'selfclock-serve-'));
const env = { ...process.env, NODE_OPTIONS: '' };

afterAll(() => rmSync(directory, { recursive: true, maxRetries: 9 }));

test('says where it is, and ends when it is asked to', async () => {
  const child = spawn(process.execPath, [PROGRAM, 'serve', '--port', '0', '--data', directory], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  expect(line).toMatch(/^Selfclock is at http:\/\/127\.0\.0\.1:\d+\/\n$/);
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
}, 30_000);

test('folders and files may be named as seen from where it starts', async () => {
  const pcap = readFileSync(new URL('../../fixtures/pcaps/handshake-get.pcap', import.meta.url));
  writeFileSync(join(directory, 'given.pcap'), pcap);
  const indexed = spawnSync(process.execPath, [PROGRAM, 'index', 'given.pcap', '-o', 'tables'], {
    cwd: directory,
    env,
  });
  expect(indexed.status).toBe(0);
  const args = [PROGRAM, 'serve', 'given.pcap', '--port', '0', '--data', 'relative', '--tables', 'tables'];
  const child = spawn(process.execPath, args, { cwd: directory, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  const url = line.replace('Selfclock is at ', '').trim();
  const json = async (/** @type {string} */ path) => (await fetch(url + path)).json();
  const headers = { 'content-type': 'application/octet-stream' };
  const sent = await fetch(`${url}api/captures?name=up.pcap`, { method: 'POST', body: pcap, headers });
  expect(sent.status).toBe(201);
  const { captures } = await json('api/captures');
  expect(captures).toHaveLength(2);
  for (const { id } of captures) {
    const file = await fetch(`${url}api/captures/${id}/file`);
    expect([file.status, Buffer.from(await file.arrayBuffer()).equals(pcap)]).toEqual([200, true]);
  }
  const { rows } = await json('api/fleet/questions/captures');
  expect(rows).toEqual([expect.arrayContaining([join(realpathSync(directory), 'given.pcap')])]);
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
}, 60_000);

test('a port in use ends it with one sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (other.address());
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [PROGRAM, 'serve', '--port', String(port), '--data', directory],
    { env, encoding: 'utf8', timeout: 20_000 },
  );
  other.close();
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toBe(
    `selfclock: Port ${port} on 127.0.0.1 is in use, perhaps by another Selfclock; choose another with --port.\n`,
  );
}, 30_000);

// Where there is no /proc, as on macOS, the folder cannot be made at the root either.
test.each(['/proc/selfclock-nothing', '/proc/self'])(
  'a library that cannot be made in %s ends it with one sentence, at once',
  (folder) => {
    const { status, signal, stderr } = spawnSync(
      process.execPath,
      [PROGRAM, 'serve', '--port', '0', '--data', folder],
      { env, encoding: 'utf8', timeout: 20_000, killSignal: 'SIGKILL' },
    );
    expect({ status, signal }).toEqual({ status: 1, signal: null });
    expect(stderr).toMatch(
      /^selfclock: The capture library \/proc\/.* cannot be used \([^:()]+\); name another folder with --data\.\n$/,
    );
  },
  30_000,
);

test('without a home folder it asks for one for captures', () => {
  // Where there is no HOME it is looked up by user number, which needs one that the machine does not know.
  const fault =
    'import os from "node:os"; import { syncBuiltinESMExports } from "node:module"; os.homedir = () => { throw new Error("uv_os_homedir returned ENOENT"); }; syncBuiltinESMExports();';
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(fault)}`, PROGRAM, 'serve', '--port', '0'],
    { env: { ...env, XDG_DATA_HOME: '' }, encoding: 'utf8', timeout: 20_000 },
  );
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'selfclock: This user has no home folder to keep captures in; name a folder with --data.\n',
  });
}, 30_000);

test.each([
  [
    'a command',
    ['fo\no\u202e\x1b[31m'],
    2,
    'selfclock: there is no command "fo o\ufffd\ufffd[31m". Run "selfclock help" for the commands.\n',
  ],
  [
    'an own property of no object',
    ['constructor'],
    2,
    'selfclock: there is no command "constructor". Run "selfclock help" for the commands.\n',
  ],
  [
    'a file',
    ['analyze', '/nope\n\x1b[2Jx.pcap'],
    1,
    'selfclock: There is no file at /nope \ufffd[2Jx.pcap: check the path.\n',
  ],
])(
  'the name of %s cannot write to the terminal what it likes',
  (_what, args, status, stderr) => {
    expect(spawnSync(process.execPath, [PROGRAM, ...args], { env, encoding: 'utf8', timeout: 20_000 })).toMatchObject({
      status,
      stdout: '',
      stderr,
    });
  },
  30_000,
);
