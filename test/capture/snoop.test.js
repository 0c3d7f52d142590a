import { bytesOf, readAll, u32, warningCodes } from './support.js';

/**
 * @param {string} data
 * @param {{ wire?: number, captured?: number, length?: number, seconds?: number, drops?: number }} [fields]
 */
function record(
  data,
  { wire = data.length, captured = data.length, length = 24 + data.length, seconds = 100, drops = 0 } = {},
) {
  return bytesOf(
    u32(true, wire, captured, length, drops, seconds, 7),
    data,
    new Uint8Array(Math.max(0, Math.min(8, length - 24 - data.length))),
  );
}

/** @param {number} datalink */
const fileHeader = (datalink, version = 2) => bytesOf('snoop\0\0\0', u32(true, version, datalink));

test('records with padding', () => {
  const { reader, frames } = readAll(
    bytesOf(fileHeader(4), record('abc', { wire: 1500, length: 28 }), record('abcd', { seconds: 99, drops: 3 })),
  );
  expect(reader).toMatchObject({ format: 'snoop', startEpochNs: 100_000_007_000n, linkTypes: [1], warnings: [] });
  expect(reader.interfaces[0].dropped).toBe(3);
  expect(frames).toMatchObject([
    { time: 0, wire: 1500, captured: '616263', fileOffset: 40 },
    { time: -1e9, captured: '61626364' },
  ]);
});

test.each([
  [0, 1],
  [2, 6],
  [4, 1],
  [8, 10],
  [0x1a, 242],
  [0x80000001, 101],
])('datalink type %d is LINKTYPE %d', (datalink, linkType) => {
  expect(readAll(fileHeader(datalink)).reader).toMatchObject({ linkTypes: [linkType], warnings: [] });
});

test('an unknown datalink type and version are named', () => {
  const reading = readAll(bytesOf(fileHeader(77, 3), record('abc')));
  expect(reading.frames).toMatchObject([{ linkType: -1 }]);
  expect(warningCodes(reading)).toEqual(['unknown_version', 'unknown_link_type']);
});

test.each([[{ captured: 0xffffffff }], [{ captured: 1 << 20 }], [{ length: 10 }], [{ length: 1 << 20 }]])(
  'a record of %j ends the reading',
  (fields) => {
    const reading = readAll(bytesOf(fileHeader(4), record('abc'), record('abc', fields), record('abc')));
    expect(reading.frames).toHaveLength(1);
    expect(warningCodes(reading)).toEqual(['impossible_length']);
  },
);

test('a cut record', () => {
  const reading = readAll(bytesOf(fileHeader(4), record('abc'), record('abc').subarray(0, 25)));
  expect(reading.frames).toHaveLength(1);
  expect(reading.reader.warnings).toMatchObject([
    { code: 'cut_short', message: expect.stringContaining('packet 2 at byte 68: 25 of its 27 bytes') },
  ]);
});
