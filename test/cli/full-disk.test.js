/** A command that cannot write all of its output leaves what was there before, and says why in a sentence. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const fixture = (/** @type {string} */ name) => join(ROOT, 'fixtures/pcaps', name);
const CAPTURE = fixture('path-six.pcap');

const disk = mkdtempSync(join(tmpdir(), 'selfclock-disk-'));
// A file system of its own can be mounted by root alone.
const asRoot = process.getuid?.() === 0 ? test : test.skip;

beforeAll(() => {
  if (process.getuid?.() !== 0) return;
  expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]).status).toBe(0);
});
afterAll(() => {
  spawnSync('umount', [disk]);
  rmSync(disk, { recursive: true });
});

/** @param {string[]} args */
function run(args) {
  const env = { ...process.env, NODE_OPTIONS: '', NODE_DISABLE_COMPILE_CACHE: '1' };
  const command = [join(ROOT, 'bin/selfclock.js'), ...args];
  const { status, stderr } = spawnSync(process.execPath, command, { cwd: disk, env, encoding: 'utf8' });
  return { status, stderr };
}

/** @param {string} folder @returns {Record<string, string>} */
const contentOf = (folder) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name) => [name, readFileSync(join(folder, name), 'latin1')]),
  );

/** An earlier file of the same name, and no room. @param {string} name */
function prepare(name) {
  for (const old of readdirSync(disk)) rmSync(join(disk, old), { recursive: true });
  mkdirSync(join(disk, name, '..'), { recursive: true });
  writeFileSync(join(disk, name), 'the earlier one');
  const left = Number(spawnSync('stat', ['-f', '-c', '%a', disk], { encoding: 'utf8' }).stdout) * 4096;
  writeFileSync(join(disk, 'filler'), Buffer.alloc(left));
}

asRoot.each([
  ['report', ['report', CAPTURE, '-o', 'x.html'], 'x.html', 'x.html'],
  ['pcap', ['export', CAPTURE, '--flow', '0', '--format', 'pcap', '-o', 'x.pcap'], 'x.pcap', 'x.pcap'],
  ['csv', ['export', CAPTURE, '--flow', '0', '--format', 'csv', '-o', 'x.csv'], 'x.csv', 'x.csv'],
  ['all csv', ['export', CAPTURE, '--flow', '0', '--format', 'csv', '-o', 'd'], 'd/packets.csv', 'd/packets.csv'],
  ['xplot', ['export', CAPTURE, '--flow', '0', '--format', 'xplot', '-o', 'd'], 'd/a2b_tsg.xpl', 'd'],
  ['stream', ['export', CAPTURE, '--flow', '0', '--format', 'stream', '--hex', '-o', 'x.txt'], 'x.txt', 'x.txt'],
  ['split', ['split', CAPTURE, '--parts', '2', '-o', 'd'], 'd/path-six-1-of-2.pcap', '.*'],
  ['har', ['export', CAPTURE, '--format', 'har', '-o', 'x.har'], 'x.har', 'x.har'],
])('%s', (_what, args, name, where) => {
  prepare(name);
  const before = contentOf(disk);
  const { status, stderr } = run(args);
  expect(stderr).toMatch(new RegExp(`^selfclock: ${disk}/${where} cannot be written: its disk is full\\.\n$`));
  expect([status, contentOf(disk)]).toEqual([1, before]);
});
