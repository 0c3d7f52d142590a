/** A connection in one picture to send, from the command line. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { findTestBrowser } from '../support/programs.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CAPTURE = join(ROOT, 'fixtures/pcaps/path-six.pcap');
const folder = mkdtempSync(join(tmpdir(), 'selfclock-picture-'));
const browser = findTestBrowser();

afterAll(() => rmSync(folder, { recursive: true }));

/** @param {...string} args */
async function picture(...args) {
  const env = { ...process.env, ...(browser === null ? {} : { SELFCLOCK_BROWSER: browser }) };
  try {
    await promisify(execFile)(process.execPath, [join(ROOT, 'bin/selfclock.js'), 'picture', ...args], { env });
    return { status: 0, complaint: '' };
  } catch (error) {
    const { code, stderr } = /** @type {{ code: number, stderr: string }} */ (error);
    return { status: code, complaint: stderr };
  }
}

test('what cannot be drawn is said in a sentence', async () => {
  const wrong = /** @type {const} */ ([
    [[CAPTURE], 2, '-o NAME.png'],
    [[CAPTURE, '-o', join(folder, 'a.gif')], 2, '-o NAME.png'],
    [['-', '-o', join(folder, 'a.png')], 2, 'standard input'],
    [[CAPTURE, '-o', join(folder, 'a.svg'), '--dark'], 2, '--dark'],
    [[CAPTURE, '-o', join(folder, 'a.svg'), '--flow', '99'], 1, 'no connection 99'],
  ]);
  for (const [args, status, words] of wrong) {
    expect(await picture(...args)).toEqual({ status, complaint: expect.stringContaining(words) });
  }
});

test('of a connection the sentence, whose the time was, the diagram and the figures are in one picture, of each form', async () => {
  if (browser === null) {
    if (process.env.CI) throw new Error('chromium is missing');
    process.stderr.write('Skipped: no chromium to draw a picture.\n');
    return;
  }
  const files = ['a.svg', 'a.png', 'a.pdf'].map((name) => join(folder, name));
  for (const file of files) {
    expect(await picture(CAPTURE, '--flow', '0', '-o', file)).toEqual({ status: 0, complaint: '' });
  }
  const [svg, png, pdf] = files.map((file) => readFileSync(file));
  const text = svg.toString();
  for (const part of ['Waited ', 'Time–sequence', 'Segment</text>', 'RTT min', 'path-six.pcap, connection 0']) {
    expect(text).toContain(part);
  }
  const [, width, height] = /<svg[^>]* width="([\d.]+)"[^>]* height="([\d.]+)"/.exec(text) ?? [];
  expect([png.toString('latin1', 1, 4), png.readUInt32BE(16)]).toEqual(['PNG', Math.ceil(Number(width) * 2)]);
  expect(png.readUInt32BE(20)).toBeGreaterThanOrEqual(Number(height));
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
}, 60_000);

test('of several connections the capture is drawn: its sentence, whose the time was, traffic, the worst, the figures', async () => {
  if (browser === null) return;
  const file = join(folder, 'whole.svg');
  expect(await picture(CAPTURE, '-o', file)).toEqual({ status: 0, complaint: '' });
  const text = readFileSync(file, 'utf8');
  for (const part of [
    'path-six.pcap: summary',
    'Waited ',
    'Traffic: client → server above the line',
    's since the first packet',
    'Slow start on parallel connections',
    'Connections, worst first<',
    ':55364 → ',
    '>12</text>',
  ]) {
    expect(text).toContain(part);
  }
  expect(text).not.toContain('Time–sequence');
}, 60_000);
