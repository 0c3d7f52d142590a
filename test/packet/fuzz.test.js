import { PacketDecoder } from '../../lib/packet/decoder.js';
import { LAYER } from '../../lib/packet/layers.js';
import { layerOfLinkType } from '../../lib/packet/next-layer.js';
import { READ } from '../../lib/packet/registry.js';
import fc from '../support/properties.js';
import { ethernet, frameBatch, ipv4, ipv6, join, tcp, udp, vlan } from './bytes.js';

const LINK_TYPES = Array.from({ length: 300 }, (_, linkType) => linkType).filter(
  (linkType) => layerOfLinkType(linkType) !== LAYER.NONE,
);
/** @param {Exclude<keyof typeof READ[0][2], 'layer'>} kind @returns {number[]} */
const numbersOf = (kind) => READ.flatMap(([, , registration]) => registration[kind] ?? []);
const UDP_PORTS = numbersOf('udpPorts');
const PROTOCOLS = numbersOf('ipProtocols');
const NEXT_HEADERS = [0, 43, 44, 51, 60, 135, 139, 140, ...PROTOCOLS];
const ETHERTYPES = [...numbersOf('ethertypes'), ...numbersOf('greProtocols'), 100];

/** Decodes, and holds every segment to its bounds. @param {Parameters<typeof frameBatch>[0]} frames */
function decodeAndCheck(frames) {
  const decoder = new PacketDecoder({ onSegments: checkBounds });
  const batch = frameBatch(frames);
  decoder.decode(batch);
  expect(decoder.frames).toBe(frames.length);
}

/** @param {import('../../lib/engine/segment-batch.js').SegmentBatch} batch */
function checkBounds(batch) {
  for (let entry = 0; entry < batch.count; entry++) {
    const captured = batch.payloadCaptured[entry];
    const inBounds =
      captured >= 0 &&
      captured <= batch.payloadLength[entry] &&
      batch.payloadOffset[entry] + captured <= batch.bytes.length;
    if (!inBounds) {
      throw new Error(
        `payload out of bounds: ${batch.payloadOffset[entry]} + ${captured} of ${batch.payloadLength[entry]}`,
      );
    }
  }
}

const random = fc.uint8Array({ maxLength: 200 });
const wireExtra = fc.oneof(fc.constant(0), fc.nat(2000), fc.constant(0x7fffff00));

test.each(LINK_TYPES)('link type %i: random bytes', (linkType) => {
  fc.assert(
    fc.property(random, wireExtra, (bytes, extra) => {
      decodeAndCheck([{ bytes, linkType, wireLength: Math.min(0x7fffffff, bytes.length + extra) }]);
    }),
    { seed: linkType, numRuns: 25 },
  );
});

/** Random bytes behind well-formed headers, so that every decoder gets its share. */
const nested = fc.letrec((tie) => ({
  packet: fc.oneof(
    { maxDepth: 6 },
    random,
    fc
      .tuple(tie('packet'), fc.constantFrom(...PROTOCOLS), fc.constantFrom(0, 0, 0x2000, 0x2001, 1))
      .map(([inner, protocol, fragment]) => ipv4(/** @type {Uint8Array} */ (inner), { protocol, fragment })),
    fc
      .tuple(tie('packet'), fc.constantFrom(...NEXT_HEADERS))
      .map(([inner, next]) => ipv6(/** @type {Uint8Array} */ (inner), { next })),
    fc
      .tuple(tie('packet'), fc.constantFrom(...UDP_PORTS))
      .map(([inner, port]) => ipv4(udp(/** @type {Uint8Array} */ (inner), [1, port]), { protocol: 17 })),
    fc
      .tuple(tie('packet'), fc.constantFrom(...ETHERTYPES))
      .map(([inner, type]) =>
        ipv4(join([0, 0, type >> 8, type & 255], /** @type {Uint8Array} */ (inner)), { protocol: 47 }),
      ),
    random.map((options) => ipv4(tcp({ options: options.subarray(0, options.length & 0x1c) }))),
  ),
})).packet;

test.each(ETHERTYPES)('Ethernet, type %i: headers around random bytes', (type) => {
  fc.assert(
    fc.property(nested, wireExtra, (inner, extra) => {
      const bytes = ethernet(vlan(/** @type {Uint8Array} */ (inner), 5, type), 0x8100);
      decodeAndCheck([
        { bytes, wireLength: Math.min(0x7fffffff, bytes.length + extra) },
        { bytes: ethernet(/** @type {Uint8Array} */ (inner), type) },
      ]);
    }),
    { seed: type, numRuns: 50 },
  );
});

test('damaged frames: every byte of good ones changed', () => {
  const good = [
    ethernet(ipv4(tcp({ payload: [1, 2, 3], options: [1, 1, 8, 10, 0, 0, 0, 1, 0, 0, 0, 2] }))),
    ethernet(ipv6(join([6, 0, 0, 1, 0, 0, 0, 9], tcp()), { next: 44 }), 0x86dd),
    ethernet(ipv4(udp(join([8, 0, 0, 0, 0, 0, 5, 0], ethernet(ipv4(tcp()))), [1, 4789]), { protocol: 17 })),
  ];
  for (const frame of good) {
    for (let at = 0; at < frame.length; at++) {
      decodeAndCheck([0, 1, 0x7f, 0x80, 0xff].map((value) => ({ bytes: frame.with(at, value) })));
    }
  }
});
