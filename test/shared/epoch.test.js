/** Times before 1970 and far after it: split, written and read back. */
import {
  epochMicroseconds,
  epochOfText,
  epochText,
  hasDate,
  isoDate,
  microsecondsText,
  splitEpoch,
} from '../../lib/shared/epoch.js';
import fc from '../support/properties.js';

const NS = 1_000_000_000n;

test.each([
  [-1_000_000n, -1n, 999_000_000, '-0.001000000', '1969-12-31T23:59:59.999000Z'],
  [-5_900_000_001n, -6n, 99_999_999, '-5.900000001', '1969-12-31T23:59:54.099999Z'],
  [-2n * NS, -2n, 0, '-2.000000000', '1969-12-31T23:59:58.000000Z'],
  [0n, 0n, 0, '0.000000000', '1970-01-01T00:00:00.000000Z'],
  [2n ** 31n * NS + 1n, 2n ** 31n, 1, '2147483648.000000001', '2038-01-19T03:14:08.000000Z'],
  [2n ** 33n * NS + 5_000n, 2n ** 33n, 5_000, '8589934592.000005000', '2242-03-16T12:56:32.000005Z'],
])('%s ns since 1970', (ns, seconds, nanoseconds, text, date) => {
  expect(splitEpoch(ns)).toEqual({ seconds, nanoseconds });
  expect(epochText(ns)).toBe(text);
  expect(isoDate(ns)).toBe(date);
});

test('what is written is read back, and rounds down', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), (ns) => {
      const { seconds, nanoseconds } = splitEpoch(ns);
      expect(seconds * NS + BigInt(nanoseconds)).toBe(ns);
      expect(nanoseconds >= 0 && nanoseconds < 1e9).toBe(true);
      expect(epochOfText(epochText(ns))).toBe(ns);
    }),
    { seed: 1, numRuns: 200 },
  );
  expect(epochMicroseconds(-1n)).toBe(-1);
  expect(microsecondsText(-1)).toBe('-0.000001');
  expect(microsecondsText(2 ** 33 * 1e6 + 7)).toBe('8589934592.000007');
});

test('what states no time is none; a year of other than four digits is no date', () => {
  for (const text of [null, '', '-', 'x', '1.', '.5', '1e9', '1.0000000001']) expect(epochOfText(text)).toBeNull();
  expect(epochOfText('-0.5')).toBe(-500_000_000n);
  const year = (/** @type {string} */ text) => BigInt(Date.parse(text)) * 1_000_000n;
  expect([year('0001-01-01T00:00Z'), year('9999-12-31T23:59:59Z')].map(hasDate)).toEqual([true, true]);
  expect([year('0000-12-31T23:59:59Z'), year('+010000-01-01T00:00Z'), 2n ** 80n].map(hasDate)).toEqual(
    Array(3).fill(false),
  );
});
