import { PacketDecoder } from '../../../lib/packet/decoder.js';
import { MAX_ICMP_ERRORS } from '../../../lib/packet/network/icmp.js';
import { ethernet, frameBatch, ipv4, ipv6, join, tcp, u32, zeros } from '../bytes.js';

const SEGMENT = tcp({ ports: [40000, 80], seq: 0x01020304, payload: zeros(100) });

/** @param {number} type @param {number} code @param {ArrayLike<number>} quoted @param {number} [rest] */
const icmp = (type, code, quoted, rest = 0) => join([type, code, 0, 0], u32(rest), quoted);
const inIpv4 = (/** @type {ArrayLike<number>} */ message) => ethernet(ipv4(message, { protocol: 1, host: 9 }));
const inIpv6 = (/** @type {ArrayLike<number>} */ message) => ethernet(ipv6(message, { next: 58 }), 0x86dd);

/** @param {ArrayLike<number>[]} frames */
function errorsIn(frames) {
  /** @type {import('../../../lib/packet/network/icmp.js').IcmpError[]} */
  const errors = [];
  const decoder = new PacketDecoder({ onSegments: () => {}, onIcmpError: (error) => void errors.push(error) });
  decoder.decode(frameBatch(frames.map((bytes) => ({ bytes }))));
  return { errors, decoder };
}

test('what the error quotes: addresses, ports, sequence number, length, and the MTU of the next hop', () => {
  const { errors } = errorsIn([inIpv4(icmp(3, 4, ipv4(SEGMENT), 1400)), inIpv6(icmp(2, 0, ipv6(SEGMENT), 1300))]);
  expect(errors[0]).toMatchObject({
    frame: 1,
    ipVersion: 4,
    type: 3,
    code: 4,
    mtu: 1400,
    ports: (40000 << 16) | 80,
    seq: 0x01020304,
    packetBytes: 20 + SEGMENT.length,
  });
  expect([errors[0].reporter[3], errors[0].source[3], errors[0].destination[3]]).toEqual([
    0x0a000009, 0x0a000001, 0x0a000002,
  ]);
  expect(errors[1]).toMatchObject({
    ipVersion: 6,
    type: 2,
    mtu: 1300,
    seq: 0x01020304,
    packetBytes: 40 + SEGMENT.length,
  });
  expect([...errors[1].source]).toEqual([0x20010db8, 0, 0, 1]);
});

test('eight bytes of the TCP header are enough, seven are not; options and extension headers are passed over', () => {
  const long = ipv4(SEGMENT, { options: zeros(8) });
  const extended = ipv6(join([6, 0, ...zeros(6)], SEGMENT), { next: 0 });
  expect(errorsIn([inIpv4(icmp(3, 1, ipv4(SEGMENT).slice(0, 28)))]).errors).toHaveLength(1);
  expect(errorsIn([inIpv4(icmp(3, 1, ipv4(SEGMENT).slice(0, 27)))]).errors).toHaveLength(0);
  expect(errorsIn([inIpv4(icmp(3, 1, long)), inIpv6(icmp(1, 4, extended))]).errors.map(({ seq }) => seq)).toEqual([
    0x01020304, 0x01020304,
  ]);
});

test('an MTU only where the type has one', () => {
  expect(
    errorsIn([inIpv4(icmp(3, 1, ipv4(SEGMENT), 1400)), inIpv6(icmp(1, 0, ipv6(SEGMENT), 1400))]).errors,
  ).toMatchObject([{ mtu: 0 }, { mtu: 0 }]);
});

test('echoes, redirects, other protocols, later fragments and nested errors are no errors about TCP', () => {
  const quotes = [
    icmp(8, 0, ipv4(SEGMENT)),
    icmp(5, 1, ipv4(SEGMENT)),
    icmp(3, 3, ipv4(SEGMENT, { protocol: 17 })),
    icmp(3, 1, ipv4(SEGMENT, { fragment: 100 })),
    icmp(11, 0, ipv4(icmp(3, 1, ipv4(SEGMENT)), { protocol: 1 })),
    icmp(3, 1, join([0x44], ipv4(SEGMENT).slice(1))),
  ];
  const { errors, decoder } = errorsIn([...quotes.map(inIpv4), inIpv6(icmp(128, 0, ipv6(SEGMENT)))]);
  expect([errors, decoder.icmpErrors]).toEqual([[], 0]);
});

test('a message cut anywhere, or with any byte changed, is read or passed over', () => {
  const whole = [inIpv4(icmp(3, 4, ipv4(SEGMENT), 1400)), inIpv6(icmp(2, 0, ipv6(SEGMENT), 1300))];
  const frames = whole.flatMap((bytes) => [
    ...Array.from({ length: bytes.length }, (_, n) => bytes.slice(0, n)),
    ...Array.from({ length: bytes.length }, (_, n) => bytes.map((byte, k) => (k === n ? byte ^ 0xff : byte))),
  ]);
  for (let at = 0; at < frames.length; at += 64) {
    expect(errorsIn(frames.slice(at, at + 64)).decoder.frames).toBeGreaterThan(0);
  }
});

test('a chain of extension headers has an end', () => {
  const chain = join(...Array.from({ length: 200 }, () => [0, 0, ...zeros(6)]), SEGMENT);
  expect(errorsIn([inIpv6(icmp(1, 0, ipv6(chain, { next: 0 })))]).errors).toEqual([]);
});

test('segments before an error are handed on before it; beyond the limit errors are only counted', () => {
  /** @type {string[]} */
  const heard = [];
  const decoder = new PacketDecoder({
    onSegments: (batch) => void heard.push(`${batch.count} segments`),
    onIcmpError: ({ frame }) => void heard.push(`error in ${frame}`),
  });
  const segment = { bytes: ethernet(ipv4(SEGMENT)) };
  const error = { bytes: inIpv4(icmp(3, 1, ipv4(SEGMENT))) };
  decoder.decode(frameBatch([segment, segment, error, segment]));
  expect(heard).toEqual(['2 segments', 'error in 3', '1 segments']);
  const many = frameBatch(Array.from({ length: 1024 }, () => error));
  for (let k = 0; k < 17; k++) decoder.decode(many);
  expect(heard.length - 3).toBe(MAX_ICMP_ERRORS - 1);
  expect([decoder.icmpErrors, decoder.icmpErrorsLeft]).toEqual([17 * 1024 + 1, 17 * 1024 + 1 - MAX_ICMP_ERRORS]);
});
