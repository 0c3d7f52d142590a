import { serverTimings } from '../../../client/views/inspector/server-timing.js';

test('metrics of header and trailer fields, quoted descriptions among them', () => {
  expect(
    serverTimings([
      ['Server-Timing', 'db;dur=53.2;desc="a, b; \\"c\\"", cache;desc=Hit'],
      ['content-type', 'text/plain'],
      ['server-timing', 'app ; DUR=12'],
    ]),
  ).toEqual([
    { name: 'db', description: 'a, b; "c"', milliseconds: 53.2 },
    { name: 'cache', description: 'Hit', milliseconds: null },
    { name: 'app', description: '', milliseconds: 12 },
  ]);
});

test('what is none is passed over; a duration that is no time is not known', () => {
  expect(serverTimings([['server-timing', ',;dur=1, x;dur=abc, y;dur=-1, "z']])).toEqual([
    { name: 'x', description: '', milliseconds: null },
    { name: 'y', description: '', milliseconds: null },
    { name: '"z', description: '', milliseconds: null },
  ]);
});
