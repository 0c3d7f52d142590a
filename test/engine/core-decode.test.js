import { readdirSync, readFileSync } from 'node:fs';

import { CaptureReader } from '../../lib/capture/reader.js';
import { coreSegments } from '../../lib/engine/batches.js';
import { createCore } from '../../lib/engine/engine.js';
import { PacketDecoder } from '../../lib/packet/decoder.js';
import { decodeFrames, ethernet, frameBatch, ipv4, ipv6, join, segmentAt, tcp, vlan, zeros } from '../packet/bytes.js';
import fc from '../support/properties.js';

/** @typedef {import('../packet/bytes.js').Frame} Frame */

/** A decoder that may use the core, what it found, and how many frames the core took. */
function coreDecoder() {
  const core = createCore();
  /** @type {ReturnType<typeof segmentAt>[]} */
  const segments = [];
  const taken = { count: 0 };
  const decoder = new PacketDecoder({
    batch: coreSegments(core),
    core: {
      ...core,
      decodeFrames: (batch, bytes, entry, ...rest) => {
        const next = core.decodeFrames(batch, bytes, entry, ...rest);
        taken.count += next - entry;
        return next;
      },
    },
    onSegments(batch) {
      for (let entry = 0; entry < batch.count; entry++) segments.push(segmentAt(batch, entry));
    },
  });
  return { decoder, segments, taken };
}

/** @param {Frame[]} frames */
function decodeWithCore(frames) {
  const { decoder, segments, taken } = coreDecoder();
  const {
    frameBatch: into,
    chunks: [chunk],
  } = decoder;
  const from = frameBatch(frames);
  chunk.set(from.bytes);
  into.bytes = chunk.subarray(0, from.bytes.length);
  into.count = from.count;
  for (const column of /** @type {const} */ (['dataOffset', 'capturedLength', 'wireLength', 'linkType', 'timeNs'])) {
    into[column].set(from[column]);
  }
  decoder.decode(into);
  return { segments, taken: taken.count, decoder };
}

const frameOf = (/** @type {Uint8Array} */ options, /** @type {Uint8Array} */ payload) =>
  tcp({ options: options.subarray(0, options.length & 0x3c), payload });
const options = fc.oneof(
  fc.uint8Array({ maxLength: 40 }),
  fc
    .array(
      fc.constantFrom(
        [1],
        [0],
        [2, 4, 5, 180],
        [3, 3, 20],
        [4, 2],
        [8, 10, 1, 2, 3, 4, 5, 6, 7, 8],
        [5, 10, 1, 2, 3, 4, 5, 6, 7, 8],
        [5, 3, 9],
        [30, 3, 1],
        [34, 2],
        [254, 4, 0xf9, 0x89],
      ),
      { maxLength: 8 },
    )
    .map((list) => join(list.flat()).subarray(0, 40)),
);
const segment = fc.tuple(options, fc.uint8Array({ maxLength: 60 })).map(([bytes, payload]) => frameOf(bytes, payload));
const packet = fc.oneof(
  fc
    .tuple(
      segment,
      fc.record({
        tos: fc.nat(255),
        ttl: fc.nat(255),
        id: fc.nat(65535),
        fragment: fc.constantFrom(0, 0, 0, 0x4000, 0x2000, 3),
        protocol: fc.constantFrom(6, 6, 6, 17),
        options: fc.constantFrom([], [], [1, 1, 1, 0]),
        length: fc.constantFrom(undefined, undefined, 0, 19, 30, 50, 2000),
      }),
    )
    .map(([inner, fields]) => ethernet(ipv4(inner, fields))),
  fc
    .tuple(
      segment,
      fc.record({
        trafficClass: fc.nat(255),
        ttl: fc.nat(255),
        next: fc.constantFrom(6, 6, 6, 0, 44, 17),
        length: fc.constantFrom(undefined, undefined, 0, 10, 30, 2000),
      }),
    )
    .map(([inner, fields]) => ethernet(ipv6(inner, fields), 0x86dd)),
  fc
    .tuple(segment, fc.constantFrom(0, 1, 5, 0x2005, 4095))
    .map(([inner, id]) => ethernet(vlan(ipv4(inner), id), 0x8100)),
  fc
    .tuple(segment, fc.constantFrom(1, 5))
    .map(([inner, id]) => ethernet(vlan(vlan(ipv4(inner), id), 7, 0x8100), 0x88a8)),
  segment.map((inner) => ipv4(inner)),
);
/** @type {fc.Arbitrary<Frame>} */
const frame = fc
  .record({
    bytes: packet,
    cut: fc.constantFrom(0, 0, 0, 1, 3, 20, 40),
    padding: fc.constantFrom(0, 0, 6),
    more: fc.constantFrom(0, 0, -5, 900, 0x7fffff00),
    damage: fc.option(fc.tuple(fc.nat(80), fc.nat(255)), { freq: 4 }),
    linkType: fc.constantFrom(1, 1, 1, 1, 101, 113),
  })
  .map(({ bytes, cut, padding, more, damage, linkType }) => {
    const cutBytes = join(bytes.subarray(0, Math.max(0, bytes.length - cut)), zeros(padding));
    if (damage && damage[0] < cutBytes.length) cutBytes[damage[0]] = damage[1];
    return { bytes: cutBytes, linkType, wireLength: Math.min(0x7fffffff, bytes.length + padding + more) };
  });

test('the core and the general decoder find the same in any frames', () => {
  fc.assert(
    fc.property(fc.array(frame, { maxLength: 12 }), (frames) => {
      const general = decodeFrames(frames);
      const withCore = decodeWithCore(frames);
      expect(withCore.segments).toEqual(general.segments);
      expect(withCore.decoder.tcpSegments).toBe(general.decoder.tcpSegments);
    }),
    { numRuns: 120 },
  );
});

test('the core takes what is common, VLANs from the second frame on', () => {
  const plain = { bytes: ethernet(ipv4(tcp())) };
  const six = { bytes: ethernet(ipv6(tcp()), 0x86dd) };
  const tagged = { bytes: ethernet(vlan(ipv4(tcp()), 9), 0x8100) };
  expect(decodeWithCore([plain, six, plain]).taken).toBe(3);
  expect(decodeWithCore([tagged, tagged, plain, tagged]).taken).toBe(3);
  expect(
    decodeWithCore([
      { bytes: ethernet(ipv4(tcp(), { protocol: 17 })) },
      plain,
      { bytes: ethernet(ipv4(tcp(), { fragment: 0x2000 })) },
    ]).taken,
  ).toBe(1);
});

test('more segments than a batch holds', () => {
  const frames = Array.from({ length: 2500 }, (_, i) => ({ bytes: ethernet(ipv4(tcp({ seq: i }))) }));
  const { segments, taken } = decodeWithCore(frames);
  expect(taken).toBe(2500);
  expect(segments.map(({ seq }) => seq)).toEqual(Array.from({ length: 2500 }, (_, i) => i));
});

const FIXTURES = new URL('../../fixtures/pcaps/', import.meta.url);

test.each(readdirSync(FIXTURES).filter((name) => /\.pcap(ng)?$/.test(name)))(
  '%s: the same with and without the core',
  (name) => {
    const bytes = readFileSync(new URL(name, FIXTURES));
    const { decoder, segments } = coreDecoder();
    const general = coreDecoder();
    const read = (
      /** @type {Uint8Array} */ capture,
      /** @type {ConstructorParameters<typeof CaptureReader>[0]} */ options,
    ) => {
      const reader = new CaptureReader(options);
      reader.push(capture);
      reader.end();
    };
    const [chunk] = decoder.chunks;
    chunk.set(bytes);
    read(chunk.subarray(0, bytes.length), { onFrames: (frames) => decoder.decode(frames), batch: decoder.frameBatch });
    read(bytes, { onFrames: (frames) => general.decoder.decode(frames) });
    expect(general.taken.count).toBe(0);
    expect(segments).toEqual(general.segments);
  },
);
