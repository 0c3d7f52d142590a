import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { readKeyLog } from '../../bin/commands/read-key-log.js';

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
