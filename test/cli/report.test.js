/** `selfclock report` as a program: what it writes where, and how it ends. The page is opened in test/browser. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { nodeCiphers } from '../../lib/node/ciphers.js';
import { PathAnalysis, pointOf } from '../../lib/path/path-analysis.js';
import { readReport } from '../../lib/report/report-data.js';
import { restoredAnalysis } from '../../lib/report/restored-analysis.js';
import { recordBeside } from '../../lib/shared/hostlog/record-beside.js';
import { pathOf } from '../analysis/path/support/captures.js';
import { pathCaptures } from '../analysis/path/support/two-captures.js';
import { download, serverRecord } from '../support/host/record.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CAPTURE = join(ROOT, 'fixtures/pcaps/curl-parallel.pcap');
const folder = mkdtempSync(join(tmpdir(), 'selfclock-cli-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** @param {string[]} args @param {Uint8Array} [input] */
function report(args, input) {
  const command = [join(ROOT, 'bin/selfclock.js'), 'report', ...args];
  const env = { ...process.env, NODE_OPTIONS: '' };
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    input,
    cwd: folder,
    env,
    maxBuffer: 2 ** 26,
  });
  return { status, stdout: stdout.toString(), stderr: stderr.toString() };
}

/** @param {string} page @param {string} id @returns {string|undefined} text of an element */
const element = (page, id) => new RegExp(`<script type="[^"]*" id="${id}">([^<]*)</script>`).exec(page)?.[1];

test('a file with chosen connections, and the capture where that is wanted', () => {
  const path = join(folder, 'report.html');
  const args = [CAPTURE, '--flow', '0', '--flow', '1', '--with-capture', '-o', path];
  expect(report(args)).toEqual({ status: 0, stdout: '', stderr: '' });
  const page = readFileSync(path, 'utf8');
  expect(JSON.parse(String(element(page, 'report')))).toMatchObject({
    format: 3,
    name: 'curl-parallel.pcap',
    sizeBytes: statSync(CAPTURE).size,
    chosen: 2,
    isRedacted: false,
  });
  expect(Buffer.from(String(element(page, 'report-capture')), 'base64')).toEqual(readFileSync(CAPTURE));
});

test('of standard input to standard output, redacted: without the name, and without the capture', () => {
  const { status, stdout, stderr } = report(['-', '--redact'], readFileSync(CAPTURE));
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/^<!doctype html>[^]*<\/html>\n$/);
  expect(JSON.parse(String(element(stdout, 'report')))).toMatchObject({ name: 'capture', chosen: null });
  expect(element(stdout, 'report-data')).toMatch(/^H4sI/);
  expect(element(stdout, 'report-capture')).toBeUndefined();
});

/** What the reports of a page say of their path. @param {string} page */
async function pathIn(page) {
  const points = [];
  for (const suffix of ['', '-1']) {
    const data = new Uint8Array(Buffer.from(String(element(page, `report-data${suffix}`)), 'base64'));
    const { name } = JSON.parse(String(element(page, `report${suffix}`)));
    points.push(pointOf(name, await restoredAnalysis(await readReport(data), nodeCiphers)));
  }
  return new PathAnalysis(points);
}

test('captures of one path: the page has a report of each, which say of the path what the captures do', async () => {
  const captures = pathCaptures();
  const files = captures.map(({ name, bytes }) => {
    writeFileSync(join(folder, name), bytes);
    return name;
  });
  const { status, stdout, stderr } = report(['--path', ...files]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const [made, captured] = [await pathIn(stdout), await pathOf(captures.map(({ bytes }) => bytes))];
  expect(made.points().map(({ file }) => file)).toEqual(files);
  expect(made.segments()).toEqual(captured.segments());
  expect([...made.packets()]).toEqual([...captured.packets()]);
  expect([...made.connections()]).toEqual([...captured.connections()]);

  const redacted = report(['--path', ...files, '--redact']).stdout;
  const path = await pathIn(redacted);
  expect(path.labels()).toEqual(['A', 'B']);
  expect(path.segments()).toEqual(captured.segments());
  // Stand-ins are the same in both, so no address seems to be changed on the way.
  expect([...path.connections()].flatMap(({ changes }) => changes)).toEqual([]);
  expect(redacted).not.toContain(files[0]);
});

test("the host's record beside the capture, or the one that is given", async () => {
  const capture = download({ bytes: 60_000 });
  const [file, given] = ['held.pcap', 'given.sockets'].map((name) => join(folder, name));
  writeFileSync(file, capture);
  const sampled = async (/** @type {string[]} */ ...args) => {
    const data = String(element(report([file, ...args]).stdout, 'report-data'));
    const { sockets = [] } = await readReport(new Uint8Array(Buffer.from(data, 'base64')));
    return sockets.map(({ algorithm }) => algorithm);
  };
  expect(await sampled()).toEqual([]);
  writeFileSync(recordBeside(file), serverRecord(capture));
  writeFileSync(given, serverRecord(capture, { words: () => 'reno cwnd:10' }));
  expect([await sampled(), await sampled('--log', given)]).toEqual([['cubic'], ['reno']]);
  writeFileSync(given, 'no log');
  expect(report([file, '--log', given])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('no log that is known'),
  });
});

test.each([
  [['--path', CAPTURE], 2, 'report --path takes two FILEs or more. Run "selfclock help" for the commands.'],
  [
    ['--path', CAPTURE, CAPTURE, '--flow', '0'],
    2,
    '--path and --flow cannot be combined. Run "selfclock help" for the commands.',
  ],
  [
    [CAPTURE, '--keep-paths', '-o', 'x.html'],
    2,
    '--keep-paths needs --redact: without it all paths stay. Run "selfclock help" for the commands.',
  ],
  [['a', 'b'], 2, 'report takes one FILE. Run "selfclock help" for the commands.'],
  [
    [CAPTURE, '--redact', '--with-capture', '-o', 'x.html'],
    2,
    '--with-capture and --redact cannot be combined: the capture has all that --redact removes. Run "selfclock help" for the commands.',
  ],
  [
    [CAPTURE, '--flow', '9', '-o', 'x.html'],
    1,
    'There is no connection 9 in this capture of 3: "analyze FILE" lists them.',
  ],
  [[CAPTURE, '-o', CAPTURE], 1, `${CAPTURE} is the capture itself: give another file.`],
  [[CAPTURE, '-o', '/nowhere/x.html'], 1, '/nowhere/x.html cannot be written: there is no such folder.'],
])('%j is refused in a sentence', (args, status, sentence) => {
  expect(report(args)).toEqual({ status, stdout: '', stderr: `selfclock: ${sentence}\n` });
});
