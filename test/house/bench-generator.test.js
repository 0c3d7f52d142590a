import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ByteStream } from '../../bench/generator/byte-stream.js';
import { CAPTURES } from '../../bench/generator/captures.js';
import { generate } from '../../bench/generator/generate.js';
import { tsharkFields } from '../support/oracles/tshark.js';
import { describeWithPrograms } from '../support/programs.js';

const SCALES = /** @type {Record<string, number>} */ ({ a: 0.004, b: 0.0005, c: 0.002, d: 0.0005 });
const folder = mkdtempSync(join(tmpdir(), 'selfclock-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(CAPTURES)('capture $name', (capture) => {
  const path = join(folder, capture.name);
  const made = generate(capture, SCALES[capture.name], path);

  test('is the same every time, and what the generator says of it', () => {
    expect(made.bytes).toBe(readFileSync(path).length);
    expect(made.flows).toBe(capture.flows(SCALES[capture.name]));
    const again = join(folder, 'again');
    expect(generate(capture, SCALES[capture.name], again)).toEqual(made);
    expect(readFileSync(again).equals(readFileSync(path))).toBe(true);
  });

  test('is in order of time', () => {
    const view = new DataView(new Uint8Array(readFileSync(path)).buffer);
    let packets = 0;
    let backwards = 0;
    for (let at = 24, before = 0; at < view.byteLength; at += 16 + view.getUint32(at + 8, true), packets++) {
      const time = view.getUint32(at, true) * 1e9 + view.getUint32(at + 4, true);
      if (time < before) backwards++;
      before = time;
    }
    expect([packets, backwards]).toEqual([made.packets, 0]);
  });
});

describeWithPrograms('tshark accepts what is generated', ['tshark'], () => {
  test('checksums, connections and HTTP', () => {
    const rows = tsharkFields(
      join(folder, 'a'),
      ['tcp.stream', 'tcp.checksum.status', 'ip.checksum.status', 'http.request.method', 'http.response.code'],
      ['-o', 'tcp.check_checksum:TRUE', '-o', 'ip.check_checksum:TRUE'],
    );
    const column = (/** @type {number} */ index) =>
      rows
        .map((row) => row[index])
        .filter(Boolean)
        .flatMap((cell) => cell.split(','));
    expect(new Set(column(0)).size).toBe(CAPTURES[0].flows(SCALES.a));
    expect(new Set(column(1))).toEqual(new Set(['1']));
    expect(new Set(column(2))).toEqual(new Set(['1']));
    expect(column(4).length).toBeGreaterThan(10);
    expect(column(4).length).toBeGreaterThanOrEqual(column(3).length - 1);
  });
});

test('a stream gives the same bytes however it is cut', () => {
  const stream = new ByteStream();
  stream.addText('head\r\n');
  stream.addFiller(3_000_000);
  stream.addText('tail');
  const whole = new Uint8Array(60_000);
  const parts = new Uint8Array(60_000);
  const start = stream.length - whole.length;
  stream.copy(start, whole.length, whole, 0);
  for (let at = 0; at < parts.length; at += 7) stream.copy(start + at, Math.min(7, parts.length - at), parts, at);
  expect(parts).toEqual(whole);
  expect(new TextDecoder().decode(whole.subarray(-4))).toBe('tail');
});
