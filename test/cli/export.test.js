/** `selfclock export`, `split` and `index` as programs: what it writes where, and how it ends. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { sentCapture } from '../support/packets/sent-capture.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const fixture = (/** @type {string} */ name) => join(ROOT, 'fixtures/pcaps', name);
const MAGIC = 0xa1b2c3d4;

/** @type {string} */
let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'selfclock-cli-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** @param {string[]} args @param {Uint8Array} [input] @param {string} [name] of the command */
function run(args, input, name = 'export') {
  // Temporary files of ours would show in the folder; Node's own cache is kept out of it.
  const env = { ...process.env, NODE_OPTIONS: '', NODE_DISABLE_COMPILE_CACHE: '1', TMPDIR: folder };
  const command = [join(ROOT, 'bin/selfclock.js'), name, ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { input, cwd: folder, env });
  return { status, stdout, stderr: stderr.toString() };
}

describe('--format pcap', () => {
  it('writes a capture to standard output or to a file, from a file or standard input', () => {
    const source = fixture('curl-parallel.pcap');
    const path = join(folder, 'flow.pcap');
    const { status, stdout, stderr } = run([source, '--flow', '1', '--format', 'pcap']);
    expect([status, stderr, stdout.readUInt32LE(0)]).toEqual([0, '', MAGIC]);
    expect(run([source, '--flow', '1', '--format', 'pcap', '-o', '-'])).toMatchObject({ status: 0, stdout });
    expect(existsSync(join(folder, '-'))).toBe(false);
    expect(run([source, '--flow', '1', '--format', 'pcap', '-o', path])).toMatchObject({
      status: 0,
      stderr: '',
      stdout: Buffer.alloc(0),
    });
    expect(readFileSync(path)).toEqual(stdout);
    expect(run(['-', '--flow', '1', '--format', 'pcap'], readFileSync(source))).toEqual({
      status: 0,
      stdout,
      stderr: '',
    });
    expect(readdirSync(folder)).toEqual(['flow.pcap']);
  });

  it('does not write over the capture that it reads', () => {
    const path = join(folder, 'a.pcap');
    copyFileSync(fixture('reset.pcap'), path);
    expect(run([path, '--flow', '0', '--format', 'pcap', '-o', path])).toMatchObject({
      status: 1,
      stderr: `selfclock: ${path} is the capture itself: give another file.\n`,
    });
    expect(readFileSync(path)).toEqual(readFileSync(fixture('reset.pcap')));
  });
});

describe('--format csv', () => {
  it('writes the packets to standard output or to a file that ends in .csv', () => {
    const path = join(folder, 'packets.CSV');
    const args = [fixture('fast-retransmit.pcap'), '--flow', '0', '--format', 'csv'];
    const { status, stdout, stderr } = run(args);
    const lines = stdout.toString().trimEnd().split('\n');
    expect([status, stderr, lines.length]).toEqual([0, '', 25]);
    expect(lines[0]).toMatch(/^frame,time_s,direction,seq,/);
    run([...args, '-o', path]);
    expect(readFileSync(path)).toEqual(stdout);
  });

  it('writes each series into a directory', () => {
    const path = join(folder, 'a/b');
    expect(run([fixture('fast-retransmit.pcap'), '--flow', '0', '--format', 'csv', '-o', path])).toMatchObject({
      status: 0,
      stderr: '',
    });
    expect(readdirSync(path).sort()).toEqual(['flight.csv', 'packets.csv', 'rtt.csv', 'sender-rtt.csv']);
  });
});

test("--format xplot writes tcptrace's files into a directory, or the present one", () => {
  const args = [fixture('reset.pcap'), '--flow', '0', '--format', 'xplot'];
  const path = join(folder, 'graphs');
  const files = ['a2b', 'b2a']
    .flatMap((name) => ['owin', 'rtt', 'ssize', 'tput', 'tsg'].map((graph) => `${name}_${graph}.xpl`))
    .concat('a_b_tline.xpl')
    .sort();
  expect(run([...args, '-o', path])).toMatchObject({ status: 0, stderr: '', stdout: Buffer.alloc(0) });
  expect(readdirSync(path).sort()).toEqual(files);
  run(args);
  expect(
    readdirSync(folder)
      .filter((name) => name.endsWith('.xpl'))
      .sort(),
  ).toEqual(files);
  expect(readFileSync(join(folder, 'a2b_tsg.xpl'))).toEqual(readFileSync(join(path, 'a2b_tsg.xpl')));
});

test.each([
  [['a.pcap'], /--format takes one of /],
  [[], /one FILE/],
  [['a', 'b'], /one FILE/],
  [['a', '--format', 'gif', '--flow', '1'], /not "gif"/],
  [['a', '--format', 'pcap'], /--flow takes the number/],
  [['a', '--format', 'pcap', '--flow', '-1'], /\n$/],
  [['a', '--format', 'pcap', '--flow', '1.5'], /not "1.5"/],
])('wrong usage ends with 2 and one line: %j', (args, message) => {
  const { status, stdout, stderr } = run(args);
  expect([status, stdout.length]).toEqual([2, 0]);
  expect(stderr).toMatch(/^selfclock: [^\n]+\n$/);
  expect(stderr).toMatch(message);
});

test.each(['pcap', 'csv'])('a connection that is not there ends %s with 1, one line and no file', (format) => {
  const path = join(folder, 'out');
  expect(run([fixture('reset.pcap'), '--flow', '7', '--format', format, '-o', path])).toMatchObject({
    status: 1,
    stderr: 'selfclock: There is no connection 7 in this capture of 1: "analyze FILE" lists them.\n',
  });
  expect(existsSync(path)).toBe(false);
});

test('a file that cannot be written ends with 1 and one line', () => {
  const { status, stderr } = run([
    fixture('reset.pcap'),
    '--flow',
    '0',
    '--format',
    'pcap',
    '-o',
    join(folder, 'nowhere/a.pcap'),
  ]);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^selfclock: [^\n]*nowhere\/a\.pcap[^\n]*\n$/);
});

describe('--format body', () => {
  const CODED = gzipSync('hello');
  const capture = sentCapture([
    { endpoint: 0, bytes: Buffer.from('GET / HTTP/1.1\r\n\r\n') },
    {
      endpoint: 1,
      bytes: Buffer.concat([
        Buffer.from(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${CODED.length}\r\n\r\n`),
        CODED,
      ]),
    },
  ]);

  it("writes a message's body as it came, or with its codings undone, out of a file or standard input", () => {
    const path = join(folder, 'a.pcap');
    const out = join(folder, 'body');
    writeFileSync(path, capture);
    expect(run([path, '--flow', '0', '--format', 'body', '--message', '1'])).toEqual({
      status: 0,
      stdout: CODED,
      stderr: '',
    });
    expect(
      run(['-', '--flow', '0', '--format', 'body', '--message', '1', '--decoded', '-o', out], capture),
    ).toMatchObject({ status: 0, stderr: '' });
    expect(readFileSync(out, 'utf8')).toBe('hello');
  });

  it('says which message there is not', () => {
    const args = ['-', '--flow', '0', '--format', 'body'];
    expect(run([...args, '--message', '2'], capture)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('connection 0 has no message 2'),
    });
    expect(run(args, capture)).toMatchObject({ status: 2, stderr: expect.stringContaining('--message INDEX') });
  });
});

test('what both ends said, and a HAR with bodies or without, from files and pipes; what cannot be undone is named', () => {
  const said = [
    { endpoint: 0, bytes: Buffer.from('GET / HTTP/1.1\r\nHost: a\r\n\r\n') },
    { endpoint: 1, bytes: Buffer.from('HTTP/1.1 200 OK\r\nContent-Encoding: dcb\r\nContent-Length: 3\r\n\r\nabc') },
  ];
  const path = join(folder, 'said.pcap');
  writeFileSync(path, sentCapture(said));
  const stream = run([path, '--flow', '0', '--format', 'stream']);
  expect([stream.status, stream.stderr]).toEqual([0, '']);
  expect(stream.stdout.toString()).toMatch(
    /^── client → server · .*\nGET \/ HTTP\/1\.1\nHost: a\n\n\n── server → client/,
  );
  const piped = run(['-', '--flow', '0', '--format', 'stream', '--hex'], sentCapture(said));
  expect(piped.stdout.toString()).toContain('0000  47 45 54 20');
  expect(run([path, '--flow', '0', '--format', 'stream', '--layer', 'tls'])).toMatchObject({ status: 2 });
  const textOf = (/** @type {string[]} */ more) =>
    JSON.parse(run([path, '--format', 'har', ...more]).stdout.toString()).log.entries[0].response.content.text;
  expect([textOf([]), textOf(['--no-bodies'])]).toEqual(['abc', undefined]);
  const body = run([path, '--flow', '0', '--format', 'body', '--message', '1', '--decoded']);
  expect(body.stderr).toBe('selfclock: The body has an unknown content coding (dcb): it is written as sent.\n');
});

describe('split', () => {
  const split = (/** @type {string[]} */ ...args) => run(args, undefined, 'split');

  it('writes the parts, and prints their names', () => {
    const source = fixture('curl-parallel.pcap');
    const { status, stdout, stderr } = split(source, '--by', 'connection', '--parts', '12', '-o', 'parts');
    expect([status, stderr]).toEqual([0, '']);
    const paths = stdout.toString().trim().split('\n');
    expect(paths).toHaveLength(12);
    expect([paths[0], paths[11]]).toEqual(
      ['01', '12'].map((nth) => join(folder, `parts/curl-parallel-${nth}-of-12.pcap`)),
    );
    const bytes = paths.reduce((sum, path) => sum + readFileSync(path).length - 24, 24);
    expect(bytes).toBe(readFileSync(source).length);
  });

  it('says what it cannot do', () => {
    const source = fixture('reset.pcap');
    writeFileSync(join(folder, 'file'), '');
    expect(split(source, '--parts', '0')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--parts takes a number from 1 to 256'),
    });
    expect(split(source, '--by', 'host', '--parts', '2')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--by takes connection, not "host"'),
    });
    expect(split(source, '--parts', '2', '-o', 'file')).toMatchObject({
      status: 1,
      stderr: `selfclock: ${join(folder, 'file')} cannot be written: it is a file, and a folder is needed.\n`,
    });
    expect(split('none.pcap', '--parts', '2')).toMatchObject({
      status: 1,
      stderr: `selfclock: There is no file at ${join(folder, 'none.pcap')}: check the path.\n`,
    });
    expect(readdirSync(folder)).toEqual(['file']);
  });
});

describe('index', () => {
  const index = (/** @type {string[]} */ ...args) => run(args, undefined, 'index');

  it('adds to what is there, and writes nothing twice', () => {
    const [one, other] = ['reset.pcap', 'refused.pcap'].map(fixture);
    expect(index(one, '-o', 'tables').stdout.toString()).toBe('1 added, 0 already there\n');
    const before = readdirSync(join(folder, 'tables'), { recursive: true });
    expect(index(one, '-o', 'tables', '--append').stdout.toString()).toBe('0 added, 1 already there\n');
    expect(readdirSync(join(folder, 'tables'), { recursive: true })).toEqual(before);
    expect(index(one, other, '-o', 'tables', '--append').stdout.toString()).toBe('1 added, 1 already there\n');
  });

  it('prints the columns of its tables', () => {
    const { schema, tables } = JSON.parse(index('--schema').stdout.toString());
    expect([schema, Object.keys(tables)]).toEqual([1, expect.arrayContaining(['captures', 'connections', 'rtt'])]);
    expect(tables.connections).toContainEqual({ name: 'client_bytes', type: 'INT64' });
  });
});
