import { CaptureError } from '../../lib/capture/capture-error.js';
import { PcapngWriter, PcapWriter } from '../../lib/capture/writer.js';
import fc from '../support/properties.js';
import {
  block,
  bytesOf,
  interfaceBlock,
  options,
  packetBlock,
  readAll,
  resultOf,
  sectionHeader,
  u32,
} from './support.js';

const texts = ['', 'a', 'some bytes', 'x'.repeat(300)];

function pcap() {
  const writer = new PcapWriter();
  return bytesOf(
    writer.header(),
    ...texts.map((text, i) => writer.packet({ epochNs: 5_000_000_000n + BigInt(i) * 1000n, data: bytesOf(text) })),
  );
}

function pcapng() {
  const writer = new PcapngWriter();
  return bytesOf(
    writer.header({ comment: 'c' }),
    writer.interface({ name: 'eth0' }),
    ...texts.map((text, i) =>
      writer.packet({ epochNs: BigInt(i), data: bytesOf(text), comment: i === 1 ? 'c' : undefined }),
    ),
    block(true, 0x0a0d0d0a, bytesOf(new Uint8Array(20))),
    sectionHeader(true, options(true, [[1, 'x']])),
    interfaceBlock(true, 1),
    packetBlock(true, {}),
    block(true, 3, bytesOf(u32(true, 4), 'abcd')),
    u32(true, 6, 0, 1, 6, 2000),
    packetBlock(true, { data: 'last' }),
  );
}

function snoop() {
  const records = texts.map((text, i) => bytesOf(u32(true, text.length, text.length, 24 + text.length, 0, 9, i), text));
  return bytesOf('snoop\0\0\0', u32(true, 2, 4), ...records);
}

const captures = { pcap: pcap(), pcapng: pcapng(), snoop: snoop() };
const chunkSizes = fc.array(
  fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 1000 })),
  { minLength: 1, maxLength: 8 },
);
const someCapture = fc.constantFrom(...Object.values(captures));

test.each(Object.entries(captures))('%s, as a whole and byte by byte', (format, bytes) => {
  const whole = readAll(bytes);
  expect(whole.reader.format).toBe(format);
  expect(whole.frames.length).toBeGreaterThanOrEqual(texts.length);
  expect(resultOf(readAll(bytes, [1]))).toEqual(resultOf(whole));
});

test('any chunking of a capture, damaged and cut anywhere, gives the same, and throws nothing but a CaptureError', () => {
  const change = fc.record({ at: fc.nat(), value: fc.oneof(fc.constantFrom(0, 1, 4, 0x7f, 0x80, 0xff), fc.nat(255)) });
  fc.assert(
    fc.property(someCapture, fc.array(change, { maxLength: 6 }), fc.nat(), chunkSizes, (bytes, changes, cut, sizes) => {
      const damaged = bytes.slice(0, cut % 3 === 0 ? cut % bytes.length : bytes.length);
      for (const { at, value } of changes) if (damaged.length > 0) damaged[at % damaged.length] = value;
      const whole = readAll(damaged);
      if (whole.error) expect(whole.error).toBeInstanceOf(CaptureError);
      expect(resultOf(readAll(damaged, sizes))).toEqual(resultOf(whole));
    }),
    { seed: 20261120, numRuns: 120 },
  );
});

test('offsets tell where a frame lies in the stream', () => {
  fc.assert(
    fc.property(someCapture, chunkSizes, (bytes, sizes) => {
      for (const { captured, fileOffset } of readAll(bytes, sizes).frames) {
        expect(Buffer.from(bytes.subarray(fileOffset, fileOffset + captured.length / 2)).toString('hex')).toBe(
          captured,
        );
      }
    }),
    { seed: 20261120, numRuns: 50 },
  );
});

test('blocks that only seem to begin cost linear time', () => {
  const pretender = u32(false, 6, 1024 * 1024 - 4);
  const bytes = bytesOf(sectionHeader(false), u32(false, 6, 0), new Uint8Array(Buffer.alloc(4_000_000, pretender)));
  const { frames, reader } = readAll(bytes, [4096]);
  expect(frames).toHaveLength(0);
  expect(reader.warnings).toHaveLength(1);
});
