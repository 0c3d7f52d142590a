import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'selfclock-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** @param {string[]} args */
function simulate(...args) {
  return spawnSync(process.execPath, [join(ROOT, 'bin/selfclock.js'), 'simulate', ...args], { encoding: 'utf8' });
}

test('a scenario becomes captures, truth and a summary', () => {
  const { status, stdout } = simulate(join(ROOT, 'fixtures/scenarios/syn-loss.json'), '-o', join(folder, 'out'));
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ seed: 6, complete: true, transfers: [{ name: 'bulk', bytes: 20_000 }] });
  expect(readdirSync(join(folder, 'out')).sort()).toEqual(['client.pcap', 'server.pcap', 'summary.json', 'truth.csv']);
  expect(JSON.parse(readFileSync(join(folder, 'out/summary.json'), 'utf8'))).toEqual(JSON.parse(stdout));
});

test('without a folder only the summary is printed; another seed is another run', () => {
  const file = join(ROOT, 'fixtures/scenarios/burst-loss.json'), [first, second] = [simulate(file), simulate(file, '--seed', '24')].map(({ stdout }) => JSON.parse(stdout));
  expect(first.files).toEqual([]);
  expect(second.seed).toBe(24);
  expect(second.fingerprint).not.toBe(first.fingerprint);
});

test('a wrong scenario: the file and the field are named', () => {
  const file = join(folder, 'wrong.json');
  writeFileSync(file, '{"path":[{"name":"a","serverToClient":{"loss":"much"}}],"traffic":[]}');
  const { status, stderr } = simulate(file);
  expect([status, stderr]).toEqual([1, `selfclock: ${file}: path[0].serverToClient.loss must be a number\n`]);
});

test.each([
  [['--study', 'nz-us'], 'the study "nz-us" is not built yet; there is: initcwnd'], [['--study', 'other'], 'there is no study "other"'],
  [[], 'simulate takes one SCENARIO.json'], [['a.json', '--seed', 'x'], '--seed must be a whole number'],
])('wrong usage: %j', (args, message) => {
  const { status, stderr } = simulate(...args);
  expect(status).toBe(2);
  expect(stderr).toContain(message);
});

test('the study of the initial window writes its table and two captures', () => {
  const { status, stdout } = simulate('--study', 'initcwnd', '-o', join(folder, 'study'));
  expect(status).toBe(0);
  expect(JSON.parse(stdout).claims.map((/** @type {{ passed: boolean }} */ { passed }) => passed)).toEqual([true, true]);
  expect(readdirSync(join(folder, 'study')).sort()).toEqual(['initcwnd-10.pcap', 'initcwnd-3.pcap', 'initcwnd.csv']);
});
