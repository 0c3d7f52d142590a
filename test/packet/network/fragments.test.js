import { PacketDecoder } from '../../../lib/packet/decoder.js';
import {
  MAX_FRAGMENT_AGE_NS,
  MAX_FRAGMENT_BYTES,
  MAX_FRAGMENTED_DATAGRAMS,
} from '../../../lib/packet/network/fragments.js';
import fc from '../../support/properties.js';
import { decodeFrames, ethernet, frameBatch, ipv4, ipv6, join, tcp, u16, u32, vlan } from '../bytes.js';

/** @typedef {{ offset: number, bytes: Uint8Array, more: boolean }} Piece */

const PAYLOAD = Array.from({ length: 200 }, (_, index) => index);
const SEGMENT = tcp({ payload: PAYLOAD, seq: 77 });

/** Blocks of 8 bytes at which the segment is cut. @param {number[]} cuts @returns {Piece[]} */
function split(cuts) {
  const edges = [...new Set([0, ...cuts.map((cut) => cut * 8), SEGMENT.length])].sort((a, b) => a - b);
  return edges
    .slice(0, -1)
    .map((offset, index) => ({
      offset,
      bytes: SEGMENT.subarray(offset, edges[index + 1]),
      more: index < edges.length - 2,
    }));
}

/** @param {Piece} piece @param {number} [id] */
const inIpv4 = ({ offset, bytes, more }, id = 5) =>
  ethernet(ipv4(bytes, { id, fragment: (offset >> 3) | (more ? 0x2000 : 0) }));
/** @param {Piece} piece @param {number} [id] */
const inIpv6 = ({ offset, bytes, more }, id = 5) =>
  ethernet(ipv6(join([6, 0], u16(offset | (more ? 1 : 0)), u32(id), bytes), { next: 44 }), 0x86dd);

const cuts = fc.array(fc.integer({ min: 1, max: (SEGMENT.length - 1) >> 3 }), { minLength: 1, maxLength: 8 });

test.each([
  ['IPv4', inIpv4],
  ['IPv6', inIpv6],
])('%s: any split in any order, with repetitions, gives the segment once', (_, wrap) => {
  const keys = fc.array(fc.nat(), { minLength: 18, maxLength: 18 });
  fc.assert(
    fc.property(cuts, cuts, keys, (first, second, places) => {
      const pieces = [...split(first), ...split(second)].map((piece, index) => ({ piece, place: places[index] }));
      const shuffled = pieces.sort((a, b) => a.place - b.place);
      const { segments } = decodeFrames(shuffled.map(({ piece }) => ({ bytes: wrap(piece), timeNs: 0 })));
      expect(segments.length).toBeGreaterThanOrEqual(1);
      for (const segment of segments) {
        expect(segment).toMatchObject({ seq: 77, ports: [1000, 80], payloadLength: 200, payload: PAYLOAD });
      }
    }),
  );
});

test.each([
  ['IPv4', inIpv4, [0, 0, 0, 0x0a000001]],
  ['IPv6', inIpv6, [0x20010db8, 0, 0, 1]],
])('%s: a datagram counts at the frame that completes it', (_, wrap, source) => {
  const [a, b, c] = split([4, 9]);
  const frames = [c, a, b].map((piece) => ({ bytes: wrap(piece) }));
  const { segments, decoder } = decodeFrames([...frames, { bytes: ethernet(ipv4(tcp())) }]);
  expect(segments.map(({ frame }) => frame)).toEqual([3, 4]);
  expect(segments[0]).toMatchObject({ source, timeNs: 2e9, payload: PAYLOAD });
  expect(decoder.fragments).toMatchObject({ waiting: 0, waitingBytes: 0, reassembled: 1, taken: 3, dropped: 0 });
});

test('of bytes that came twice the first copy stays', () => {
  const [a, b] = split([20]);
  const liar = { ...a, bytes: a.bytes.map((byte, index) => (index < 40 ? byte : 255)) };
  const head = { offset: 0, bytes: SEGMENT.subarray(0, 80), more: true };
  const { segments } = decodeFrames([head, liar, b].map((piece) => ({ bytes: inIpv4(piece) })));
  expect(segments[0].payload).toEqual([...PAYLOAD.slice(0, 60), ...new Array(80).fill(255), ...PAYLOAD.slice(140)]);
});

test('identification, protocol and VLAN keep datagrams apart', () => {
  const [a, b] = split([10]);
  const second = ipv4(b.bytes, { id: 1, fragment: b.offset >> 3 });
  const other = ipv4(b.bytes, { id: 1, fragment: b.offset >> 3, protocol: 17 });
  const pairs = [
    [inIpv4(a, 1), inIpv4(b, 2)],
    [inIpv6(a, 1), inIpv6(b, 2)],
    [inIpv4(a, 1), ethernet(other)],
    [inIpv4(a, 1), ethernet(vlan(second, 5), 0x8100)],
    [inIpv4(a, 1), ethernet(second)],
  ];
  const counts = pairs.map((pair) => decodeFrames(pair.map((bytes) => ({ bytes }))).segments.length);
  expect(counts).toEqual([0, 0, 0, 0, 1]);
});

test('fragments that contradict each other, or the longest datagram, are dropped', () => {
  const [a, b] = split([10]);
  const beyond = { offset: b.offset + 200, bytes: b.bytes, more: true };
  const early = { offset: 8, bytes: a.bytes.subarray(8, 16), more: false };
  const { segments, decoder } = decodeFrames([b, beyond, early, a].map((piece) => ({ bytes: inIpv4(piece) })));
  expect(segments).toHaveLength(1);
  expect(decoder.fragments.unusable).toBe(2);
  expect(
    decodeFrames([{ bytes: inIpv4({ offset: 65528, bytes: a.bytes, more: false }) }]).decoder.fragments,
  ).toMatchObject({ unusable: 1, waiting: 0 });
  expect(
    decodeFrames([{ bytes: inIpv4({ offset: 0, bytes: a.bytes.subarray(0, 7), more: true }) }]).decoder.fragments
      .unusable,
  ).toBe(1);
});

test('a first fragment that was cut counts as it is, a later one not', () => {
  const [a, b] = split([10]);
  const whole = inIpv4(a).length;
  const { segments } = decodeFrames([{ bytes: inIpv4(a).subarray(0, 60), wireLength: whole }, { bytes: inIpv4(b) }]);
  expect(segments).toEqual([
    expect.objectContaining({ frame: 1, seq: 77, payloadLength: 60, payload: PAYLOAD.slice(0, 6) }),
  ]);
});

test('an incomplete datagram is given up when it is too old', () => {
  const [a, b] = split([10]);
  const at = (/** @type {number} */ timeNs) =>
    decodeFrames([
      { bytes: inIpv4(a), timeNs: 0 },
      { bytes: inIpv4(b), timeNs },
    ]);
  expect(at(MAX_FRAGMENT_AGE_NS).segments).toHaveLength(1);
  const late = at(MAX_FRAGMENT_AGE_NS + 1);
  expect(late.segments).toHaveLength(0);
  expect(late.decoder.fragments).toMatchObject({ dropped: 1, waiting: 1 });
});

test('a flood of incomplete datagrams stays within the limits', () => {
  const decoder = new PacketDecoder({ onSegments() {} });
  for (let start = 0; start < 8192; start += 1024) {
    const pieces = Array.from({ length: 1024 }, (_, index) => {
      const bytes = new Uint8Array(1024);
      return { bytes: inIpv6({ offset: 8 * (index % 8000), bytes, more: true }, start + index), timeNs: 0 };
    });
    decoder.decode(frameBatch(pieces, start + 1));
    expect(decoder.fragments.waiting).toBeLessThanOrEqual(MAX_FRAGMENTED_DATAGRAMS);
    expect(decoder.fragments.waitingBytes).toBeLessThanOrEqual(MAX_FRAGMENT_BYTES);
  }
  expect(decoder.fragments.dropped).toBe(8192 - decoder.fragments.waiting);
});
