import { clockWords } from '../../../client/views/capture/clock-words.js';

test.each([
  ['1795172160.822163000', 0, '10:56:00.822163'],
  ['86399.999999600', 0, '00:00:00.000000'],
  ['10.5', 0.75, '00:00:11.250000'],
  ['-0.001000000', 0, '23:59:59.999000'],
  ['-5.900000000', 0.4, '23:59:54.500000'],
  ['-5.900000000', 6, '00:00:00.100000'],
  ['8589934592.250000000', 0, '12:56:32.250000'],
  [null, 1, '–'],
])('a capture that begins at %s s, %s s later: %s', (startEpoch, seconds, words) => {
  expect(clockWords(startEpoch, seconds)).toBe(words);
});
