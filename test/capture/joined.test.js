import { gzipSync } from 'node:zlib';

import { ContentTarget } from '../../lib/capture/content/content-target.js';
import { nodeGunzip } from '../../lib/capture/file/node-gunzip.js';
import { CaptureReader } from '../../lib/capture/reader.js';
import {
  bytesOf,
  interfaceBlock,
  packetBlock,
  pcapFileHeader,
  readAll,
  resultOf,
  sectionHeader,
  u32,
  warningCodes,
} from './support.js';

const NANOSECONDS = 0xa1b23c4d;
/** @param {boolean} bigEndian @param {number} seconds @param {number} fraction @param {string} data */
const record = (bigEndian, seconds, fraction, data, wire = data.length) =>
  bytesOf(u32(bigEndian, seconds, fraction, data.length, wire), data);
/** @param {boolean} bigEndian @param {number} seconds */
const pcap = (bigEndian, seconds, { magic = 0xa1b2c3d4, network = 1 } = {}) =>
  bytesOf(
    pcapFileHeader({ bigEndian, magic, network }),
    record(bigEndian, seconds, 500, 'first'),
    record(bigEndian, seconds + 1, 0, 'second'),
  );
/** @param {boolean} bigEndian @param {bigint} microseconds */
const pcapng = (bigEndian, microseconds) =>
  bytesOf(sectionHeader(bigEndian), interfaceBlock(bigEndian, 113), packetBlock(bigEndian, { ticks: microseconds }));

/** Before 1970, with a fraction. */
const BEFORE = bytesOf(
  sectionHeader(false),
  interfaceBlock(false, 113, [[14, bytesOf(u32(false, -6, -1))]]),
  packetBlock(false, { ticks: 100_000n }),
);

const START = 1000;
const LITTLE = pcap(false, START);

/** @type {Array<[string, Uint8Array, Uint8Array, number[], number[]]>} name, first, second, times, link types */
const JOINED = [
  ['pcap of the same order', LITTLE, pcap(false, START + 10), [0, 999_500_000, 10e9, 10_999_500_000], [1, 1, 1, 1]],
  ['pcap of the other order', LITTLE, pcap(true, START + 10), [0, 999_500_000, 10e9, 10_999_500_000], [1, 1, 1, 1]],
  [
    'pcap of nanoseconds and another link type',
    LITTLE,
    pcap(true, START + 10, { magic: NANOSECONDS, network: 101 }),
    [0, 999_500_000, 9_999_500_500, 10_999_500_000],
    [1, 1, 101, 101],
  ],
  ['an earlier pcap', LITTLE, pcap(false, START - 10), [0, 999_500_000, -10e9, -9_000_500_000], [1, 1, 1, 1]],
  ['pcapng behind pcap', LITTLE, pcapng(false, 1_010_000_500n), [0, 999_500_000, 10e9], [1, 1, 113]],
  ['pcapng of the other order', LITTLE, pcapng(true, 1_010_000_500n), [0, 999_500_000, 10e9], [1, 1, 113]],
  [
    'pcap behind pcapng',
    pcapng(false, 1_000_000_500n),
    pcap(false, START + 10),
    [0, 10e9, 10_999_500_000],
    [113, 1, 1],
  ],
  ['both big-endian', pcapng(true, 1_000_000_500n), pcap(true, START + 10), [0, 10e9, 10_999_500_000], [113, 1, 1]],
  ['pcap behind pcapng from before 1970', BEFORE, pcap(false, 10), [0, 15_900_500_000, 16.9e9], [113, 1, 1]],
  ['a capture without packets first', pcapFileHeader({}), pcap(false, START), [0, 999_500_000], [1, 1]],
];

test.each(JOINED)(
  '%s: all packets, their times from the first, and a warning',
  (_, first, second, times, linkTypes) => {
    const bytes = bytesOf(first, second);
    const whole = readAll(bytes);
    expect(whole.error).toBeNull();
    expect(whole.frames.map(({ time }) => time)).toEqual(times);
    expect(whole.frames.map(({ linkType }) => linkType)).toEqual(linkTypes);
    expect(whole.frames.map(({ linkType, interfaceIndex }) => [linkType, interfaceIndex])).toEqual(
      whole.frames.map(({ linkType }, at) => [linkType, at < whole.frames.length - countOf(second) ? 0 : 1]),
    );
    expect(whole.reader.warnings).toEqual([expect.objectContaining({ code: 'joined_captures', offset: first.length })]);
    expect(whole.reader.warnings[0].message).toContain(`Another capture begins at byte ${first.length}, after packet`);
    for (const sizes of [[1], [7], [40, 3]]) expect(resultOf(readAll(bytes, sizes))).toEqual(resultOf(whole));
  },
);

/** @param {Uint8Array} capture one of those above @returns {number} its packets */
const countOf = (capture) => readAll(capture).frames.length;

test('three of them; the format is that of the first', () => {
  const { reader, frames } = readAll(bytesOf(LITTLE, pcapng(true, 1_010_000_000n), pcap(true, START)));
  expect(frames).toHaveLength(5);
  expect(warningCodes({ reader, frames, error: null })).toEqual(['joined_captures', 'joined_captures']);
  expect(reader.format).toBe('pcap');
});

test('a joined capture that is cut within its header', () => {
  const { reader, frames, error } = readAll(bytesOf(LITTLE, pcap(true, START).subarray(0, 20)));
  expect([frames.length, error]).toEqual([2, null]);
  expect(warningCodes({ reader, frames, error })).toEqual(['joined_captures', 'cut_short']);
});

test('packets of which nothing was captured are packets still', () => {
  const empty = [record(false, START, 1, '', 60), record(false, START, 2, '', 70)];
  const { reader, frames } = readAll(bytesOf(pcapFileHeader({}), ...empty, record(false, START, 3, 'abc')));
  expect(frames.map(({ wire, time }) => [wire, time])).toEqual([
    [60, 0],
    [70, 1000],
    [3, 2000],
  ]);
  expect(reader.warnings).toEqual([]);
});

test('headers and nothing else: read in one pass, with few interfaces and warnings', () => {
  const headers = bytesOf(...new Array(70_000).fill(pcapFileHeader({})));
  const { reader, frames, error } = readAll(headers);
  expect([frames.length, error]).toEqual([0, null]);
  expect(reader.interfaces.length).toBe(65_536);
  expect(reader.warnings.length).toBeLessThan(20);
});

test('gzip members that are captures each', async () => {
  let count = 0;
  const reader = new CaptureReader({ onFrames: (batch) => void (count += batch.count) });
  const content = new ContentTarget(reader, 1 << 20, nodeGunzip);
  await content.push(bytesOf(gzipSync(LITTLE), gzipSync(pcap(true, START + 9))));
  await content.end();
  expect([count, reader.warnings.map(({ code }) => code)]).toEqual([4, ['joined_captures']]);
});
