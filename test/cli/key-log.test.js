import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

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
