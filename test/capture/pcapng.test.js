import { MAX_COMMENTS, MAX_SECRETS, MAX_WARNINGS_PER_CODE } from '../../lib/capture/limits.js';
import {
  block,
  bytesOf,
  interfaceBlock,
  options,
  packetBlock,
  readAll,
  sectionHeader,
  u16,
  u32,
  warningCodes,
} from './support.js';

const LITTLE = false;
const TLS_KEY_LOG = 0x544c534b;
const hex = (/** @type {string} */ text) => Buffer.from(text, 'latin1').toString('hex');

/** @param {...Uint8Array} blocks of a section with one Ethernet interface */
function section(...blocks) {
  return bytesOf(sectionHeader(LITTLE), interfaceBlock(LITTLE, 1), ...blocks);
}

/** @param {bigint} value */
function int64(value) {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigInt64(0, value, true);
  return new Uint8Array(view.buffer);
}

test('sections of either byte order, each with its own interfaces', () => {
  const bytes = bytesOf(
    sectionHeader(false),
    interfaceBlock(
      false,
      1,
      [
        [2, 'eth0'],
        [3, 'uplink'],
        [11, '\0tcp'],
      ],
      96,
    ),
    packetBlock(false, { ticks: 10n, data: 'one' }),
    sectionHeader(true),
    interfaceBlock(true, 101),
    interfaceBlock(true, 113),
    packetBlock(true, { id: 1, ticks: 11n, data: 'two', wire: 60 }),
  );
  const { reader, frames } = readAll(bytes);
  expect(reader).toMatchObject({
    format: 'pcapng',
    frames: 2,
    startEpochNs: 10_000n,
    linkTypes: [1, 101, 113],
    warnings: [],
  });
  expect(reader.interfaces[0]).toEqual({
    linkType: 1,
    name: 'eth0',
    description: 'uplink',
    filter: 'tcp',
    snapLength: 96,
    received: null,
    dropped: null,
  });
  expect(frames).toMatchObject([
    { time: 0, captured: hex('one'), wire: 3, linkType: 1, interfaceIndex: 0 },
    { time: 1000, captured: hex('two'), wire: 60, linkType: 113, interfaceIndex: 2 },
  ]);
});

test.each([
  ['microseconds where nothing is said', [], 1_000_001n, 1_000_001_000n, 1000],
  ['nanoseconds', [[9, [9]]], 1_000_000_001n, 1_000_000_001n, 1],
  ['seconds', [[9, [0]]], 7n, 7_000_000_000n, 1e9],
  ['picoseconds', [[9, [12]]], 5_000n, 5n, 0],
  ['2^-10 s', [[9, [0x8a]]], 1024n, 1_000_000_000n, 976_562],
  ['2^-32 s', [[9, [0xa0]]], 1n << 32n, 1_000_000_000n, 0],
  ['2^-64 s', [[9, [0xc0]]], 1n << 63n, 500_000_000n, 0],
  [
    'an offset',
    [
      [9, [9]],
      [14, int64(1_700_000_000n)],
    ],
    5n,
    1_700_000_000_000_000_005n,
    1,
  ],
  ['a negative offset', [[14, int64(-1n)]], 3_000_000n, 2_000_000_000n, 1000],
])('time in %s', (_name, list, ticks, epochNs, nextNs) => {
  const idb = interfaceBlock(LITTLE, 1, /** @type {any} */ (list));
  const { reader, frames } = readAll(
    bytesOf(
      sectionHeader(LITTLE),
      idb,
      packetBlock(LITTLE, { ticks }),
      packetBlock(LITTLE, { ticks: ticks + 1n }),
      packetBlock(LITTLE, { ticks: ticks - 1n }),
    ),
  );
  expect(reader.startEpochNs).toBe(epochNs);
  expect(frames.map(({ time }) => time).slice(0, 2)).toEqual([0, nextNs]);
  expect(frames[2].time).toBeLessThanOrEqual(0);
});

test('interfaces of different resolution share one start', () => {
  const bytes = bytesOf(
    sectionHeader(LITTLE),
    interfaceBlock(LITTLE, 1, [[9, Uint8Array.of(9)]]),
    interfaceBlock(LITTLE, 1),
    packetBlock(LITTLE, { ticks: 1_700_000_000_123_456_789n }),
    packetBlock(LITTLE, { id: 1, ticks: 1_700_000_000_123_457n }),
    packetBlock(LITTLE, { ticks: 1_700_000_000_123_456_788n }),
  );
  expect(readAll(bytes).frames.map(({ time }) => time)).toEqual([0, 211, -1]);
});

test('time is exact over a hundred days of nanoseconds', () => {
  const start = 1_700_000_000_000_000_000n;
  const later = 100n * 86_400n * 1_000_000_000n + 1n;
  const bytes = bytesOf(
    sectionHeader(LITTLE),
    interfaceBlock(LITTLE, 1, [[9, Uint8Array.of(9)]]),
    packetBlock(LITTLE, { ticks: start }),
    packetBlock(LITTLE, { ticks: start + later }),
  );
  expect(readAll(bytes).frames[1].time).toBe(Number(later));
});

test('an obsolete packet block', () => {
  const body = bytesOf(u16(LITTLE, 0, 7), u32(LITTLE, 0, 5, 3, 60), 'abc');
  expect(readAll(section(block(LITTLE, 2, body))).frames).toMatchObject([{ captured: hex('abc'), wire: 60 }]);
});

test('simple packet blocks have the time of the packet before, and the snap length cuts them', () => {
  const simple = block(LITTLE, 3, bytesOf(u32(LITTLE, 9), 'abcd'));
  const bytes = bytesOf(
    sectionHeader(LITTLE),
    interfaceBlock(LITTLE, 1, [], 4),
    simple,
    packetBlock(LITTLE, { ticks: 5n, data: 'x' }),
    packetBlock(LITTLE, { ticks: 6n, data: 'y' }),
    simple,
  );
  const reading = readAll(bytes);
  expect(reading.frames.map(({ time, captured, wire }) => [time, captured, wire])).toEqual([
    [0, hex('abcd'), 9],
    [0, hex('x'), 1],
    [1000, hex('y'), 1],
    [1000, hex('abcd'), 9],
  ]);
  expect(warningCodes(reading)).toEqual(['no_time']);
  expect(reading.reader.startEpochNs).toBe(5000n);
});

test("custom blocks, journal entries and sysdig's events have frame numbers, as in Wireshark; unknown blocks have none", () => {
  const bytes = section(
    ...[0x204, 0x216, 0x221].map((type) => block(LITTLE, type, new Uint8Array(48))),
    block(LITTLE, 0x201, new Uint8Array(48)),
    block(LITTLE, 0xbad, bytesOf(u32(LITTLE, 32473), 'data')),
    block(LITTLE, 0x40000bad, bytesOf(u32(LITTLE, 32473), 'data')),
    block(LITTLE, 9, bytesOf('A=B\n')),
    block(LITTLE, 0x7777, bytesOf('data')),
    packetBlock(LITTLE, {}),
  );
  const { reader, frames } = readAll(bytes);
  expect(frames.map(({ linkType, interfaceIndex }) => [linkType, interfaceIndex])).toEqual([
    ...Array(6).fill([-1, -1]),
    [1, 0],
  ]);
  expect(reader).toMatchObject({ frames: 7, packets: 1, warnings: [] });
});

test('names, secrets, statistics and comments', () => {
  const ipv4 = bytesOf([192, 0, 2, 1], 'a.example\0b.example\0');
  const ipv6 = bytesOf(new Uint8Array(15), [1], 'localhost\0');
  const keys = 'CLIENT_RANDOM 00 11\n';
  const bytes = bytesOf(
    sectionHeader(LITTLE, options(LITTLE, [[1, 'of the section']])),
    interfaceBlock(LITTLE, 1),
    block(
      LITTLE,
      4,
      options(LITTLE, [
        [1, ipv4],
        [2, ipv6],
        [99, 'x'],
      ]),
    ),
    block(LITTLE, 10, bytesOf(u32(LITTLE, TLS_KEY_LOG, keys.length), keys)),
    block(LITTLE, 10, bytesOf(u32(LITTLE, 0x57474b4c, 4), 'abcd')),
    packetBlock(LITTLE, {
      extra: options(LITTLE, [
        [1, 'of a packet'],
        [2, 'flag'],
      ]),
    }),
    block(
      LITTLE,
      5,
      bytesOf(
        u32(LITTLE, 0, 0, 0),
        options(LITTLE, [
          [4, int64(1000n)],
          [5, int64(3n)],
        ]),
      ),
    ),
  );
  const { reader } = readAll(bytes);
  expect(reader.names).toEqual([
    { address: Uint8Array.of(192, 0, 2, 1), name: 'a.example' },
    { address: Uint8Array.of(192, 0, 2, 1), name: 'b.example' },
    { address: bytesOf(new Uint8Array(15), [1]), name: 'localhost' },
  ]);
  expect(reader.secrets).toEqual([bytesOf(keys)]);
  expect(reader.comments).toEqual([
    { frame: null, text: 'of the section' },
    { frame: 1, text: 'of a packet' },
  ]);
  expect(reader.interfaces[0]).toMatchObject({ received: 1000, dropped: 3 });
  expect(reader.warnings).toEqual([]);
});

test('of very many secrets the first are kept', () => {
  const one = block(LITTLE, 10, bytesOf(u32(LITTLE, TLS_KEY_LOG, 1), 'A'));
  const { reader } = readAll(section(...Array.from({ length: MAX_SECRETS + 1 }, () => one)));
  expect(reader.secrets).toHaveLength(MAX_SECRETS);
});

const sound = packetBlock(LITTLE, { data: 'sound' });

/** @param {(view: DataView) => void} change */
function damaged(change) {
  const bytes = packetBlock(LITTLE, { data: 'damaged' });
  change(new DataView(bytes.buffer));
  return bytes;
}

test.each([
  ['length 0', damaged((view) => view.setUint32(4, 0, true))],
  ['length no multiple of 4', damaged((view) => view.setUint32(4, 41, true))],
  ['length of 4 GB', damaged((view) => view.setUint32(4, 0xfffffffc, true))],
  ['length beyond the end', damaged((view) => view.setUint32(4, 4096, true))],
  ['other length at the end', damaged((view) => view.setUint32(view.byteLength - 4, 44, true))],
  ['bytes missing', packetBlock(LITTLE, { data: 'damaged' }).subarray(0, 24)],
  ['section without byte order', block(LITTLE, 0x0a0d0d0a, bytesOf(new Uint8Array(16)))],
])('after a block with %s reading goes on at the next', (_name, bad) => {
  const before = section(sound);
  const reading = readAll(bytesOf(before, bad, sound, sound));
  expect(reading.error).toBeNull();
  expect(reading.frames.map(({ captured }) => captured)).toEqual([hex('sound'), hex('sound'), hex('sound')]);
  expect(reading.reader.warnings).toEqual([
    {
      code: 'damaged_block',
      offset: before.length,
      message: expect.stringContaining(`reading continues at byte ${before.length + bad.length}.`),
    },
  ]);
});

test('damage to the end of the file', () => {
  const before = section(sound);
  const { reader } = readAll(
    bytesOf(
      before,
      damaged((view) => view.setUint32(4, 0, true)),
    ),
  );
  expect(reader.frames).toBe(1);
  expect(reader.warnings).toEqual([
    {
      code: 'damaged_block',
      offset: before.length,
      message: expect.stringContaining('no sound block follows: the 1 packets before'),
    },
  ]);
});

test.each([[1], [11], [12], [30]])('a file cut %d bytes into a block', (cut) => {
  const before = section(sound);
  const { reader } = readAll(bytesOf(before, sound.subarray(0, cut)));
  expect(reader.frames).toBe(1);
  expect(reader.warnings).toEqual([
    {
      code: 'cut_short',
      offset: before.length + cut,
      message: expect.stringContaining(
        `after packet 1, at byte ${before.length + cut}: ${cut} of the block's ${cut < 12 ? 12 : 40} bytes`,
      ),
    },
  ]);
});

test.each([
  ['unknown_interface', packetBlock(LITTLE, { id: 1 })],
  ['unknown_interface', packetBlock(LITTLE, { id: 0xffffffff })],
  ['impossible_length', packetBlock(LITTLE, { captured: 5 })],
  ['impossible_length', packetBlock(LITTLE, { captured: 0xffffffff })],
])('%s: the packet is passed over', (code, bad) => {
  const reading = readAll(section(sound, bad, sound));
  expect(reading.frames).toHaveLength(2);
  expect(warningCodes(reading)).toEqual([code]);
});

test('interfaces of an earlier section are not of the next', () => {
  const reading = readAll(bytesOf(section(sound), sectionHeader(LITTLE), sound, block(LITTLE, 3, u32(LITTLE, 0))));
  expect(reading.frames).toHaveLength(1);
  expect(warningCodes(reading)).toEqual(['unknown_interface', 'unknown_interface']);
});

test('warnings of one kind and comments are bounded', () => {
  const bad = packetBlock(LITTLE, { id: 1 });
  const commented = packetBlock(LITTLE, { extra: options(LITTLE, [[1, 'x']]) });
  const { reader } = readAll(section(...Array(50).fill(bad), ...Array(MAX_COMMENTS + 5).fill(commented)));
  expect(reader.warnings).toHaveLength(MAX_WARNINGS_PER_CODE + 1);
  expect(reader.warnings.at(-1)?.message).toMatch(/^There are 40 more of this kind, the last at byte \d+\.$/);
  expect(reader.comments).toHaveLength(MAX_COMMENTS);
});
