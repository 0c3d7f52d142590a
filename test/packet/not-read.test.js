import { layersNotRead, MAX_NOT_READ_LAYERS } from '../../lib/packet/not-read.js';
import { decodeFrames, ethernet, ipv4, ipv6, join, snap, tcp, u16, u16le, u32le, udp, vlan, zeros } from './bytes.js';

const V4 = ipv4(tcp({ payload: [1, 2, 3] }));
/** @param {number} type */
const gre = (type) => ethernet(ipv4(join([0, 0], u16(type), V4), { protocol: 47 }));
const VXLAN = ethernet(ipv4(udp(join([8, 0, 0, 0, 0, 0, 5, 0], ethernet(V4)), [1, 4789]), { protocol: 17 }));
/** An 802.11 header. @param {...number} control */
const wifi = (...control) => [...control, ...zeros(22)];

/** @param {import('./bytes.js').Frame[]} frames */
const notRead = (...frames) => layersNotRead(decodeFrames(frames).decoder);

/** @type {Array<[string, import('./bytes.js').Frame]>} layer, frame */
const STOPPED = [
  ['GRE protocol 0x0bad', { bytes: gre(0x0bad) }],
  ['EtherType 0x1234', { bytes: ethernet(V4, 0x1234) }],
  ['EtherType 0x1234', { bytes: ethernet(vlan(V4, 5, 0x1234), 0x8100) }],
  ['EtherType 0x1234', { bytes: ethernet(snap(V4, 0x1234), 8 + V4.length) }],
  ['IP protocol 115', { bytes: ethernet(ipv4(V4, { protocol: 115 })) }],
  ['IP protocol 115', { bytes: ethernet(ipv6(join([115, 0], zeros(6), V4), { next: 60 }), 0x86dd) }],
  ['PPP protocol 0x002d', { linkType: 9, bytes: join([0, 0x2d], V4) }],
  ['IPsec ESP', { bytes: ethernet(ipv4(zeros(40), { protocol: 50 })) }],
  ['Wi-Fi encryption', { linkType: 105, bytes: join(wifi(0x08, 0x41), snap(V4)) }],
  ['Wi-Fi fragment', { linkType: 105, bytes: join(wifi(0x08, 0x05), snap(V4)) }],
  ['link type 147 (for private use)', { linkType: 147, bytes: V4 }],
  ['link type 147', { linkType: 192, bytes: join([0, 0], u16le(8), u32le(147), V4) }],
  ['VXLAN header, cut by the snap length', { bytes: VXLAN.subarray(0, 45), wireLength: VXLAN.length }],
  ['IPv4 header, cut by the snap length', { bytes: ethernet(V4).subarray(0, 30), wireLength: 57 }],
  ['TCP header, cut by the snap length', { bytes: ethernet(V4).subarray(0, 40), wireLength: 57 }],
  ['malformed IPv4 headers', { bytes: ethernet(V4.with(0, 0x35)) }],
  ['MPLS payload', { bytes: ethernet(join([0, 2, 1, 64], zeros(40)), 0x8847) }],
  ['IPComp index 0x0003', { bytes: ethernet(ipv4(join([6, 0, 0, 3], zeros(30)), { protocol: 108 })) }],
];

test.each(STOPPED)('%s', (layer, frame) => {
  expect(notRead({ bytes: ethernet(V4) }, frame, frame)).toEqual([{ layer, packets: 2 }]);
});

/** @type {Array<[string, import('./bytes.js').Frame]>} */
const QUIET = [
  ['TCP', { bytes: ethernet(V4) }],
  ['UDP', { bytes: ethernet(ipv4(udp(zeros(40)), { protocol: 17 })) }],
  ['ICMP', { bytes: ethernet(ipv4(zeros(40), { protocol: 1 })) }],
  ['ICMPv6', { bytes: ethernet(ipv6(zeros(40), { next: 58 }), 0x86dd) }],
  ['ARP, cut', { bytes: ethernet(zeros(10), 0x0806), wireLength: 60 }],
  ['LLDP', { bytes: ethernet(zeros(40), 0x88cc) }],
  ['spanning tree', { bytes: ethernet(join([0x42, 0x42, 3], zeros(36)), 39) }],
  ['CDP', { bytes: ethernet(join([0xaa, 0xaa, 3, 0, 0, 0x0c, 0x20, 0], zeros(36)), 44) }],
  ['PPP link control', { linkType: 9, bytes: join([0xc0, 0x21], zeros(20)) }],
  ['Wi-Fi beacon', { linkType: 105, bytes: join(wifi(0x80, 0), zeros(40)) }],
  ['GRE keepalive', { bytes: gre(0) }],
  ['a frame with too few bytes of its own', { bytes: ethernet([0x45, 0, 0]) }],
];

test.each(QUIET)('%s is no failure', (_, frame) => {
  expect(notRead(frame)).toEqual([]);
});

test('most packets first; a frame of several subframes counts once', () => {
  const inner = snap(V4, 0x1234);
  const subframe = join(zeros(12), u16(inner.length), inner, zeros((4 - ((14 + inner.length) % 4)) % 4));
  const aggregate = { linkType: 105, bytes: join(wifi(0x88, 0x01), [0x80, 0], subframe, subframe) };
  expect(notRead(aggregate, { bytes: gre(0x0bad) }, { bytes: gre(0x0bad) })).toEqual([
    { layer: 'GRE protocol 0x0bad', packets: 2 },
    { layer: 'EtherType 0x1234', packets: 1 },
  ]);
});

test('layers are counted each by itself up to a limit, the others together', () => {
  const frames = Array.from({ length: MAX_NOT_READ_LAYERS + 9 }, (_, at) => ({ bytes: ethernet(V4, 0x1000 + at) }));
  const layers = notRead(...frames);
  expect(layers).toHaveLength(MAX_NOT_READ_LAYERS + 1);
  expect(layers[0]).toEqual({ layer: 'other layers', packets: 9 });
});
