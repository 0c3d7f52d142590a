import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { readKeyLog } from '../../bin/commands/input/read-key-log.js';
import { http1OverTls, http2OverTls, secretsCapture } from '../support/tls/secrets-capture.js';

const PROGRAM = fileURLToPath(new URL('../../bin/selfclock.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'selfclock-key-log-'));

afterAll(() => rmSync(folder, { recursive: true }));

/** @param {...string} args */
function run(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
    timeout: 20_000,
  });
  return { status, stdout, stderr };
}

test('a key log that is not there, or has no secrets, is one sentence', () => {
  const missing = join(folder, 'none');
  const empty = join(folder, 'empty');
  writeFileSync(empty, '# nothing\n');
  expect(run('analyze', 'x.pcap', '--keylog', missing)).toEqual({
    status: 1,
    stdout: '',
    stderr: `selfclock: ${missing} cannot be read: there is no such file\n`,
  });
  expect(run('analyze', 'x.pcap', '--keylog', empty)).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringContaining('has no secrets'),
  });
});

describe('secrets that a pcapng brings behind its packets', () => {
  const copies = join(folder, 'copies');
  const late = join(folder, 'late.pcapng');
  const early = join(folder, 'early.pcapng');
  /** @type {Uint8Array} */
  let bytes;
  beforeAll(async () => {
    const two = [await http1OverTls({ maxVersion: 'TLSv1.2' }), await http2OverTls({ minVersion: 'TLSv1.3' })];
    const sessions = Array.from({ length: 10 }, (_, i) => two[i % 2]); // more than is read from a pipe at once
    bytes = secretsCapture(
      sessions,
      sessions.map(() => Infinity),
    );
    mkdirSync(copies);
    writeFileSync(late, bytes);
    writeFileSync(
      early,
      secretsCapture(
        sessions,
        sessions.map(() => 0),
      ),
    );
  });

  /**
   * In pieces that do not come at once.
   * @param {string} temporary folder
   * @param {Uint8Array} input
   * @param {...string} args
   */
  async function piped(temporary, input, ...args) {
    const child = spawn(process.execPath, [PROGRAM, ...args], {
      env: { ...process.env, NODE_OPTIONS: '', NODE_DISABLE_COMPILE_CACHE: '1', TMPDIR: temporary },
    });
    const told = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    const half = input.length >> 1;
    child.stdin.write(input.subarray(0, half));
    setTimeout(() => child.stdin.end(input.subarray(half)), 300);
    const [stdout, stderr, [status]] = await told;
    return { status, stdout, stderr };
  }

  test.each([
    [['analyze', '--json']],
    [['whatif', '--set', 'initcwnd=30', '--json']],
    [['export', '--format', 'har']],
    [['export', '--flow', '0', '--format', 'body', '--message', '1']],
  ])('count as if they stood first: %j', async ([command, ...args]) => {
    const expected = run(command, early, ...args);
    expect(expected).toMatchObject({ status: 0, stderr: '' });
    expect(run(command, late, ...args)).toEqual(expected);
    expect(await piped(copies, bytes, command, '-', ...args)).toEqual(expected);
    expect(readdirSync(copies)).toEqual([]);
  });

  test('count so from packed standard input', async () => {
    expect(await piped(copies, gzipSync(bytes), 'analyze', '-', '--messages')).toEqual(
      run('analyze', early, '--messages'),
    );
  });

  test('count so from a pipe that has a path', () => {
    const command = `'${process.execPath}' '${PROGRAM}' analyze <(cat '${late}') --messages`;
    const { status, stdout, stderr } = spawnSync('bash', ['-c', command], {
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '', NODE_DISABLE_COMPILE_CACHE: '1', TMPDIR: copies },
    });
    expect({ status, stdout, stderr }).toEqual(run('analyze', early, '--messages'));
    expect(readdirSync(copies)).toEqual([]);
  });

  test('count for what follows, with a warning, where no copy can be kept', async () => {
    const { stdout } = await piped(join(folder, 'nowhere'), bytes, 'analyze', '-', '--json');
    const {
      capture: { warnings },
    } = JSON.parse(stdout);
    expect(warnings).toEqual([
      {
        code: 'late_secrets',
        message: expect.stringMatching(/TLS secrets .* save it to a file/),
        offset: bytes.length,
      },
    ]);
  });

  test('leave no copy behind where the program is interrupted', async () => {
    const child = spawn(process.execPath, [PROGRAM, 'analyze', '-'], {
      env: { ...process.env, NODE_OPTIONS: '', NODE_DISABLE_COMPILE_CACHE: '1', TMPDIR: copies },
    });
    child.stdin.write(bytes.subarray(0, 2000));
    while (readdirSync(copies).length === 0) {
      await new Promise((resolve) => {
        setTimeout(resolve, 20);
      });
    }
    child.kill('SIGINT');
    expect(await once(child, 'close')).toEqual([null, 'SIGINT']);
    expect(readdirSync(copies)).toEqual([]);
  });
});

test('a key log may be gzip, UTF-16 of either order, or UTF-8 with its mark', async () => {
  const line = `CLIENT_RANDOM ${'ab'.repeat(32)} ${'cd'.repeat(48)} behind\r\n`;
  const little = Buffer.from(`\ufeff${line}`, 'utf16le');
  const forms = [gzipSync(line), gzipSync(little), little, Buffer.from(little).swap16(), Buffer.from(`\ufeff${line}`)];
  for (const [k, bytes] of forms.entries()) {
    const path = join(folder, `form-${k}`);
    writeFileSync(path, bytes);
    const keyLog = await readKeyLog(path);
    expect([k, keyLog.secret('CLIENT_RANDOM', 'ab'.repeat(32))]).toEqual([k, new Uint8Array(48).fill(0xcd)]);
  }
});
