import { messageWords } from '../../../client/views/inspector/grpc.js';

const message = (/** @type {number} */ start, bytes = 30, compressed = false) => ({
  start,
  end: start + 0.01,
  bytes,
  compressed,
});

test("a stream's messages, with the pauses before them that a person notices", () => {
  expect(messageWords([message(5), message(5.02, 1500, true), message(6.53)], 5)).toEqual([
    '30 B at +0.0 ms',
    '1.5 kB compressed at +20.0 ms',
    '30 B at +1\u202f530.0 ms, after a pause of 1.50 s',
  ]);
});
