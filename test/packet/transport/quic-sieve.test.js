/** Which datagrams are taken for QUIC, and that they come through links and tunnels like TCP. */
import { conversation } from '../../quicflow/conversation.js';
import { frameOf } from '../../quicflow/seal.js';
import { decodeFrames, ethernet, ipv4, ipv6, join, udp, vlan, zeros } from '../bytes.js';

const LONG = [0xc0, 0, 0, 0, 1, 8, ...new Array(8).fill(7), 0, 0, 0x40, 30, ...zeros(30)];
const SHORT = [0x40, ...new Array(30).fill(9)];

/** @param {Uint8Array[]} frames */
function taken(frames) {
  /** @type {{ frame: number, length: number, captured: number, ports: number[], scope: number }[]} */
  const all = [];
  decodeFrames(
    frames.map((bytes) => ({ bytes })),
    {
      onDatagrams(batch) {
        for (let i = 0; i < batch.count; i++) {
          all.push({
            frame: batch.frame[i],
            length: batch.length[i],
            captured: batch.captured[i],
            ports: [batch.ports[i] >>> 16, batch.ports[i] & 0xffff],
            scope: batch.scope[i],
          });
        }
      },
    },
  );
  return all;
}

/** @param {number[]} payload @param {[number, number]} [ports] */
const plain = (payload, ports = [50000, 4433]) =>
  ethernet(ipv4(udp(Uint8Array.from(payload), ports), { protocol: 17 }));

test('a long header of a known version is taken, and then short ones of the same ends', () => {
  const answer = frameOf({ from: 'server', packets: [SHORT], port: 50000, serverPort: 4433 });
  const moved = plain(SHORT, [50001, 4433]);
  expect(taken([answer, plain(LONG), answer, moved]).map(({ frame }) => frame)).toEqual([2, 3, 4]);
});

test('at the port of HTTP/3 a short header is taken without a beginning', () => {
  expect(taken([plain(SHORT, [50000, 443]), plain([0x16, ...SHORT], [50000, 443])])).toHaveLength(1);
});

test.each([
  ['DNS', plain(LONG, [50000, 53])],
  ['RTP', plain([0x80, 0, 0, 1, 0, ...zeros(40)])],
  ['an unknown version in a short datagram', plain([0xc0, 0, 0, 9, 9, 8, ...zeros(30)])],
  ['an ID that is too long', plain([0xc0, 0, 0, 0, 1, 21, ...zeros(40)])],
  ['a Version Negotiation that nobody asked for', plain([0xc0, 0, 0, 0, 0, 0, 0, ...zeros(40)])],
  ['an empty one', plain([])],
])('%s is not taken', (_name, frame) => {
  expect(taken([frame])).toEqual([]);
});

test('datagrams come through VLANs, IPv6, tunnels and fragments, with the length that their header says', () => {
  const inner = plain(LONG);
  const vxlan = ethernet(ipv4(udp(join([8, 0, 0, 0, 0, 0, 5, 0], inner), [1111, 4789]), { protocol: 17 }));
  const whole = ipv4(udp(Uint8Array.from(LONG), [50000, 4433]), { protocol: 17 });
  const payload = whole.subarray(20);
  const first = ethernet(ipv4(payload.subarray(0, 24), { protocol: 17, fragment: 0x2000 }));
  const last = ethernet(ipv4(payload.subarray(24), { protocol: 17, fragment: 3 }));
  const all = taken([
    inner,
    ethernet(vlan(whole, 5), 0x8100),
    ethernet(ipv6(udp(Uint8Array.from(LONG), [50000, 4433]), { next: 17 }), 0x86dd),
    vxlan,
    first,
    last,
    join(inner, zeros(6)),
  ]);
  expect(all.map(({ frame, length, ports }) => [frame, length, ...ports])).toEqual(
    [1, 2, 3, 4, 6, 7].map((frame) => [frame, LONG.length, 50000, 4433]),
  );
  expect(new Set(all.map(({ scope }) => scope)).size).toBe(3);
});

test('what the snap length cut is known', () => {
  const frame = plain(LONG);
  const [cut] = taken([frame.subarray(0, frame.length - 10)]);
  expect(cut).toMatchObject({ length: LONG.length, captured: LONG.length - 10 });
});

test('nothing is looked for where nobody asks', () => {
  const { decoder } = decodeFrames(conversation().map((datagram) => ({ bytes: frameOf(datagram) })));
  expect(decoder.notRead.layers).toEqual([]);
});
