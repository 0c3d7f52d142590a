import { MAX_EXTENSION_HEADERS } from '../../../lib/packet/network/ipv6.js';
import { decodeFrames, ethernet, ipv4, ipv6, join, tcp, u16, u32, zeros } from '../bytes.js';

const PAYLOAD = [1, 2, 3];
const SEGMENT = tcp({ payload: PAYLOAD });

/** @param {ArrayLike<number>} packet @param {number} [wireLength] @param {number} [type] */
const one = (packet, wireLength, type = 0x0800) =>
  decodeFrames([{ bytes: ethernet(packet, type), wireLength }]).segments;

test('the fields of an IPv4 header', () => {
  const packet = ipv4(SEGMENT, { id: 0xbeef, ttl: 3, tos: 0xfe, options: zeros(8) });
  expect(decodeFrames([{ bytes: [] }, { bytes: ethernet(packet), timeNs: 123 }]).segments).toEqual([
    expect.objectContaining({
      frame: 2,
      timeNs: 123,
      frameLength: 65,
      ipVersion: 4,
      source: [0, 0, 0, 0x0a000001],
      destination: [0, 0, 0, 0x0a000002],
      ipId: 0xbeef,
      ttl: 3,
      ecn: 2,
      scope: 0,
      payload: PAYLOAD,
    }),
  ]);
});

test('the fields of an IPv6 header', () => {
  const [segment] = one(ipv6(SEGMENT, { trafficClass: 0xb3, ttl: 9 }), undefined, 0x86dd);
  expect(segment).toMatchObject({
    ipVersion: 6,
    source: [0x20010db8, 0, 0, 1],
    destination: [0x20010db8, 0, 0, 2],
    ipId: 65535,
    ttl: 9,
    ecn: 3,
    payload: PAYLOAD,
  });
});

describe('the length', () => {
  test('padding of the frame is no payload', () => {
    expect(one(join(ipv4(SEGMENT), [9, 9, 9]))[0]).toMatchObject({ payloadLength: 3, payload: PAYLOAD });
    expect(one(join(ipv6(SEGMENT), [9, 9, 9]), undefined, 0x86dd)[0]).toMatchObject({
      payloadLength: 3,
      payload: PAYLOAD,
    });
  });

  test('a cut packet keeps its true length', () => {
    expect(one(ipv4(SEGMENT, { length: 1500 }), 1514)[0]).toMatchObject({ payloadLength: 1460, payload: PAYLOAD });
  });

  test('a cut packet in a record that says it was whole keeps its true length', () => {
    expect(one(ipv4(SEGMENT, { length: 1500 }))[0]).toMatchObject({ payloadLength: 1460, payload: PAYLOAD });
  });

  test('a length of the link layer is believed over that of IP', () => {
    const pppoe = (/** @type {number} */ ipLength) =>
      join([0x11, 0, 0, 9], u16(45), [0, 0x21], ipv4(SEGMENT, { length: ipLength }), zeros(3));
    expect(one(pppoe(46), undefined, 0x8864)[0]).toMatchObject({ payloadLength: 3, payload: PAYLOAD });
    expect(one(pppoe(42), undefined, 0x8864)[0]).toMatchObject({ payloadLength: 2, payload: [1, 2] });
  });

  test('a length of 0 is that of the frame (segmentation offload)', () => {
    expect(one(ipv4(SEGMENT, { length: 0 }))[0]).toMatchObject({ payloadLength: 3, payload: PAYLOAD });
    expect(one(ipv4(SEGMENT, { length: 0 }), 14 + 40 + 60000)[0]).toMatchObject({
      payloadLength: 60000,
      payload: PAYLOAD,
    });
    expect(one(ipv6(SEGMENT, { length: 0 }), 14 + 60 + 60000, 0x86dd)[0]).toMatchObject({
      payloadLength: 60000,
      payload: PAYLOAD,
    });
  });

  test('a wire length beyond all bounds does no harm', () => {
    expect(one(ipv4(SEGMENT, { length: 0 }), 0x7fffffff)[0].payloadLength).toBeGreaterThan(0);
    expect(one(ipv4(SEGMENT), 0x7fffffff)[0].payloadLength).toBe(3);
  });

  test.each([[1], [19]])('a total length of %i, less than the header, is no packet', (length) => {
    expect(one(ipv4(SEGMENT, { length }))).toEqual([]);
  });

  test('a header length below 20 is no packet', () => {
    const packet = ipv4(SEGMENT);
    packet[0] = 0x44;
    expect(one(packet)).toEqual([]);
  });
});

describe('IPv6 extension headers', () => {
  const hopByHop = (/** @type {number} */ next) => [next, 0, 1, 4, 0, 0, 0, 0];
  const chain = (/** @type {number} */ length) =>
    Array.from({ length }, (_, index) => hopByHop(index === length - 1 ? 6 : 60)).flat();

  test.each([
    [0, 'hop-by-hop'],
    [43, 'routing'],
    [60, 'destination options'],
    [135, 'mobility'],
    [139, 'host identity'],
    [140, 'shim6'],
  ])('%i, %s', (next) => {
    const packet = ipv6(join([60, 1, ...zeros(14)], [6, 0, ...zeros(6)], SEGMENT), { next });
    expect(one(packet, undefined, 0x86dd)[0]).toMatchObject({ payload: PAYLOAD });
  });

  test('authentication header', () => {
    expect(one(ipv6(join([6, 4, ...zeros(22)], SEGMENT), { next: 51 }), undefined, 0x86dd)[0]).toMatchObject({
      payload: PAYLOAD,
    });
  });

  test('headers behind an authentication header', () => {
    const packet = ipv6(join([60, 4, ...zeros(22)], [51, 0, ...zeros(6)], [6, 4, ...zeros(22)], SEGMENT), { next: 51 });
    expect(one(packet, undefined, 0x86dd)[0]).toMatchObject({ payload: PAYLOAD });
  });

  const LAST = [0xfd, ...zeros(14), 9];
  /** A routing header. @param {number} type @param {number} left @param {number[][]} addresses */
  const route = (type, left, addresses) => [6, addresses.length * 2, type, left, ...zeros(4), ...addresses.flat()];
  const LAST_WORDS = [0xfd000000 | 0, 0, 0, 9];
  const HEADER_WORDS = [0x20010db8, 0, 0, 2];

  test.each([
    ['at the end of a source route', route(0, 1, [zeros(16), LAST]), LAST_WORDS],
    ['at the beginning of a segment list', route(4, 1, [LAST, zeros(16)]), LAST_WORDS],
    ['in the IP header where no segments are left', route(4, 0, [LAST, zeros(16)]), HEADER_WORDS],
    ['in the IP header where the route has no address', route(4, 1, []), HEADER_WORDS],
    ['in the IP header where the routing header is of another type', route(2, 1, [LAST]), HEADER_WORDS],
  ])('the destination is %s', (_, header, destination) => {
    const packet = ipv6(join(header, SEGMENT), { next: 43 });
    expect(one(packet, undefined, 0x86dd)[0]).toMatchObject({ payload: PAYLOAD, destination });
    expect(one(ipv6(SEGMENT), undefined, 0x86dd)[0]).toMatchObject({ destination: HEADER_WORDS });
  });

  test('the destination of a routing header survives fragments', () => {
    const fragment = (
      /** @type {number} */ offset,
      /** @type {ArrayLike<number>} */ part,
      /** @type {number} */ more,
    ) => ({
      bytes: ethernet(
        ipv6(join([44, ...route(0, 1, [LAST]).slice(1)], [6, 0, ...u16(offset | more), ...u32(5)], part), { next: 43 }),
        0x86dd,
      ),
    });
    const { segments } = decodeFrames([fragment(0, SEGMENT.subarray(0, 16), 1), fragment(16, SEGMENT.subarray(16), 0)]);
    expect(segments).toMatchObject([{ payload: PAYLOAD, destination: LAST_WORDS }]);
  });

  test('a fragment header of a whole packet', () => {
    expect(one(ipv6(join([6, 0, 0, 0, 1, 2, 3, 4], SEGMENT), { next: 44 }), undefined, 0x86dd)[0]).toMatchObject({
      payload: PAYLOAD,
    });
  });

  test('a chain is followed up to a bound', () => {
    const packet = (/** @type {number} */ headers) => ipv6(join(chain(headers), SEGMENT), { next: 60 });
    expect(one(packet(MAX_EXTENSION_HEADERS - 1), undefined, 0x86dd)).toHaveLength(1);
    expect(one(packet(MAX_EXTENSION_HEADERS), undefined, 0x86dd)).toHaveLength(0);
  });

  test('the jumbo payload option bounds the packet, but not beyond the frame', () => {
    const jumbo = (/** @type {number} */ length) =>
      ipv6(join([6, 0, 0xc2, 4], u32(length), SEGMENT, [9, 9]), { next: 0, length: 0 });
    expect(one(jumbo(8 + 20 + 3), undefined, 0x86dd)[0]).toMatchObject({ payloadLength: 3, payload: PAYLOAD });
    expect(one(jumbo(100_000), 14 + 40 + 100_000, 0x86dd)[0]).toMatchObject({ payloadLength: 100_000 - 28 });
    for (const length of [0x7fffffff, 0xffffffff]) {
      expect(one(jumbo(length), undefined, 0x86dd)[0]).toMatchObject({ payloadLength: 5 });
    }
  });
});
