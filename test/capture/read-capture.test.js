import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { followCapture, readCapture } from '../../lib/capture/file/read-capture.js';
import { CaptureReader } from '../../lib/capture/reader.js';
import { PcapWriter } from '../../lib/capture/writer.js';
import { bytesOf, warningCodes } from './support.js';

const FRAMES = 3000;
const directory = mkdtempSync(join(tmpdir(), 'selfclock-'));
const path = join(directory, 'a.pcap');
afterAll(() => rmSync(directory, { recursive: true }));

const writer = new PcapWriter();
const plain = bytesOf(
  writer.header(),
  ...Array.from({ length: FRAMES }, (_, i) =>
    writer.packet({ epochNs: BigInt(i) * 1000n, data: new Uint8Array(100).fill(i * 7919) }),
  ),
);
const packed = gzipSync(plain);

/**
 * @param {Uint8Array} bytes
 * @param {import('../../lib/capture/file/read-capture.js').ReadOptions} [options]
 */
async function read(bytes, options) {
  writeFileSync(path, bytes);
  const reader = new CaptureReader({ onFrames: () => undefined });
  await readCapture(path, reader, options);
  return { reader, frames: [], error: null };
}

test.each([
  ['plain', plain],
  ['gzip', packed],
  ['gzip of two members', bytesOf(gzipSync(plain.subarray(0, 777)), gzipSync(plain.subarray(777)))],
  ['gzip with zeros behind', bytesOf(packed, new Uint8Array(100))],
])('%s, in chunks of any size', async (_name, bytes) => {
  for (const chunkBytes of [1000, 65536, undefined]) {
    expect((await read(bytes, { chunkBytes })).reader).toMatchObject({
      frames: FRAMES,
      bytesRead: plain.length,
      warnings: [],
    });
  }
});

test('a gzip whose first byte comes alone', async () => {
  expect((await read(packed.subarray(0, 2000), { chunkBytes: 1 })).reader.format).toBe('pcap');
});

test('a cut gzip gives what it holds', async () => {
  const reading = await read(packed.subarray(0, packed.length - 500));
  expect(reading.reader.frames).toBeGreaterThan(0);
  expect(warningCodes(reading)).toContain('gzip_cut_short');
});

test('a damaged gzip gives what comes before', async () => {
  const damaged = bytesOf(gzipSync(plain, { level: 0 }));
  damaged.fill(0xff, 200_000);
  const reading = await read(damaged);
  expect(reading.reader.frames).toBeGreaterThan(1000);
  expect(warningCodes(reading)).toContain('gzip_damaged');
});

test('a gzip of which only the checksum is wrong gives all, however its bytes come', async () => {
  const damaged = Uint8Array.from(packed);
  damaged[damaged.length - 8] ^= 1;
  for (const chunkBytes of [undefined, 3, damaged.length - 4]) {
    const reading = await read(damaged, { chunkBytes });
    expect(reading.reader.bytesRead).toBe(plain.length);
    expect(warningCodes(reading)).toEqual(['gzip_damaged']);
  }
});

test('a small gzip that is damaged gives nearly all before', async () => {
  const reading = await read(
    bytesOf(gzipSync(plain.subarray(0, 8_000), { level: 0 }), packed.subarray(0, 10), new Uint8Array(2_000).fill(0xff)),
  );
  expect(reading.reader.bytesRead).toBeGreaterThanOrEqual(8_000 - 512);
  expect(warningCodes(reading)).toContain('gzip_damaged');
});

test('a gzip cut before anything could be unpacked is said to be cut', async () => {
  await expect(read(packed.subarray(0, 10))).rejects.toMatchObject({
    code: 'gzip_damaged',
    message: expect.stringContaining('cut at byte 10'),
  });
  await expect(read(bytesOf(packed.subarray(0, 10), new Uint8Array(50).fill(0xff)))).rejects.toMatchObject({
    code: 'gzip_damaged',
  });
  await expect(read(gzipSync(new Uint8Array(0)))).rejects.toMatchObject({ code: 'empty' });
});

test('a gzip that unpacks to too much is stopped', async () => {
  const reading = await read(gzipSync(bytesOf(plain, new Uint8Array(50_000_000))), { maxExpandedBytes: plain.length });
  expect(reading.reader).toMatchObject({ frames: FRAMES, bytesRead: plain.length });
  expect(warningCodes(reading)).toEqual(['expanded_limit']);
});

test('gzip within gzip is named', async () => {
  await expect(read(gzipSync(packed))).rejects.toMatchObject({
    code: 'not_a_capture',
    message: expect.stringContaining('gzip-compressed once more'),
  });
});

test('progress ends with all bytes', async () => {
  /** @type {any[]} */
  const seen = [];
  await read(plain, { chunkBytes: 1000, onProgress: (progress) => seen.push(progress) });
  expect(seen.at(-1)).toEqual({ bytesRead: plain.length, totalBytes: plain.length });
});

test('a signal ends the reading with its reason', async () => {
  await expect(read(plain, { signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow('stopped');
});

test.each([
  [join(directory, 'none'), 'not_found', 'There is no file at'],
  [directory, 'is_directory', 'is a directory: give a capture file in it.'],
])('%s cannot be read', async (source, code, sentence) => {
  const reader = new CaptureReader({ onFrames: () => undefined });
  await expect(readCapture(source, reader)).rejects.toMatchObject({
    name: 'CaptureError',
    code,
    message: expect.stringContaining(sentence),
  });
});

test.each([
  ['plain', plain],
  ['gzip', packed],
])('a growing %s file is followed to its end', async (_name, bytes) => {
  writeFileSync(path, new Uint8Array(0));
  let written = 0;
  const step = Math.ceil(bytes.length / 7);
  const reader = new CaptureReader({ onFrames: () => undefined });
  await followCapture(path, reader, {
    pollMs: 1,
    finished: () => {
      appendFileSync(path, bytes.subarray(written, written + step));
      written += step;
      return written >= bytes.length;
    },
  });
  expect([reader.frames, reader.warnings]).toEqual([FRAMES, []]);
});

test('new bytes of a followed file are handed on, and a signal ends the wait', async () => {
  writeFileSync(path, plain.subarray(0, 24 + 116));
  const abort = new AbortController();
  const reader = new CaptureReader({ onFrames: () => abort.abort(new Error('stopped')) });
  await expect(followCapture(path, reader, { finished: () => false, signal: abort.signal })).rejects.toThrow('stopped');
  expect(reader.frames).toBe(1);
});
