/** The package that `npm pack` makes: it runs the bundle of the command line, and threads and page from the sources. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FIXTURES = join(ROOT, 'fixtures/pcaps');
const FOLDERS = ['bin', 'lib', 'server', 'client', 'scripts'];
const folder = mkdtempSync(join(tmpdir(), 'selfclock-package-'));
const checkout = join(folder, 'checkout');
const installed = join(folder, 'package');
/** @type {import('node:child_process').ChildProcess|undefined} */
let server;
const env = { ...process.env, NODE_OPTIONS: '', npm_config_update_notifier: 'false' };

/** @param {string} program @param {string[]} args */
function run(program, args, cwd = folder) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: 'utf8', maxBuffer: 2 ** 28 });
  return { status, stdout, stderr };
}

/** @param {string} project @param {string[]} args of the command line */
const selfclock = (project, ...args) => run(process.execPath, [join(project, 'bin/selfclock.js'), ...args]);

beforeAll(() => {
  for (const name of [...['', '.types'].map((part) => `tsconfig${part}.json`), 'package.json', ...FOLDERS]) {
    cpSync(join(ROOT, name), join(checkout, name), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(checkout, 'node_modules'));
  const { status, stdout, stderr } = run('npm', ['pack', '--silent', '--pack-destination', folder], checkout);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(run('tar', ['-xzf', stdout.trim()])).toMatchObject({ status: 0 });
  symlinkSync(join(ROOT, 'node_modules'), join(installed, 'node_modules'));
}, 60_000);
afterAll(() => {
  server?.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

test('an installation runs nothing of the program; in a checkout it bundles', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const atInstallation = ['preinstall', 'install', 'postinstall', 'prepublish', 'preprepare', 'prepare', 'postprepare'];
  expect(Object.keys(scripts).filter((name) => atInstallation.includes(name))).toEqual(['prepare']);
  expect(scripts.prepare).toBe('node scripts/bundle.js');
});

test('it has the bundle in place of the sources of the command line, and no test', () => {
  const names = readdirSync(installed)
    .filter((name) => name !== 'node_modules')
    .sort();
  expect(names).toEqual(['bin', 'client', 'dist', 'lib', 'package.json', 'server']);
  expect(readdirSync(join(installed, 'bin'))).toEqual(['selfclock.js']);
});

test('it is a library, with types', () => {
  const project = join(folder, 'project');
  mkdirSync(join(project, 'node_modules'), { recursive: true });
  symlinkSync(installed, join(project, 'node_modules/selfclock'));
  const script = `
    import { openCapture } from 'selfclock';
    const capture = await openCapture(${JSON.stringify(join(FIXTURES, 'handshake-get.pcap'))});
    for await (const { flow, summary } of capture.connections()) console.log(flow, summary);`;
  expect(run(process.execPath, ['--input-type=module', '--eval', script], project)).toEqual({
    status: 0,
    stdout: expect.stringMatching(/^0 \S.*\n$/),
    stderr: '',
  });
  const { exports: entries } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  expect(readFileSync(join(installed, entries['.'].types), 'utf8')).toContain('function openCapture(');
});

/** How programs find a package: as Node does, or as bundlers do. */
const RESOLUTIONS = [
  ['--module', 'nodenext'],
  ['--module', 'preserve', '--moduleResolution', 'bundler'],
];

test.each(RESOLUTIONS)(
  'its types hold where TypeScript has %s %s',
  (...resolution) => {
    const project = join(folder, 'project');
    writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
    writeFileSync(
      join(project, 'use.ts'),
      `import { openCapture } from 'selfclock';
    const capture = await openCapture('capture.pcap');
    for await (const connection of capture.connections()) {
      if (connection.transport === 'quic') continue;
      const flow: number = connection.flow;
      // @ts-expect-error a number is no text
      const text: string = connection.flow;
      console.log(flow, text);
    }`,
    );
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
    const options = ['--noEmit', '--strict', '--target', 'es2023', '--lib', 'es2023,dom', '--types', 'node'];
    const types = ['--typeRoots', join(ROOT, 'node_modules/@types')];
    const { status, stdout } = run(
      process.execPath,
      [compiler, ...options, ...types, ...resolution, 'use.ts'],
      project,
    );
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  },
  60_000,
);

test('its answers are those of the sources', () => {
  const [capture, cut] = ['node-pipelined.pcap', 'cut-in-mid-packet.pcap'].map((name) => join(FIXTURES, name));
  const commands = [
    ['analyze', capture, '--json'],
    ['analyze', capture, '--packets'],
    ['analyze', cut],
    ['compare', capture, cut],
    ['export', capture, '--flow', '0', '--format', 'har'],
    ['whatif', capture, '--flow', '0'],
    ['help'],
    ['--version'],
    ['analyse'],
  ];
  for (const args of commands) {
    expect({ args, ...selfclock(installed, ...args) }).toEqual({ args, ...selfclock(ROOT, ...args) });
  }
}, 60_000);

test('its reports have the page that was built with it', () => {
  const args = ['report', join(FIXTURES, 'handshake-get.pcap'), '-o', join(folder, 'report.html')];
  expect(selfclock(installed, ...args)).toEqual({ status: 0, stdout: '', stderr: '' });
  const built = readFileSync(join(installed, 'dist/selfclock.html'), 'utf8');
  const [page, report] = readFileSync(join(folder, 'report.html'), 'utf8').split('<script type="application/json"');
  expect(built.startsWith(page)).toBe(true);
  expect(report).toContain('"name":"handshake-get.pcap"');
}, 60_000);

test('a large capture, which a thread reads, is answered as from the sources', () => {
  const capture = join(folder, 'large.pcap');
  copyFileSync(join(FIXTURES, 'node-pipelined.pcap'), capture);
  appendFileSync(capture, recordsOfNoProtocol(500, 60_000));
  const args = ['analyze', capture, '--json', '--all-findings'];
  const answer = selfclock(installed, ...args);
  expect(answer).toMatchObject({ status: 0, stderr: '' });
  expect(answer).toEqual(selfclock(ROOT, ...args));
}, 60_000);

test('a study runs on its threads', () => {
  const { status, stdout } = selfclock(installed, 'simulate', '--study', 'mux', '--draft', '--json');
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ study: 'mux', draft: true });
}, 60_000);

test('its server reads captures, sends the page, and runs studies', async () => {
  const capture = join(FIXTURES, 'handshake-get.pcap');
  const data = join(folder, 'data');
  const args = [join(installed, 'bin/selfclock.js'), 'serve', capture, '--port', '0', '--data', data];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  server = child;
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  const url = /http:\S+/.exec(line)?.[0];
  const ask = async (/** @type {string} */ path) => (await fetch(`${url}${path}`)).json();
  const until = async (/** @type {() => Promise<boolean>} */ holds) => {
    while (!(await holds())) await delay(50);
  };

  await until(async () => (await ask('api/captures')).captures[0]?.state === 'ready');
  const [{ id }] = (await ask('api/captures')).captures;
  expect(await ask(`api/captures/${id}/connections`)).toMatchObject({ total: 1 });
  for (const path of ['', 'client/main.js', 'lib/shared/columns/column-frame.js', 'vendor/d3.js']) {
    expect((await fetch(`${url}${path}`)).status).toBe(200);
  }
  const headers = { 'Content-Type': 'application/json' };
  await fetch(`${url}api/studies/initcwnd/start`, { method: 'POST', headers, body: '{"draft":true}' });
  await until(async () => (await ask('api/studies/initcwnd')).study.state !== 'running');
  expect(await ask('api/studies/initcwnd')).toMatchObject({ study: { error: null }, result: { draft: true } });

  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
}, 60_000);

const DAMAGES = /** @type {[string, number|null][]} */ ([
  ['missing', null],
  ['empty', 0],
  ['cut', 0.5],
]);
test.each(DAMAGES)('a bundle that is %s is said in one sentence', (_what, share) => {
  const path = join(installed, 'dist/cli/run.js');
  const text = readFileSync(path, 'utf8');
  rmSync(path);
  if (share !== null) writeFileSync(path, text.slice(0, text.length * share));
  const { status, stdout, stderr } = selfclock(installed, '--version');
  writeFileSync(path, text);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^selfclock: \S+dist\/cli\/run\.js cannot be loaded \([^\n]+\): install Selfclock again\.\n$/);
});

describe('a checkout', () => {
  const bundle = join(checkout, 'dist/cli/run.js');
  const says = (/** @type {string} */ text) =>
    `export const runCommand = () => { process.stdout.write(${JSON.stringify(text)}); return 0; };`;
  const version = () => selfclock(checkout, '--version').stdout;

  test('runs its bundle', () => {
    writeFileSync(bundle, says('the bundle'));
    expect(version()).toBe('the bundle');
  });

  test('runs its sources where the bundle is damaged', () => {
    writeFileSync(bundle, 'export const');
    expect(selfclock(checkout, '--version')).toEqual(selfclock(installed, '--version'));
  });

  test('runs its sources once one of them has changed, until they are bundled', () => {
    writeFileSync(bundle, says('the bundle'));
    appendFileSync(join(checkout, 'bin/commands/version.js'), '// Changed.\n');
    expect(selfclock(checkout, '--version')).toEqual(selfclock(installed, '--version'));
    expect(run('npm', ['run', 'prepare'], checkout)).toMatchObject({ status: 0 });
    writeFileSync(bundle, says('the new bundle'));
    expect(version()).toBe('the new bundle');
  });
});

/**
 * @param {number} count @param {number} bytes of each frame
 * @returns {Uint8Array} records of a pcap file, of Ethernet frames that carry nothing known
 */
function recordsOfNoProtocol(count, bytes) {
  const records = new Uint8Array(count * (16 + bytes));
  const view = new DataView(records.buffer);
  for (let at = 0; at < records.length; at += 16 + bytes) {
    for (const lengthAt of [8, 12]) view.setUint32(at + lengthAt, bytes, true);
  }
  return records;
}
