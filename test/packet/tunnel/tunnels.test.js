import { deflateRawSync } from 'node:zlib';

import { MAX_LAYERS } from '../../../lib/packet/decoder.js';
import { decodeFrames, ethernet, ipv4, ipv6, join, snap, tcp, u16, udp, vlan, zeros } from '../bytes.js';

const PAYLOAD = [1, 2, 3];
const V4 = ipv4(tcp({ payload: PAYLOAD, seq: 77 }), { host: 9 });
const V6 = ipv6(tcp({ payload: PAYLOAD, seq: 77 }));
const VXLAN = [8, 0, 0, 0, 0, 0, 5, 0];
/** Message type, length, tunnel. @param {number} length */
const gtp = (length) => [0xff, ...u16(length), 0, 0, 0, 1];

/** @param {ArrayLike<number>} payload @param {number} port */
const toPort = (payload, port) => ipv4(udp(payload, [50000, port]), { protocol: 17 });
/** @param {number[]} header */
const gre =
  (...header) =>
  (/** @type {ArrayLike<number>} */ payload) =>
    ipv4(join(header, payload), { protocol: 47 });

/** Flags, words of the header, fragment. @param {number} flags @param {number} [words] @param {number[]} [fragment] */
const capwap = (flags, words = 2, fragment = [0, 0, 0, 0]) => [0, ...u24((words << 19) | flags), ...fragment];
/** @param {number} value */
const u24 = (value) => [(value >> 16) & 0xff, ...u16(value & 0xffff)];
/** Frame control, then the rest of an 802.11 header. @param {...number} control */
const wifi = (...control) => [...control, ...zeros(22)];

/** @type {Array<[string, Uint8Array, string[], number]>} name, outer IP packet, tunnels, inner IP version */
const PACKETS = [
  ['GRE', gre(0, 0, 8, 0)(V4), ['gre'], 4],
  ['GRE, IPv6', gre(0, 0, 0x86, 0xdd)(V6), ['gre'], 6],
  ['GRE, checksum, key and sequence', gre(0xb0, 0, 8, 0, ...zeros(12))(V4), ['gre'], 4],
  ['GRE, source routes', gre(0x40, 0, 8, 0, ...zeros(4), 0, 8, 0, 4, ...zeros(4), ...zeros(4))(V4), ['gre'], 4],
  ['GRE, bridged Ethernet', gre(0, 0, 0x65, 0x58)(ethernet(V4)), ['gre'], 4],
  ['GRE, MPLS', gre(0, 0, 0x88, 0x47)(join([0, 1, 1, 64], V4)), ['gre'], 4],
  ['GRE, WCCP', gre(0, 0, 0x88, 0x3e)(join([0, 0, 1, 2], V4)), ['gre'], 4],
  ['PPTP', gre(0x30, 0x81, 0x88, 0x0b, ...zeros(12))(join([0xff, 3, 0, 0x21], V4)), ['gre'], 4],
  ['ERSPAN I', gre(0, 0, 0x88, 0xbe)(ethernet(V4)), ['erspan'], 4],
  ['ERSPAN II', gre(0x10, 0, 0x88, 0xbe, ...zeros(4))(join([0x10], zeros(7), ethernet(V4))), ['erspan'], 4],
  ['ERSPAN III', gre(0x10, 0, 0x22, 0xeb, ...zeros(4))(join([0x20], zeros(11), ethernet(V4))), ['erspan'], 4],
  [
    'ERSPAN III, platform header',
    gre(0x10, 0, 0x22, 0xeb, ...zeros(4))(join([0x20], zeros(10), [1], zeros(8), ethernet(V4))),
    ['erspan'],
    4,
  ],
  ['ERSPAN III, IP', gre(0x10, 0, 0x22, 0xeb, ...zeros(4))(join([0x20], zeros(9), [8, 0], V6)), ['erspan'], 6],
  ['GRE in UDP', toPort(join([0, 0, 8, 0], V4), 4754), ['gre'], 4],
  ['IP in IP', ipv4(V4, { protocol: 4 }), ['ip-in-ip'], 4],
  ['IPv6 in IPv4', ipv4(V6, { protocol: 41 }), ['ip-in-ip'], 6],
  ['IP in IP in IP', ipv4(ipv4(V6, { protocol: 41 }), { protocol: 4 }), ['ip-in-ip', 'ip-in-ip'], 6],
  ['MPLS in IP', ipv4(join([0, 1, 1, 64], V4), { protocol: 137 }), [], 4],
  ['Ethernet in IP', ipv4(join([0x30, 0], ethernet(V4)), { protocol: 97 }), ['etherip'], 4],
  ['authentication header', ipv4(join([6, 4], zeros(22), V4.subarray(20)), { protocol: 51, host: 9 }), [], 4],
  ['VXLAN', toPort(join(VXLAN, ethernet(V4)), 4789), ['vxlan 5'], 4],
  ['VXLAN at its old port', toPort(join(VXLAN, ethernet(V6, 0x86dd)), 8472), ['vxlan 5'], 6],
  [
    'VXLAN, answered from the port',
    ipv4(udp(join(VXLAN, ethernet(V4)), [4789, 50000]), { protocol: 17 }),
    ['vxlan 5'],
    4,
  ],
  ['VXLAN-GPE, IPv4', toPort(join([0x0c, 0, 0, 1, 0, 0, 5, 0], V4), 4790), ['vxlan 5'], 4],
  [
    'VXLAN-GPE, service header',
    toPort(join([0x0c, 0, 0, 4, 0, 0, 5, 0], [0, 2, 2, 3], zeros(4), ethernet(V4)), 4790),
    ['vxlan 5'],
    4,
  ],
  ['Geneve', toPort(join([0, 0, 0x65, 0x58, 0, 0, 9, 0], ethernet(V4)), 6081), ['geneve 9'], 4],
  ['Geneve with options, IPv6', toPort(join([2, 0, 0x86, 0xdd, 0, 0, 9, 0], zeros(8), V6), 6081), ['geneve 9'], 6],
  ['GTP-U', toPort(join([0x30], gtp(V4.length), V4), 2152), ['gtp-u'], 4],
  ['GTP-U, sequence', toPort(join([0x32], gtp(4 + V6.length), zeros(4), V6), 2152), ['gtp-u'], 6],
  [
    'GTP-U, extensions',
    toPort(join([0x34], gtp(16 + V4.length), [0, 0, 0, 0x85], [1, 0, 0, 0x85], [2, ...zeros(7)], V4), 2152),
    ['gtp-u'],
    4,
  ],
  ['Teredo', toPort(V6, 3544), ['teredo'], 6],
  ['Teredo, authentication and origin', toPort(join([0, 1, 0, 2], zeros(11), zeros(8), V6), 3544), ['teredo'], 6],
  ['AYIYA', toPort(join([0x42, 0x52, 0x11, 41], zeros(4), zeros(16), zeros(20), V6), 5072), ['ayiya'], 6],
  ['L2TP', toPort(join([0, 2, 0, 1, 0, 1], [0xff, 3, 0, 0x21], V4), 1701), ['l2tp'], 4],
  [
    'L2TP, all fields',
    toPort(join([0x4a, 2], u16(18 + V4.length), [0, 1, 0, 1], zeros(4), [0, 2, 0, 0], [0, 0x21], V4), 1701),
    ['l2tp'],
    4,
  ],
  ['LISP', toPort(join(zeros(8), V4), 4341), ['lisp'], 4],
  ['MPLS in UDP', toPort(join([0, 1, 1, 64], V4), 6635), [], 4],
  ['TZSP', toPort(join([1, 0, 0, 1], [0], [10, 2, 9, 9], [1], ethernet(V4)), 37008), ['tzsp'], 4],
  ['TZSP, 802.11', toPort(join([1, 0, 0, 18, 1], [0x08, 1], zeros(22), snap(V4)), 37008), ['tzsp'], 4],
  ['CAPWAP, Ethernet', toPort(join(capwap(0), ethernet(V4)), 5247), ['capwap'], 4],
  ['CAPWAP, longer header', toPort(join(capwap(0x30, 4), zeros(8), ethernet(V6, 0x86dd)), 5247), ['capwap'], 6],
  ['CAPWAP, Wi-Fi', toPort(join(capwap(0x300), wifi(0x08, 0x01), snap(V4)), 5247), ['capwap'], 4],
  ['CAPWAP, Wi-Fi of Cisco', toPort(join(capwap(0x300), wifi(0x01, 0x08), snap(V4)), 5247), ['capwap'], 4],
  ['CAPWAP, QoS of Cisco', toPort(join(capwap(0x100), wifi(0x02, 0x88), [0, 0], snap(V4)), 5247), ['capwap'], 4],
  ['CAPWAP, decrypted, bit left', toPort(join(capwap(0x300), wifi(0x08, 0x41), snap(V4)), 5247), ['capwap'], 4],
  ['EoIP', gre(0x20, 1, 0x64, 0, ...u16(14 + V4.length), 7, 0)(join(ethernet(V4), [9, 9])), ['eoip 7'], 4],
  ['EtherIP, version in the low bits', ipv4(join([0x03, 0], ethernet(V4)), { protocol: 97 }), ['etherip'], 4],
  ['Aruba, Wi-Fi', gre(0, 0, 0x82, 0x10)(join(wifi(0x08, 0x02), snap(V4))), ['aruba'], 4],
  ['Aruba, Ethernet', gre(0, 0, 0x83, 0x00)(ethernet(V6, 0x86dd)), ['aruba'], 6],
  ['Aruba, Ethernet with VLAN 0', gre(0, 0, 0x82, 0xf0)(ethernet(vlan(V4, 0), 0x8100)), ['aruba'], 4],
  [
    'VXLAN in VXLAN',
    toPort(join(VXLAN, ethernet(toPort(join(VXLAN, ethernet(V4)), 4789))), 4789),
    ['vxlan 5', 'vxlan 5'],
    4,
  ],
];

test.each(PACKETS)('%s', (_, packet, tunnels, ipVersion) => {
  const { segments, decoder } = decodeFrames([{ bytes: ethernet(packet) }]);
  expect(segments).toEqual([expect.objectContaining({ ipVersion, seq: 77, payload: PAYLOAD, payloadLength: 3 })]);
  if (ipVersion === 4) expect(segments[0].source).toEqual([0, 0, 0, 0x0a000009]);
  expect(decoder.scopes.describe(segments[0].scope)).toEqual({ vlans: [], tunnels });
});

test.each(PACKETS)('%s in fragments', (_, packet) => {
  const payload = packet.subarray(20);
  const middle = (payload.length >> 4) << 3;
  const protocol = packet[9];
  const bytes = [
    ipv4(payload.subarray(0, middle), { protocol, fragment: 0x2000 }),
    ipv4(payload.subarray(middle), { protocol, fragment: middle >> 3 }),
  ];
  const { segments } = decodeFrames(bytes.map((fragment) => ({ bytes: ethernet(fragment) })));
  expect(segments).toEqual([expect.objectContaining({ frame: 2, seq: 77, payload: PAYLOAD })]);
});

/** @type {Array<[string, Uint8Array]>} */
const OTHERS = [
  ['VXLAN without a valid identifier', toPort(join([0, ...VXLAN.slice(1)], ethernet(V4)), 4789)],
  ['VXLAN at its old port with reserved bits', toPort(join([0x0c, ...VXLAN.slice(1)], ethernet(V4)), 8472)],
  ['Geneve of another version', toPort(join([0x40, 0, 0x65, 0x58, 0, 0, 9, 0], ethernet(V4)), 6081)],
  ['GTP-U echo', toPort(join([0x30, 1, ...gtp(V4.length).slice(1)], V4), 2152)],
  ['GTP-C version 2', toPort(join([0x48], gtp(V4.length), V4), 2152)],
  ['L2TP control', toPort(join([0xc8, 2, 0, 0, 0, 1, 0, 1], V4), 1701)],
  ['CAPWAP keepalive', toPort(join(capwap(0x08), ethernet(V4)), 5247)],
  ['CAPWAP, header longer than the packet', toPort(join(capwap(0, 31), zeros(40)), 5247)],
  ['CAPWAP, header shorter than itself', toPort(join(capwap(0, 1), ethernet(V4)), 5247)],
  ['CAPWAP, another wireless binding', toPort(join(capwap(0x700), wifi(0x08, 1), snap(V4)), 5247)],
  ['CAPWAP, Wi-Fi management', toPort(join(capwap(0x300), wifi(0x80, 0x08), snap(V4)), 5247)],
  ['EoIP keepalive', gre(0x20, 1, 0x64, 0, 0, 0, 7, 0)(ethernet(V4))],
  ['EoIP without its flags', gre(0x30, 1, 0x64, 0, ...zeros(8))(ethernet(V4))],
  ['IPComp where nothing unpacks it', ipv4(join([6, 0, 0, 2], deflateRawSync(V4.subarray(20))), { protocol: 108 })],
  ['GRE of an unknown version', gre(0, 2, 8, 0)(V4)],
  ['UDP of another port', toPort(join(VXLAN, ethernet(V4)), 4000)],
  ['TCP quoted in an ICMP error', ipv4(join([3, 1, 0, 0, 0, 0, 0, 0], V4), { protocol: 1 })],
];

test.each(PACKETS)('%s, cut anywhere: never more than was captured', (_, packet) => {
  const whole = ethernet(packet);
  for (let captured = 0; captured < whole.length; captured++) {
    const { segments } = decodeFrames([{ bytes: whole.subarray(0, captured), wireLength: whole.length }]);
    expect(segments.length).toBeLessThanOrEqual(1);
    for (const { payload, payloadLength } of segments) {
      expect(payloadLength).toBe(3);
      expect(PAYLOAD.slice(0, payload.length)).toEqual(payload);
    }
  }
});

test.each(PACKETS)('%s, each byte of its headers changed: segments stay within the frame', (_, packet) => {
  const whole = ethernet(packet);
  for (let at = 14; at < whole.length - 23; at++) {
    for (const value of [0, 0x7f, 0x80, 0xff]) {
      const { segments } = decodeFrames([{ bytes: whole.with(at, value) }]);
      for (const { payload } of segments) expect(payload.length).toBeLessThan(whole.length);
    }
  }
});

test('CAPWAP fragments, in any order, of two senders with one number', () => {
  const frame = ethernet(V4);
  const part = (/** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ flags) =>
    join(capwap(0x80 | flags, 2, [0, 5, ...u16(from)]), frame.subarray(from, to));
  const sent = (/** @type {Uint8Array} */ bytes, /** @type {number} */ port) => ({
    bytes: ethernet(ipv4(udp(bytes, [port, 5247]), { protocol: 17 })),
  });
  const { segments, decoder } = decodeFrames([
    sent(part(16, 40, 0), 1),
    sent(part(16, 40, 0), 2),
    sent(part(40, frame.length, 0x40), 1),
    sent(part(0, 16, 0), 1),
  ]);
  expect(segments).toEqual([expect.objectContaining({ frame: 4, seq: 77, payload: PAYLOAD })]);
  expect(decoder.fragments.reassembled).toBe(1);
});

test('CAPWAP in DTLS, and Wi-Fi that is encrypted in it, are counted', () => {
  const dtls = toPort(join([1, 0, 0, 0], [23, 0xfe, 0xfd], zeros(40)), 5247);
  const wpa = toPort(join(capwap(0x300), wifi(0x08, 0x41), zeros(60)), 5247);
  const { segments, decoder } = decodeFrames([dtls, wpa].map((packet) => ({ bytes: ethernet(packet) })));
  expect(segments).toEqual([]);
  expect(decoder.sealed).toMatchObject({ capwap: 1, wifi: 1 });
});

test.each(OTHERS)('%s holds no segment', (_, packet) => {
  expect(decodeFrames([{ bytes: ethernet(packet) }]).segments).toEqual([]);
});

test('scopes tell VLANs and tunnels apart, and the order of entering them', () => {
  const frames = [
    ethernet(V4),
    ethernet(vlan(V4, 10), 0x8100),
    ethernet(vlan(V4, 0xe00a), 0x8100),
    ethernet(vlan(vlan(V4, 11), 10, 0x8100), 0x88a8),
    ethernet(vlan(vlan(V4, 10), 11, 0x8100), 0x88a8),
    ethernet(vlan(V4, 0), 0x8100),
    ethernet(vlan(toPort(join(VXLAN, ethernet(vlan(V4, 7), 0x8100)), 4789), 10), 0x8100),
    ethernet(join([0, 0, 0, 64], [0, 9, 1, 64], V4), 0x8847),
  ];
  const { segments, decoder } = decodeFrames(frames.map((bytes) => ({ bytes })));
  const ids = segments.map(({ scope }) => scope);
  expect(ids[0]).toBe(0);
  expect(ids[2]).toBe(ids[1]);
  expect([ids[5], ids[7]]).toEqual([0, 0]);
  expect(new Set(ids).size).toBe(5);
  expect(ids.map((id) => decoder.scopes.describe(id))).toEqual([
    { vlans: [], tunnels: [] },
    { vlans: [10], tunnels: [] },
    { vlans: [10], tunnels: [] },
    { vlans: [10, 11], tunnels: [] },
    { vlans: [11, 10], tunnels: [] },
    { vlans: [], tunnels: [] },
    { vlans: [10, 7], tunnels: ['vxlan 5'] },
    { vlans: [], tunnels: [] },
  ]);
});

test('a frame nested beyond the limit is counted, not followed', () => {
  const nest = (/** @type {number} */ tags) => {
    let bytes = vlan(V4, 0);
    for (let tag = 1; tag < tags; tag++) bytes = vlan(bytes, 0, 0x8100);
    return { bytes: ethernet(bytes, 0x8100) };
  };
  const { segments, decoder } = decodeFrames([nest(MAX_LAYERS - 3), nest(MAX_LAYERS - 2), nest(1000)]);
  expect(segments.map(({ frame }) => frame)).toEqual([1]);
  expect(decoder.tooDeep).toBe(2);
});

test('the inner length bounds the segment, be the outer one longer', () => {
  const padded = ipv4(join(V4, u16(0), u16(0)), { protocol: 4 });
  expect(decodeFrames([{ bytes: ethernet(padded) }]).segments[0]).toMatchObject({ payload: PAYLOAD, payloadLength: 3 });
});
