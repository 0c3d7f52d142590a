import { MAX_FRAME_BYTES } from '../../lib/capture/limits.js';
import { bytesOf, pcapFileHeader, readAll, u32, warningCodes } from './support.js';

/**
 * @param {boolean} bigEndian
 * @param {number} seconds
 * @param {number} fraction
 * @param {string} data
 */
function record(
  bigEndian,
  seconds,
  fraction,
  data,
  wire = data.length,
  captured = data.length,
  extra = new Uint8Array(0),
) {
  return bytesOf(u32(bigEndian, seconds, fraction, captured, wire), extra, data);
}

const hex = (/** @type {string} */ text) => Buffer.from(text, 'latin1').toString('hex');

test.each([
  ['little-endian microseconds', false, 0xa1b2c3d4, 1000],
  ['big-endian microseconds', true, 0xa1b2c3d4, 1000],
  ['little-endian nanoseconds', false, 0xa1b23c4d, 1],
  ['big-endian nanoseconds', true, 0xa1b23c4d, 1],
])('%s', (_name, bigEndian, magic, unit) => {
  const bytes = bytesOf(
    pcapFileHeader({ bigEndian, magic, network: 113 }),
    record(bigEndian, 100, 999_999, 'first'),
    record(bigEndian, 101, 1, 'second', 1500),
  );
  const { reader, frames, error } = readAll(bytes);
  expect(error).toBeNull();
  expect(reader).toMatchObject({
    format: 'pcap',
    frames: 2,
    bytesRead: bytes.length,
    linkTypes: [113],
    warnings: [],
    startEpochNs: 100_000_000_000n + 999_999n * BigInt(unit),
  });
  expect(frames).toEqual([
    { time: 0, captured: hex('first'), wire: 5, linkType: 113, interfaceIndex: 0, fileOffset: 40 },
    {
      time: 1e9 - 999_998 * unit,
      captured: hex('second'),
      wire: 1500,
      linkType: 113,
      interfaceIndex: 0,
      fileOffset: 61,
    },
  ]);
});

test.each([
  [6, 1],
  [9, 6],
  [15, 10],
  [24, 0],
])('AIX: interface type %i is link type %i, and fractions are nanoseconds', (network, linkType) => {
  const bytes = bytesOf(
    pcapFileHeader({ bigEndian: true, version: [2, 2], network }),
    record(true, 1, 5, 'one'),
    record(true, 1, 7, 'two'),
  );
  const { reader, frames } = readAll(bytes);
  expect(reader).toMatchObject({ linkTypes: [linkType], startEpochNs: 1_000_000_005n, warnings: [] });
  expect(frames.map(({ time, captured }) => [time, captured])).toEqual([
    [0, hex('one')],
    [2, hex('two')],
  ]);
  expect(readAll(pcapFileHeader({ network })).reader.linkTypes).toEqual([network]);
});

test('the modified header has 8 more bytes a record', () => {
  const bytes = bytesOf(
    pcapFileHeader({ magic: 0xa1b2cd34 }),
    record(false, 1, 0, 'one', 3, 3, new Uint8Array(8)),
    record(false, 2, 0, 'two', 3, 3, new Uint8Array(8)),
  );
  expect(readAll(bytes).frames.map(({ captured }) => captured)).toEqual([hex('one'), hex('two')]);
});

test.each([
  ['Red Hat 6.1', 0xa1b2c3d4, 24],
  ['Nokia and Check Point IPSO', 0xa1b2c3d4, 20],
  ['SuSE 6.3', 0xa1b2cd34, 28],
])('records of %s share a magic number, and the second one tells their size', (_name, magic, headerBytes) => {
  const extra = new Uint8Array(headerBytes - 16);
  const texts = ['the first packet', 'the second', 'third'];
  const records = texts.map((text, i) => record(false, 1_700_000_000 + i, 5, text, 60, text.length, extra));
  const bytes = bytesOf(pcapFileHeader({ magic }), ...records);
  for (const sizes of [[bytes.length], [1], [7, 50]]) {
    const { reader, frames } = readAll(bytes, sizes);
    expect(reader.warnings).toEqual([]);
    expect(frames.map(({ captured }) => captured)).toEqual(texts.map(hex));
  }
});

test('an Ixia file header ends with a size', () => {
  const bytes = bytesOf(
    pcapFileHeader({ magic: 0x1c0001ac }),
    [9, 9, 9, 9],
    record(false, 1, 5, 'one'),
    record(false, 1, 7, 'two'),
  );
  expect(readAll(bytes).frames.map(({ time, captured }) => [time, captured])).toEqual([
    [0, hex('one')],
    [2, hex('two')],
  ]);
});

test.each([
  [[2, 2], 60, 3, 60], // wire length first, always
  [[2, 3], 60, 3, 60], // first length is the larger: swapped
  [[2, 3], 3, 60, 60], // first length is the smaller: as written
  [[2, 4], 3, 60, 60],
  [[543, 0], 60, 3, 60],
])('version %j with lengths %d, %d', (version, first, second, wire) => {
  const bytes = bytesOf(
    pcapFileHeader({ version: /** @type {[number, number]} */ (version) }),
    u32(false, 1, 0, first, second),
    'abc',
  );
  expect(readAll(bytes).frames).toMatchObject([{ captured: hex('abc'), wire }]);
});

test('times before the first packet, fractions above a second and seconds beyond 2038 are taken as written', () => {
  const bytes = bytesOf(
    pcapFileHeader(),
    record(false, 0xfffffff0, 10, ''),
    record(false, 0xffffffee, 10, ''),
    record(false, 0xfffffff0, 3_000_010, ''),
  );
  const { reader, frames } = readAll(bytes);
  expect(reader.startEpochNs).toBe(0xfffffff0n * 1_000_000_000n + 10_000n);
  expect(frames.map(({ time }) => time)).toEqual([0, -2e9, 3e9]);
});

test('frame check sequence bits are no part of the link type', () => {
  expect(readAll(pcapFileHeader({ network: 0x54000001 })).reader).toMatchObject({ linkTypes: [1], warnings: [] });
});

test('reserved bits and unknown versions are read with a warning', () => {
  const reading = readAll(
    bytesOf(pcapFileHeader({ network: 0x02c50001, version: [1, 4] }), record(false, 1, 1, 'abc')),
  );
  expect(reading.frames).toHaveLength(1);
  expect(warningCodes(reading)).toEqual(['unknown_version', 'reserved_bits']);
});

test('more captured than on the wire is taken as written; wire lengths above 2^31 are held at 2^31 − 1', () => {
  const bytes = bytesOf(pcapFileHeader(), record(false, 1, 0, 'abcd', 2), record(false, 1, 0, 'abcd', 0xffffffff));
  expect(readAll(bytes).frames.map(({ wire, captured }) => [wire, captured.length / 2])).toEqual([
    [2, 4],
    [0x7fffffff, 4],
  ]);
});

test('a header alone holds no packet and is no fault', () => {
  expect(readAll(pcapFileHeader()).reader).toMatchObject({ frames: 0, startEpochNs: null, warnings: [] });
});

test('records of length 0 are packets', () => {
  expect(readAll(bytesOf(pcapFileHeader(), new Uint8Array(16 * 10_000))).reader).toMatchObject({
    frames: 10_000,
    warnings: [],
  });
});

test.each([[MAX_FRAME_BYTES + 1], [0x7fffffff], [0xffffffff]])(
  'a stated length of %d ends the reading with a warning',
  (length) => {
    const { reader, error } = readAll(
      bytesOf(
        pcapFileHeader(),
        record(false, 1, 0, 'abc'),
        record(false, 1, 0, 'abc', 3, length),
        record(false, 1, 0, 'abc'),
      ),
    );
    expect(error).toBeNull();
    expect(reader.frames).toBe(1);
    expect(reader.warnings).toEqual([
      {
        code: 'impossible_length',
        offset: 43,
        message: expect.stringContaining(`packet 2 at byte 43 states ${length} bytes`),
      },
    ]);
  },
);

test('USB messages may be larger than packets', () => {
  const data = 'x'.repeat(MAX_FRAME_BYTES + 1);
  expect(readAll(bytesOf(pcapFileHeader({ network: 220 }), record(false, 1, 0, data))).reader).toMatchObject({
    frames: 1,
    warnings: [],
  });
});

test('no time is known while the first record is not whole', () => {
  const { reader } = readAll(bytesOf(pcapFileHeader(), record(false, 1, 0, 'abc', 3, 4)));
  expect(reader).toMatchObject({ frames: 0, startEpochNs: null });
});

test.each([[1], [15], [16], [18]])('a file cut %d bytes into its second record', (cut) => {
  const whole = bytesOf(pcapFileHeader(), record(false, 1, 0, 'abc'), record(false, 1, 0, 'abc'));
  const { reader } = readAll(whole.subarray(0, 43 + cut));
  expect(reader.frames).toBe(1);
  expect(reader.warnings).toEqual([
    {
      code: 'cut_short',
      offset: 43 + cut,
      message: `The file ends in the middle of packet 2 at byte ${43 + cut}: ${cut} of its ${cut < 16 ? 16 : 19} bytes are there. The 1 packets before are shown.`,
    },
  ]);
});
