import { PacketDecoder } from '../../../lib/packet/decoder.js';
import {
  decodeFrames,
  ethernet,
  frameBatch,
  ipv4,
  ipv6,
  join,
  snap,
  tcp,
  u16,
  u16le,
  u32,
  u32le,
  vlan,
  zeros,
} from '../bytes.js';

const PAYLOAD = [1, 2, 3];
const SEGMENT = tcp({ payload: PAYLOAD, seq: 77 });
const V4 = ipv4(SEGMENT);
const V6 = ipv6(SEGMENT);

/** An 802.11 header. @param {number[]} control @param {ArrayLike<number>} [rest] fourth address, QoS, HT control */
const wifi = (control, rest = []) => join(control, zeros(20), [0, 0], rest);
const DATA = wifi([0x08, 0x01]);

/** @type {Array<[string, number, ArrayLike<number>, number]>} name, link type, frame, IP version */
const FRAMES = [
  ['Ethernet, IPv4', 1, ethernet(V4), 4],
  ['Ethernet, IPv6', 1, ethernet(V6, 0x86dd), 6],
  ['Ethernet, 802.3 length and SNAP', 1, ethernet(snap(V4), 8 + V4.length), 4],
  ["Ethernet, 802.3 length and LLC with IP's access point", 1, ethernet(join([6, 6, 3], V4), 3 + V4.length), 4],
  ['Ethernet, SNAP of a bridge tunnel', 1, ethernet(join([0xaa, 0xaa, 3, 0, 0, 0xf8, 8, 0], V4), 8 + V4.length), 4],
  ['Ethernet, jumbo LLC', 1, ethernet(snap(V4), 0x8870), 4],
  ['Ethernet, VLAN', 1, ethernet(vlan(V4, 5), 0x8100), 4],
  ['Ethernet, 802.1ad', 1, ethernet(vlan(vlan(V6, 5, 0x86dd), 6, 0x8100), 0x88a8), 6],
  ['Ethernet, QinQ of 0x9100', 1, ethernet(vlan(vlan(V4, 5), 6, 0x8100), 0x9100), 4],
  ['Ethernet, VLAN with SNAP', 1, ethernet(vlan(snap(V4), 5, 8 + V4.length), 0x8100), 4],
  ['Ethernet, MPLS of two labels', 1, ethernet(join([0, 1, 0, 64], [0, 2, 1, 64], V6), 0x8847), 6],
  ['Ethernet, MPLS pseudowire', 1, ethernet(join([0, 2, 1, 64], ethernet(V4)), 0x8847), 4],
  ['Ethernet, MPLS pseudowire with control word', 1, ethernet(join([0, 2, 1, 64], zeros(4), ethernet(V4)), 0x8848), 4],
  ['Ethernet, PPPoE', 1, ethernet(join([0x11, 0, 0, 9], u16(2 + V4.length), [0, 0x21], V4), 0x8864), 4],
  [
    'Ethernet, PPPoE with bridged Ethernet',
    1,
    ethernet(join([0x11, 0, 0, 9], u16(18 + V4.length), [0, 0x31, 0, 1], ethernet(V4)), 0x8864),
    4,
  ],
  ['Ethernet, provider backbone bridge', 1, ethernet(join([0, 0, 0, 5], ethernet(V4)), 0x88e7), 4],
  ['Ethernet, VN-Tag', 1, ethernet(join(zeros(4), [8, 0], V4), 0x8926), 4],
  ['Ethernet, Cisco metadata', 1, ethernet(join([1, 1, 0, 1, 0, 9, 8, 0], V4), 0x8909), 4],
  ['Ethernet, network service header', 1, ethernet(join([0, 2, 2, 1], zeros(4), V4), 0x894f), 4],
  ['Ethernet, FabricPath', 1, ethernet(join([0, 0x20], ethernet(V4)), 0x8903), 4],
  ['Ethernet, TRILL', 1, ethernet(join([0, 5, 0, 1, 0, 2], ethernet(V4)), 0x22f3), 4],
  ['Ethernet, TRILL with options', 1, ethernet(join([0, 0x85, 0, 1, 0, 2], zeros(8), ethernet(V6, 0x86dd)), 0x22f3), 6],
  ['Ethernet, HSR', 1, ethernet(join([0x10, 80, 0, 9, 8, 0], V4), 0x892f), 4],
  ['Ethernet, HSR with VLAN', 1, ethernet(join([0x10, 80, 0, 9, 0x81, 0], vlan(V4, 5)), 0x892f), 4],
  ['ARCNET', 7, join([1, 2, 0xd4, 0, 0, 5], V4), 4],
  ['ARCNET, exception', 7, join([1, 2, 0xd4, 0xff, 0, 0, 0xd4, 0, 0, 5], V4), 4],
  ['ARCNET, RFC 1051', 7, join([1, 2, 0xf0], V4), 4],
  ['ARCNET, Linux', 129, join([1, 2, 0, 0, 0xc4, 0, 0, 5], V6), 6],
  ['NULL, little-endian', 0, join([2, 0, 0, 0], V4), 4],
  ['NULL, big-endian', 0, join([0, 0, 0, 2], V4), 4],
  ...[10, 23, 24, 28, 30].map(
    (family) =>
      /** @type {[string, number, ArrayLike<number>, number]} */ ([
        `NULL, AF_INET6 ${family}`,
        0,
        join([family, 0, 0, 0], V6),
        6,
      ]),
  ),
  ['LOOP', 108, join([0, 0, 0, 30], V6), 6],
  ['ENC', 109, join([2, 0, 0, 0], zeros(8), V4), 4],
  ...[12, 14, 101].map(
    (linkType) => /** @type {[string, number, ArrayLike<number>, number]} */ ([`raw ${linkType}`, linkType, V6, 6]),
  ),
  ['raw IPv4', 228, V4, 4],
  ['raw IPv6', 229, V6, 6],
  ['Linux cooked', 113, join(zeros(14), [8, 0], V4), 4],
  ['Linux cooked, VLAN', 113, join(zeros(14), [0x81, 0], vlan(V4, 5)), 4],
  ['Linux cooked, LLC', 113, join(zeros(14), [0, 4], snap(V4)), 4],
  ['Linux cooked 2', 276, join([0x86, 0xdd], zeros(18), V6), 6],
  ['PPP', 9, join([0, 0x21], V4), 4],
  ['PPP with HDLC framing', 9, join([0xff, 3, 0, 0x57], V6), 6],
  ['PPP, compressed protocol', 50, join([0x21], V4), 4],
  ['PPP, MPLS', 9, join([0xff, 3, 2, 0x81], [0, 2, 1, 64], V4), 4],
  ['PPP link type with Cisco HDLC', 50, join([0x0f, 0, 8, 0], V4), 4],
  ['PPP of pppd, direction as address', 166, join([1, 3, 0, 0x21], V4), 4],
  ['PPP of pppd, direction before all', 166, join([0, 0xff, 3, 0, 0x57], V6), 6],
  ['PPP of pppd', 166, join([0xff, 3, 0, 0x21], V4), 4],
  ['PPP with direction', 204, join([1, 0xff, 3, 0, 0x21], V4), 4],
  ['PPPoE', 51, join([0x11, 0, 0, 9], u16(2 + V4.length), [0, 0x21], V4), 4],
  ['Cisco HDLC', 104, join([0x8f, 0, 0x86, 0xdd], V6), 6],
  ['Frame Relay, multiprotocol', 107, join([0x18, 0x41, 3, 0xcc], V4), 4],
  ['Frame Relay, SNAP', 107, join([0x18, 0x41, 3, 0, 0x80, 0, 0, 0, 8, 0], V4), 4],
  ['Frame Relay, Cisco', 107, join([0x18, 0x41, 8, 0], V4), 4],
  ['FDDI', 10, join([0x50], zeros(12), snap(V4)), 4],
  ['Token Ring', 6, join([0x10, 0x40], zeros(12), snap(V4)), 4],
  ['Token Ring, source route', 6, join([0x10, 0x40], zeros(6), [0x80], zeros(5), [4, 0, 0, 0], snap(V4)), 4],
  ['ATM', 100, snap(V4), 4],
  ['802.11', 105, join(DATA, snap(V4)), 4],
  ['802.11, four addresses', 105, join(wifi([0x08, 0x03], zeros(6)), snap(V6, 0x86dd)), 6],
  ['802.11, QoS', 105, join(wifi([0x88, 0x02], [0, 0]), snap(V4)), 4],
  ['802.11, QoS and HT control', 105, join(wifi([0x88, 0x82], zeros(6)), snap(V4)), 4],
  ['radiotap', 127, join([0, 0], u16le(8), zeros(4), DATA, snap(V4)), 4],
  [
    'radiotap, padded',
    127,
    join([0, 0], u16le(17), u32le(3), zeros(8), [0x20], wifi([0x88, 0x02], [0, 0]), [0, 0], snap(V4)),
    4,
  ],
  [
    'radiotap, two words of fields',
    127,
    join([0, 0], u16le(13), [2, 0, 0, 0x80], zeros(4), [0x20], wifi([0x88, 0x02], [0, 0]), [0, 0], snap(V4)),
    4,
  ],
  ['PPI', 192, join([0, 0], u16le(8), u32le(105), DATA, snap(V4)), 4],
  ['Prism', 119, join(u32le(0x44), u32le(144), zeros(136), DATA, snap(V4)), 4],
  ['AVS', 163, join(u32(0x80211001), u32(64), zeros(56), DATA, snap(V4)), 4],
  ["AVS under Prism's link type", 119, join(u32(0x80211001), u32(64), zeros(56), DATA, snap(V4)), 4],
  ['PKTAP', 258, join(u32le(20), u32le(1), u32le(1), zeros(8), ethernet(V4)), 4],
  ['SLIP', 8, join([0, 0x45], zeros(14), V4), 4],
  ['NFLOG', 239, join([2, 0, 0, 0], u16le(5), u16le(1), [0, 0, 0, 0], u16le(4 + V4.length), u16le(9), V4), 4],
  ['NFLOG, big-endian', 239, join([2, 0, 0, 0], u16(5), u16(1), [0, 0, 0, 0], u16(4 + V4.length), u16(9), V4), 4],
  ['PF log', 117, join([61, 2], zeros(62), V4), 4],
  ['PF log before its length', 17, join([0, 0, 0, 2], zeros(24), V4), 4],
  ['IPNET', 226, join([1, 26], zeros(22), V6), 6],
  ['IP over InfiniBand', 242, join(zeros(40), [0x86, 0xdd, 0, 0], V6), 6],
  ['IP over Fibre Channel', 122, join(zeros(16), snap(V4)), 4],
  ['SunATM, LLC', 123, join([2, 0, 0, 32], snap(V4)), 4],
  ['SunATM, LAN emulation', 123, join([0x81, 0, 0, 32, 0, 0], ethernet(V4)), 4],
  ['Frame Relay with direction', 206, join([1, 0x18, 0x41, 3, 0xcc], V4), 4],
  ['NetANALYZER', 240, join(zeros(4), ethernet(V4)), 4],
  ['NetANALYZER, transparent', 241, join(zeros(12), ethernet(V4)), 4],
  ['Juniper Ethernet', 178, join([0x4d, 0x47, 0x43, 0x80], [0, 3], zeros(3), ethernet(V4)), 4],
  ['Juniper PPP, no extension', 179, join([0x4d, 0x47, 0x43, 1], [0, 0x21], V4), 4],
  ['Juniper Frame Relay', 180, join([0x4d, 0x47, 0x43, 0], [0x18, 0x41, 3, 0xcc], V4), 4],
  ['Juniper HDLC', 181, join([0x4d, 0x47, 0x43, 0], [0x0f, 0, 8, 0], V4), 4],
  ['Juniper without link layer', 178, join([0x4d, 0x47, 0x43, 2], [2, 0, 0, 0], V4), 4],
  ['ERF, Ethernet', 197, join(zeros(8), [2], zeros(9), ethernet(V4)), 4],
  [
    'ERF, Ethernet behind two extension headers',
    197,
    join(zeros(8), [0x82], zeros(7), [0x80], zeros(15), [0, 0], ethernet(V4)),
    4,
  ],
  ['ERF, packet over SONET', 197, join(zeros(8), [1], zeros(7), [0xff, 3, 0, 0x21], V4), 4],
  ['ERF, IPv6', 197, join(zeros(8), [23], zeros(7), V6), 6],
  ['802.11, mesh', 105, join(wifi([0x88, 0x03], [...zeros(6), 0, 1]), [0, 31, 0, 0, 0, 1], snap(V4)), 4],
  [
    '802.11, mesh with two more addresses',
    105,
    join(wifi([0x88, 0x03], [...zeros(6), 0, 1]), [2, 31, 0, 0, 0, 1], zeros(12), snap(V4)),
    4,
  ],
  ['Ethernet, MACsec for integrity', 1, ethernet(join([0, 0], u32(1), [8, 0], V4), 0x88e5), 4],
  [
    'Ethernet, MACsec for integrity, with channel',
    1,
    ethernet(join([0x20, 0], u32(1), zeros(8), [8, 0], V4), 0x88e5),
    4,
  ],
  ['FireWire', 138, join(zeros(16), [8, 0], V4), 4],
  ['MPLS', 219, join([0, 2, 1, 64], V4), 4],
];

test.each(FRAMES)('%s', (_, linkType, bytes, ipVersion) => {
  const { segments } = decodeFrames([{ bytes, linkType }]);
  expect(segments).toEqual([
    expect.objectContaining({ ipVersion, seq: 77, ports: [1000, 80], payload: PAYLOAD, payloadLength: 3, frame: 1 }),
  ]);
});

test.each(FRAMES)(
  '%s, cut anywhere: never more than was captured, the true length where the header is there',
  (_, linkType, bytes) => {
    const whole = Uint8Array.from(bytes);
    for (let captured = 0; captured < whole.length; captured++) {
      const { segments } = decodeFrames([{ bytes: whole.subarray(0, captured), linkType, wireLength: whole.length }]);
      const headerCaptured = captured >= whole.length - PAYLOAD.length - 4;
      expect(segments).toHaveLength(headerCaptured ? 1 : 0);
      if (headerCaptured) {
        expect(segments[0]).toMatchObject({
          payloadLength: 3,
          payload: PAYLOAD.slice(0, Math.max(0, 3 - whole.length + captured)),
        });
      }
    }
  },
);

/** @type {Array<[string, number, ArrayLike<number>]>} */
const OTHERS = [
  ['802.11, protected', 105, join(wifi([0x08, 0x41]), snap(V4))],
  ['802.11, fragment', 105, join(wifi([0x08, 0x05]), snap(V4))],
  ['802.11, null data', 105, join(wifi([0x48, 0x01]), snap(V4))],
  ['802.11, beacon', 105, join(wifi([0x80, 0x00]), snap(V4))],
  ['PPPoE discovery', 1, ethernet(join([0x11, 9, 0, 0, 0, 40], [0, 0x21], V4), 0x8863)],
  ['MACsec, encrypted', 1, ethernet(join([0x0c, 0], u32(1), [8, 0], V4), 0x88e5)],
  ['ESP', 1, ethernet(ipv4(join(zeros(8), SEGMENT), { protocol: 50 }))],
  ['Juniper without its magic', 178, join(zeros(4), ethernet(V4))],
  ['IP over InfiniBand, ARP', 242, join(zeros(40), [8, 6, 0, 0], V4)],
  ['SunATM, signalling', 123, join([6, 0, 0, 5], snap(V4))],
  ['ERF, metadata', 197, join(zeros(8), [27], zeros(7), ethernet(V4))],
  ['TRILL of another version', 1, ethernet(join([0x40, 5, 0, 1, 0, 2], ethernet(V4)), 0x22f3)],
  ['supervision of PRP', 1, ethernet(join([0, 1, 0, 9, 20, 6], V4), 0x88fb)],
  ['ARCNET, ARP', 7, join([1, 2, 0xd5, 0, 0, 5], V4)],
  ['ARCNET, fragment', 7, join([1, 2, 0xd4, 1, 0, 5], V4)],
  ['ARP', 1, ethernet(zeros(46), 0x0806)],
  ['NULL, another family', 0, join([7, 0, 0, 0], V4)],
];

test.each(OTHERS)('%s holds no segment', (_, linkType, bytes) => {
  expect(decodeFrames([{ bytes, linkType }]).segments).toEqual([]);
});

test("PRP's trailer is no payload", () => {
  const { segments } = decodeFrames([{ bytes: ethernet(join(V4, [0, 9, 0xa0, 60, 0x88, 0xfb])) }]);
  expect(segments).toEqual([expect.objectContaining({ payloadLength: 3, payload: PAYLOAD })]);
});

test('an aggregated Wi-Fi frame gives a segment for each subframe', () => {
  const subframe = (/** @type {number} */ seq) => {
    const inner = snap(ipv4(tcp({ seq, payload: [9] })));
    return join(zeros(12), u16(inner.length), inner, zeros((4 - ((14 + inner.length) % 4)) % 4));
  };
  const bytes = join(wifi([0x88, 0x01], [0x80, 0]), subframe(1), subframe(2), subframe(3));
  const { segments } = decodeFrames([{ bytes, linkType: 105 }]);
  expect(segments.map(({ seq, frame, payload }) => [seq, frame, payload])).toEqual([
    [1, 1, [9]],
    [2, 1, [9]],
    [3, 1, [9]],
  ]);
});

test('frames that are encrypted below TCP are counted by what encrypts them', () => {
  const { decoder } = decodeFrames([
    { linkType: 105, bytes: join(wifi([0x08, 0x41]), snap(V4)) },
    { linkType: 105, bytes: join(wifi([0x88, 0x42], [0, 0]), snap(V4)) },
    { bytes: ethernet(join([0x0c, 0], u32(1), [8, 0], V4), 0x88e5) },
    { bytes: ethernet(ipv4(zeros(40), { protocol: 50 })) },
    { bytes: ethernet(V4) },
  ]);
  expect(decoder.sealed).toEqual({ wifi: 2, esp: 1, macsec: 1, capwap: 0 });
});

test('frames of unknown link types are counted by type, up to a bound', () => {
  const frames = Array.from({ length: 200 }, (_, index) => ({ bytes: V4, linkType: 1000 + (index % 100) }));
  const { decoder, segments } = decodeFrames(frames);
  expect(segments).toEqual([]);
  expect(decoder.undecodedLinkTypes.get(1000)).toBe(2);
  expect(decoder.undecodedLinkTypes.size).toBe(65);
  expect(decoder.undecodedLinkTypes.get(-1)).toBe(72);
});

test('batches are handed on when full and at the end of each call, frames numbered by the batch', () => {
  /** @type {number[][]} */
  const batches = [];
  const decoder = new PacketDecoder({
    onSegments: (batch) => void batches.push([...batch.frame.subarray(0, batch.count)]),
  });
  const frames = new Array(1500).fill({ bytes: ethernet(V4) });
  decoder.decode(frameBatch(frames));
  decoder.decode(frameBatch([frames[0]], 1501));
  decoder.decode(frameBatch([{ bytes: [] }], 1502));
  expect(batches.map((batch) => batch.length)).toEqual([1024, 476, 1]);
  expect(batches.flat()).toEqual(Array.from({ length: 1501 }, (_, index) => index + 1));
  expect(decoder).toMatchObject({ frames: 1502, tcpSegments: 1501 });
});
