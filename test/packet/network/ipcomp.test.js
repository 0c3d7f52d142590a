import { deflateRawSync } from 'node:zlib';

import { nodeCiphers } from '../../../lib/node/ciphers.js';
import { decodeFrames, ethernet, ipv4, ipv6, join, tcp, u16, zeros } from '../bytes.js';

const PAYLOAD = new Array(300).fill(7);
const SEGMENT = tcp({ payload: PAYLOAD, seq: 77 });
const { inflate } = nodeCiphers;

/** @param {number} next @param {number} index @param {Uint8Array} payload */
const ipcomp = (next, index, payload) => join([next, 0], u16(index), payload);
/** @param {Uint8Array} payload */
const inIp = (payload) => ({ bytes: ethernet(ipv4(payload, { protocol: 108 })) });

test.each([
  ['DEFLATE', inIp(ipcomp(6, 2, deflateRawSync(SEGMENT))), 4],
  ['an index agreed on', inIp(ipcomp(6, 0x8f21, deflateRawSync(SEGMENT))), 4],
  ['a tunnel', inIp(ipcomp(4, 2, deflateRawSync(ipv4(SEGMENT)))), 4],
  ['IPv6', { bytes: ethernet(ipv6(ipcomp(6, 2, deflateRawSync(SEGMENT)), { next: 108 }), 0x86dd) }, 6],
])('%s', (_, frame, ipVersion) => {
  const { segments } = decodeFrames([frame], { inflate });
  expect(segments).toEqual([expect.objectContaining({ ipVersion, seq: 77, payload: PAYLOAD, payloadLength: 300 })]);
  expect(segments[0].source.at(-1)).toBe(ipVersion === 4 ? 0x0a000001 : 1);
});

test.each([
  ['LZS', ipcomp(6, 3, deflateRawSync(SEGMENT))],
  ['bytes that are no DEFLATE', ipcomp(6, 2, new Uint8Array(60).fill(0xff))],
  ['nothing', ipcomp(6, 2, new Uint8Array(0))],
  ['a header cut short', new Uint8Array([6, 0, 0])],
])('%s is passed over', (_, payload) => {
  expect(decodeFrames([inIp(payload)], { inflate }).segments).toEqual([]);
});

test('a packet that would unpack to a thousand times its length is not unpacked beyond the bound', () => {
  /** @type {number[]} */
  const limits = [];
  const bomb = ipcomp(6, 2, deflateRawSync(join(SEGMENT, zeros(60000))));
  const { segments } = decodeFrames([inIp(bomb)], {
    inflate(bytes, history, limit) {
      limits.push(limit);
      return inflate(bytes, history, limit);
    },
  });
  expect(segments).toEqual([]);
  expect(limits).toEqual([9216 + 64 * bomb.length]);
});

test('a packet that the snap length cut is not unpacked', () => {
  const { bytes } = inIp(ipcomp(6, 2, deflateRawSync(SEGMENT)));
  const cut = { bytes: bytes.subarray(0, -4), wireLength: bytes.length };
  expect(decodeFrames([cut], { inflate }).segments).toEqual([]);
});
