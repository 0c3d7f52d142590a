/** Streams with damage of every kind: nothing throws, and what is read stays bounded. */
import fc from 'fast-check';

import { data3, frame3, GET3, headers3, Http3Streams } from '../support/http3-streams.js';

const INSERT = [0x3f, 0xe1, 0x1f, 0x43, 0x78, 0x2d, 0x61, 1, 0x62];
/** Streams as they should be: who sends, which, what. @type {[who: 0|1, stream: number, bytes: number[]][]} */
const WHOLE = [
  [0, 2, [0, ...frame3(4, [1, 0x50, 0, 7, 16]), ...frame3(0xf0700, [4, 0x75, 0x3d, 0x31])]],
  [0, 6, [2, ...INSERT]],
  [1, 7, [2, ...INSERT, 0x10]],
  [1, 11, [3, 0x84, 0x01, 0x44]],
  [0, 0, [...headers3(GET3), ...data3('abc')]],
  [1, 0, [...frame3(1, [2, 0, 0xd9, 0x80]), ...data3('hello'), ...headers3({ 'x-end': '1' })]],
  [0, 4, [...headers3({ ...GET3, ':method': 'CONNECT' }), ...data3('GET / HTTP/1.1\r\n\r\n')]],
  [1, 4, [...headers3({ ':status': '200' }), ...data3('HTTP/1.1 200 OK\r\n\r\n')]],
  [1, 15, [1, 0, ...headers3({ ':status': '200' })]],
];

const damage = fc.record({
  stream: fc.nat(WHOLE.length - 1),
  at: fc.nat(80),
  bytes: fc.uint8Array({ maxLength: 6 }),
  isLost: fc.boolean(),
});

test('whatever is changed, lost or cut, messages are described and counted', () => {
  fc.assert(
    fc.property(
      fc.array(damage, { maxLength: 6 }),
      fc.integer({ min: 1, max: 30 }),
      fc.boolean(),
      (all, step, isMid) => {
        const streams = new Http3Streams({ isMidConnection: isMid });
        const sent = WHOLE.map(([who, stream, bytes]) => ({ who, stream, bytes: [...bytes] }));
        for (const { stream, at, bytes } of all) sent[stream].bytes.splice(at, bytes.length, ...bytes);
        for (let from = 0; from < 120; from += step) {
          for (const { who, stream, bytes } of sent) {
            const piece = bytes.slice(from, from + step);
            const isLost = all.some((one) => one.isLost && WHOLE[one.stream][1] === stream && one.at < from);
            if (piece.length > 0 && isLost) streams.lose(who, stream, piece.length);
            else if (piece.length > 0) streams.send(who, stream, piece);
          }
        }
        streams.fin(0, 0).reset(1, 0, 0x10c).refuse(0, 4, 0).close();
        const { http } = streams.analysis.describeQuic(0);
        expect(streams.messages.length).toBeLessThan(40);
        expect(http.requests).toBeLessThan(20);
      },
    ),
    { numRuns: 300 },
  );
});
