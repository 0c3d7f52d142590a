/** The bundle of the command line: in a copy of the project, as it is made beside the sources. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { warmCapture } from '../../bin/bundle/warm-capture.js';
import { LEAST_READ_AHEAD_BYTES } from '../../lib/ahead/reader-options.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url)), FIXTURES = join(ROOT, 'fixtures/pcaps');
/** @type {string} */
let project;

/** @param {string[]} args of node */
const node = (...args) => spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8', maxBuffer: 2 ** 28 });

/** @param {string[]} args of the command line */
const selfclock = (...args) => node('bin/selfclock.js', ...args);

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'selfclock-bundle-'));
  for (const name of ['package.json', 'bin', 'lib', 'server', 'fixtures']) cpSync(join(ROOT, name), join(project, name), { recursive: true, preserveTimestamps: true });
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

test('where esbuild is missing one sentence says what that means, and the sources serve', () => {
  const { status, stderr } = node('bin/bundle/make.js');
  expect(status).toBe(0);
  expect(stderr).toMatch(/^The modules of the command line could not be joined, so it starts from its sources.*'esbuild'.*\n$/);
  expect(existsSync(join(project, 'dist'))).toBe(false);
  expect(selfclock('--version').stdout).toMatch(/^selfclock \d/);
});

describe('made', () => {
  beforeAll(() => {
    symlinkSync(join(ROOT, 'node_modules'), join(project, 'node_modules'));
    expect(node('bin/bundle/make.js')).toMatchObject({ status: 0, stderr: '' });
  }, 60_000);

  test('there is a script for each thread, with code that V8 takes', () => {
    const names = ['analysis-thread', 'decoding-thread', 'run', 'serve'], files = names.flatMap((name) => [`${name}.cjs`, `${name}.code`]);
    const lists = ['run.json', 'serve.json'], first = ['start.cjs', 'begin-analysis-thread.cjs'];
    const cores = ['cores.json', ...['tracker', 'judge', 'walks', 'senders'].flatMap((name) => [`core-${name}.wasm`, `core-${name}.code`])];
    expect(readdirSync(join(project, 'dist')).sort()).toEqual([...files, ...cores, ...lists, ...first].sort());
    for (const name of names) {
      const [text, cachedData] = ['cjs', 'code'].map((ending) => readFileSync(join(project, 'dist', `${name}.${ending}`)));
      expect(new Script(text.toString(), { cachedData }).cachedDataRejected).toBe(false);
    }
  });

  test('the cores come with machine code that V8 takes, and are compiled where it is of another V8 or missing', () => {
    const taken = (/** @type {string[]} */ ...options) => node(...options, '--input-type=module', '--eval', `
      import { CORE_NAMES, coreModule, withCode } from './bin/bundle/core-module.js';
      console.log(CORE_NAMES.map((name) => [withCode(name), coreModule(name)].map((module) => module instanceof WebAssembly.Module)).join(' '));
    `), code = join(project, 'dist/core-tracker.code'), bytes = readFileSync(code), changed = Buffer.from(bytes), analyze = () => selfclock('analyze', join(FIXTURES, 'node-pipelined.pcap'), '--json');
    expect(taken()).toMatchObject({ stdout: 'true,true true,true true,true true,true\n', stderr: '' });
    const withIt = analyze();
    for (let at = 0; at < 16; at++) changed[at] ^= 0xff; // what V8 knows its code by
    writeFileSync(code, changed);
    expect(taken()).toMatchObject({ stdout: 'false,true true,true true,true true,true\n', stderr: '' });
    expect(analyze()).toMatchObject({ status: 0, stdout: withIt.stdout, stderr: '' });
    for (const length of [0, 16, 1000, 70_000]) {
      writeFileSync(code, bytes.subarray(0, length));
      expect(taken()).toMatchObject({ stdout: 'false,true true,true true,true true,true\n', stderr: '' });
    }
    rmSync(code);
    expect(taken()).toMatchObject({ stdout: 'false,true true,true true,true true,true\n', stderr: '' });
    writeFileSync(code, bytes);
    expect(taken('--disable-wasm-trap-handler').stdout).toBe('false,true false,true false,true false,true\n');
  });

  test('answers are the same as from the sources', () => {
    const captures = ['node-pipelined.pcap', 'mux-1998.pcap', 'cut-in-mid-packet.pcap'].map((name) => join(FIXTURES, name));
    const runs = [
      ...captures.flatMap((path) => ['--json', '--packets', '--messages', '--format=tcptrace-csv'].map((form) => ['analyze', path, form])),
      ['analyze', captures[0]], ['analyze', join(project, 'package.json')], ['compare', ...captures.slice(0, 2)], ['export', captures[0], '--flow', '0', '--xplot'],
      ['analyze', `${captures[0]}/x`], ['analyze', 'a'.repeat(5000)], ['help'], ['--version'], ['analyse'],
    ];
    const bundled = runs.map((args) => selfclock(...args)), dist = join(project, 'dist'), aside = join(project, 'aside');
    renameSync(dist, aside);
    const fromSources = runs.map((args) => selfclock(...args));
    renameSync(aside, dist);
    const said = (/** @type {typeof bundled} */ all) => all.map(({ status, stdout, stderr }) => ({ status, stdout, stderr }));
    expect(said(bundled)).toEqual(said(fromSources));
  }, 120_000);

  test('a large capture, for which the thread that reads is started first, is the same as from the sources, and where a source has changed', async () => {
    const path = join(project, 'large.pcap'), parts = [{ path: join(FIXTURES, 'curl-head.pcap'), times: 24_000 }, { path: join(FIXTURES, 'node-pipelined.pcap'), times: 99 }];
    await writeFile(path, warmCapture(parts));
    expect(statSync(path).size).toBeGreaterThan(LEAST_READ_AHEAD_BYTES);
    const bundled = selfclock('analyze', path, '--json'), dist = join(project, 'dist'), aside = join(project, 'aside'), refused = selfclock('analyze', path, '--sonj');
    renameSync(dist, aside);
    const fromSources = selfclock('analyze', path, '--json');
    renameSync(aside, dist);
    const source = join(project, 'lib/analysis/format-epoch.js'), { atime, mtime } = statSync(source);
    utimesSync(source, new Date(), new Date());
    const withoutBundle = selfclock('analyze', path, '--json');
    utimesSync(source, atime, mtime);
    expect({ status: withoutBundle.status, stderr: withoutBundle.stderr, isSame: withoutBundle.stdout === fromSources.stdout }).toEqual({ status: 0, stderr: '', isSame: true });
    expect({ status: bundled.status, stderr: bundled.stderr, isSame: bundled.stdout === fromSources.stdout }).toEqual({ status: 0, stderr: '', isSame: true });
    expect({ status: refused.status, stdout: refused.stdout }).toEqual({ status: 2, stdout: '' });
  }, 60_000);

  test('it is what runs, until a source has changed', () => {
    const script = join(project, 'dist/run.cjs'), source = join(project, 'lib/analysis/format-epoch.js'), text = readFileSync(script, 'utf8');
    writeFileSync(script, '(function (exports) { exports.runCommand = async () => { process.stdout.write("bundled\\n"); return 0; }; })');
    expect(selfclock('--version').stdout).toBe('bundled\n');
    utimesSync(source, new Date(), new Date());
    expect(selfclock('--version').stdout).toMatch(/^selfclock \d/);
    appendFileSync(source, '\n');
    expect(selfclock('--version').stdout).toMatch(/^selfclock \d/);
    writeFileSync(script, text);
  });
});
