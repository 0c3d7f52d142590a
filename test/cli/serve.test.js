import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../bin/selfclock.js', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'selfclock-serve-'));
const env = { ...process.env, NODE_OPTIONS: '' };

afterAll(() => rmSync(directory, { recursive: true }));

test('says where it is, and ends when it is asked to', async () => {
  const child = spawn(process.execPath, [PROGRAM, 'serve', '--port', '0', '--data', directory], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  expect(line).toMatch(/^Selfclock is at http:\/\/127\.0\.0\.1:\d+\/\n$/);
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
}, 30_000);

test('a port in use ends it with one sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (other.address());
  const { status, stdout, stderr } = spawnSync(
    process.execPath, [PROGRAM, 'serve', '--port', String(port), '--data', directory], { env, encoding: 'utf8', timeout: 20_000 },
  );
  other.close();
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toBe(`selfclock: Port ${port} at 127.0.0.1 is in use, perhaps by another Selfclock; choose another with --port.\n`);
}, 30_000);
