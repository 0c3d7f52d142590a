import { OPTION } from '../../../lib/engine/segment-batch.js';
import { PacketDecoder } from '../../../lib/packet/decoder.js';
import fc from '../../support/properties.js';
import { decodeFrames, ethernet, frameBatch, ipv4, join, tcp, u16, u32, zeros } from '../bytes.js';

/**
 * @param {Uint8Array} segment
 * @param {number} [captured] bytes of it
 * @param {number} [length] total length of the IP header
 */
function decode(segment, captured = segment.length, length = 20 + segment.length) {
  return decodeFrames([
    { bytes: ethernet(ipv4(segment, { length })).subarray(0, 34 + captured), wireLength: 14 + length },
  ]).segments;
}

/** @param {ArrayLike<number>} options */
const withOptions = (options) =>
  decode(tcp({ options: join(options, zeros((4 - (options.length % 4)) % 4)), payload: [9] }))[0];

test('the fields of a header', () => {
  const segment = tcp({
    ports: [65535, 80],
    seq: 0xfffffff0,
    ack: 0x80000000,
    flags: 0x1f2,
    window: 65535,
    urgent: 7,
    payload: [1, 2],
  });
  expect(decode(segment)[0]).toMatchObject({
    ports: [65535, 80],
    seq: 0xfffffff0,
    ack: 0x80000000,
    flags: 0x1f2,
    window: 65535,
    urgent: 7,
    options: 0,
    payload: [1, 2],
    payloadLength: 2,
  });
});

test('a segment without timestamps has none of the segment that was in its place before', () => {
  /** @type {number[][]} */
  const stamps = [];
  const decoder = new PacketDecoder({ onSegments: ({ tsValue, tsEcho }) => void stamps.push([tsValue[0], tsEcho[0]]) });
  const timestamps = Uint8Array.from([1, 1, 8, 10, ...u32(3), ...u32(4)]);
  const impossible = tcp({ payload: [] });
  impossible[12] = 0xf0;
  for (const segment of [tcp({ options: timestamps }), tcp({}), tcp({ options: timestamps }), impossible]) {
    decoder.decode(frameBatch([{ bytes: ethernet(ipv4(segment)) }]));
  }
  expect(stamps).toEqual([
    [3, 4],
    [0, 0],
    [3, 4],
    [0, 0],
  ]);
});

/** @type {Array<[string, number[], object]>} */
const OPTIONS = [
  ['none', [], { options: 0 }],
  ['MSS', [2, 4, 5, 0xb4], { options: OPTION.MSS, mss: 1460 }],
  ['window scale', [1, 3, 3, 7], { options: OPTION.WINDOW_SCALE, windowScale: 7 }],
  ['window scale beyond 14', [3, 3, 200], { options: OPTION.WINDOW_SCALE, windowScale: 14 }],
  ['SACK permitted', [4, 2], { options: OPTION.SACK_PERMITTED }],
  [
    'timestamps as usual',
    [1, 1, 8, 10, ...u32(0xffffffff), ...u32(5)],
    { options: OPTION.TIMESTAMPS, timestamps: [0xffffffff, 5] },
  ],
  ['timestamps elsewhere', [8, 10, ...u32(3), ...u32(4), 1, 1], { options: OPTION.TIMESTAMPS, timestamps: [3, 4] }],
  ['a SACK block', [1, 1, 5, 10, ...u32(1), ...u32(0xfffffff0)], { options: OPTION.SACK, sack: [1, 0xfffffff0] }],
  [
    'timestamps and three SACK blocks',
    [1, 1, 8, 10, ...zeros(8), 1, 1, 5, 26, ...[1, 2, 3, 4, 5, 6].flatMap(u32)],
    { options: OPTION.SACK | OPTION.TIMESTAMPS, sack: [1, 2, 3, 4, 5, 6] },
  ],
  [
    'four SACK blocks',
    [1, 1, 5, 34, ...[1, 2, 3, 4, 5, 6, 7, 8].flatMap(u32)],
    { options: OPTION.SACK, sack: [1, 2, 3, 4, 5, 6, 7, 8] },
  ],
  ['SACK without a block', [5, 2], { options: OPTION.BROKEN, sack: [] }],
  ['MPTCP', [30, 4, 0, 0], { options: OPTION.MPTCP }],
  ['fast open', [34, 2], { options: OPTION.FAST_OPEN }],
  ['fast open as an experiment', [254, 4, 0xf9, 0x89], { options: OPTION.FAST_OPEN }],
  ['another experiment', [254, 4, 1, 2], { options: 0 }],
  ['an unknown option before a known', [77, 4, 1, 2, 4, 2], { options: OPTION.SACK_PERMITTED }],
  ['the end of the list', [4, 2, 0, 2, 4, 5, 0xb4], { options: OPTION.SACK_PERMITTED }],
  ['a length of 0', [4, 2, 77, 0, 2, 4, 5, 0xb4], { options: OPTION.SACK_PERMITTED }],
  ['a length of 1', [4, 2, 77, 1, 2, 4, 5, 0xb4], { options: OPTION.SACK_PERMITTED }],
  ['a length beyond the header', [4, 2, 2, 40], { options: OPTION.SACK_PERMITTED }],
  ['a wrong length of a known option', [2, 5, 1, 2, 3, 4, 2], { options: OPTION.SACK_PERMITTED }],
];

test.each(OPTIONS)('options: %s', (_, options, expected) => {
  expect(withOptions(options)).toMatchObject({ ...expected, payload: [9] });
});

test('any bytes as options leave the payload where it is', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 0, maxLength: 40 }), (options) => {
      expect(withOptions(options)).toMatchObject({ payload: [9], payloadLength: 1 });
    }),
  );
});

test('a segment has no SACK blocks left from the segment that had its entry before', () => {
  const sack = { bytes: ethernet(ipv4(tcp({ options: [1, 1, 5, 10, ...zeros(8)] }))) };
  for (const options of [[], [1, 1, 8, 10, ...zeros(8)]]) {
    const decoder = new PacketDecoder({ onSegments: (batch) => expect(batch.sackCount[0]).toBe(expected) });
    let expected = 1;
    decoder.decode(frameBatch([sack]));
    expected = 0;
    decoder.decode(frameBatch([{ bytes: ethernet(ipv4(tcp({ options }))) }]));
  }
  expect.assertions(4);
});

describe('cut headers', () => {
  const segment = tcp({ options: [2, 4, 5, 0xb4, 1, 1, 8, 10, ...u32(3), ...u32(4)], payload: zeros(10), urgent: 9 });

  test.each([[0], [15]])('%i bytes are no segment, as in Wireshark', (captured) => {
    expect(decode(segment, captured)).toEqual([]);
  });

  test.each([
    [16, 0, OPTION.BROKEN],
    [19, 0, OPTION.BROKEN],
    [20, 9, OPTION.BROKEN],
    [23, 9, OPTION.BROKEN],
    [24, 9, OPTION.MSS | OPTION.BROKEN],
    [35, 9, OPTION.MSS | OPTION.BROKEN],
    [36, 9, OPTION.MSS | OPTION.TIMESTAMPS],
  ])('%i bytes are a segment, of known length', (captured, urgent, options) => {
    expect(decode(segment, captured)[0]).toMatchObject({
      seq: 1,
      window: 512,
      urgent,
      options,
      payloadLength: 10,
      payload: [],
    });
  });

  test('an option that the snap length cut is not read', () => {
    const usual = tcp({ options: [1, 1, 8, 10, ...zeros(8)] });
    expect(decode(usual, 31)[0]).toMatchObject({ options: OPTION.BROKEN });
    expect(decode(usual, 32)[0]).toMatchObject({ options: OPTION.TIMESTAMPS });
  });
});

test.each([
  [0, OPTION.BROKEN],
  [4, OPTION.BROKEN],
  [15, 0],
])('a data offset of %i words counts as a segment without payload', (offset, options) => {
  expect(decode(tcp({ offset, payload: zeros(20) }))[0]).toMatchObject({ payloadLength: 0, payload: [], options });
});

test('an IP packet too short for a TCP header', () => {
  expect(decode(tcp(), 20, 20 + 12)).toEqual([]);
  expect(decode(tcp(), 20, 20 + 16)[0]).toMatchObject({ payloadLength: 0, payload: [] });
});

test('ports are kept whole', () => {
  expect(decode(join(u16(0x8000), u16(0xffff), tcp().subarray(4)))[0].ports).toEqual([0x8000, 0xffff]);
});
