import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
  const file = join(ROOT, 'fixtures/scenarios/burst-loss.json');
  const [first, second] = [simulate(file), simulate(file, '--seed', '24')].map(({ stdout }) => JSON.parse(stdout));
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

test("a link may name a file of opportunities to send, in Mahimahi's format", () => {
  const scenario = {
    path: [{ name: 'a', serverToClient: { rateTrace: 'cell.down' } }],
    traffic: [{ kind: 'bulk', from: 'server', bytes: 30_000 }],
  };
  const file = join(folder, 'traced.json');
  writeFileSync(file, JSON.stringify(scenario));
  writeFileSync(join(folder, 'cell.down'), '3\n7\n7\n10\n');
  const { transfers } = JSON.parse(simulate(file).stdout);
  expect(transfers[0].seconds).toBeGreaterThan(0.045); // four opportunities of 1500 bytes in 10 ms
  expect(transfers[0].seconds).toBeLessThan(0.07);
  writeFileSync(join(folder, 'cell.down'), '3\n\n7\n');
  const { status, stderr } = simulate(file);
  expect([status, stderr]).toEqual([
    1,
    `selfclock: ${file}: path[0].serverToClient.rateTrace line 2 must be a whole number of milliseconds\n`,
  ]);
});

test.each([
  [['--study', 'other'], 'there is no study "other"; there is: initcwnd, mux, nz-us, own-load, xudp'],
  [['a.json', '--draft'], '--draft and --jobs need --study'],
  [['--study', 'initcwnd', '--jobs', '0'], '--jobs must be a whole number of 1'],
  [['--study', 'mux', '--set', 'rate=1Mbit'], 'the study "mux" takes no --workload and no --set; nz-us does'],
  [['--study', 'nz-us', '--set', 'rate=1'], '--set: rate must have a unit, as 100Mbit'],
  [['a.json', '--workload', 'b'], '--workload and --set need --study'],
  [[], 'simulate takes one SCENARIO.json'],
  [['a.json', '--seed', 'x'], '--seed must be a whole number'],
])('wrong usage: %j', (args, message) => {
  const { status, stderr } = simulate(...args);
  expect(status).toBe(2);
  expect(stderr).toContain(message);
});

test('a study prints its claims, and writes its tables, figures and captures', () => {
  const { status, stdout } = simulate('--study', 'initcwnd', '--draft', '-o', join(folder, 'study'));
  expect(status).toBe(0);
  expect(stdout).toContain('3 of 3 published claims within their tolerance');
  expect(readdirSync(join(folder, 'study')).sort()).toEqual([
    'claims.json',
    'initcwnd-10.pcap',
    'initcwnd-3.pcap',
    'initcwnd.csv',
    'initcwnd.svg',
    'result.json',
    'runs',
    'table-1.csv',
  ]);
  const json = JSON.parse(simulate('--study', 'initcwnd', '--draft', '--json').stdout);
  expect(json).toMatchObject({ study: 'initcwnd', draft: true, captures: ['initcwnd-3', 'initcwnd-10'], files: [] });
});

test("a study's question of a log: the answer and its table; a log that is none is named", () => {
  const log = join(folder, 'access.log');
  const line = (/** @type {number} */ index) =>
    `${1000 + index / 10}00 90 10.0.0.7 TCP_MISS/200 9000 GET http://a.example/${index} - HIER_DIRECT/192.0.2.1 -`;
  writeFileSync(log, `${Array.from({ length: 100 }, (_, index) => line(index)).join('\n')}\n`);
  const set = ['rate=2Mbit', 'protocols=mux', 'connections=2', 'seconds=10'].flatMap((one) => ['--set', one]);
  const { status, stdout } = simulate('--study', 'nz-us', '--workload', log, '--draft', ...set);
  expect(status).toBe(0);
  expect(stdout).toContain('Yes, aggregate: ');
  expect(stdout).toMatch(/At your load:\n.*\nno second proxy .*\nMUX, 2 connections /);
  writeFileSync(log, '');
  const empty = simulate('--study', 'nz-us', '--workload', log);
  expect([empty.status, empty.stderr]).toEqual([
    1,
    `selfclock: ${log}: It is empty, 0 bytes: give a log, a HAR, a workload file or a capture.\n`,
  ]);
});

test('a study whose results cannot be kept says where and why, at once', () => {
  writeFileSync(join(folder, 'a-file'), '');
  const inFile = simulate('--study', 'initcwnd', '--draft', '-o', join(folder, 'a-file'));
  expect([inFile.status, inFile.stdout]).toEqual([1, '']);
  expect(inFile.stderr).toBe(
    `selfclock: ${join(folder, 'a-file/runs')} cannot be written: a part of that path is a file.\n`,
  );

  // A folder of the name of a run's file: what root cannot write either.
  mkdirSync(join(folder, 'kept/runs/initcwnd-1.json.part'), { recursive: true });
  const { status, stdout, stderr } = simulate('--study', 'initcwnd', '--draft', '-o', join(folder, 'kept'));
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toBe(
    `selfclock: ${join(folder, 'kept/runs')} cannot be written: it is a folder, and a file is needed.\n`,
  );
});
