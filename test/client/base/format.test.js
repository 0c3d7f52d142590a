import {
  count,
  formatBytes,
  formatEndpoint,
  formatNumber,
  formatRttRange,
  formatSeconds,
  formatShare,
  formatWhen,
  sentence,
  threeFigures,
  tripsIn,
  unitTripNs,
} from '../../../client/base/format.js';
import fc from '../../support/properties.js';

/** Narrow no-break spaces as underscores, so that the tables below can be read. @param {string} text */
const plain = (text) => text.replaceAll('\u202f', '_');

describe('how the page writes values', () => {
  test.each([
    [0, '0'],
    [999, '999'],
    [1240, '1_240'],
    [1234567, '1_234_567'],
    [-1240, '\u22121_240'],
    [-0.2, '0'],
    [null, '–'],
    [Number.NaN, '–'],
  ])('number %p is %s', (value, text) => {
    expect(plain(formatNumber(value))).toBe(text);
  });

  test.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [49_600, '49.6 kB'],
    [347_700, '348 kB'],
    [999_600, '1.0 MB'],
    [61.4e6, '61.4 MB'],
    [2e9, '2.0 GB'],
    [null, '–'],
  ])('%p bytes are %s', (value, text) => {
    expect(formatBytes(value)).toBe(text);
  });

  test.each([
    [0, '0 s'],
    [87e-8, '0.870 µs'],
    [0.000584, '584 µs'],
    [0.0123, '12.3 ms'],
    [0.45, '0.45 s'],
    [2.214, '2.21 s'],
    [9.999, '10.0 s'],
    [59.96, '60.0 s'],
    [301.4, '5:01 min'],
    [3599.6, '1:00:00 h'],
    [4321.5, '1:12:02 h'],
    [341_296_282, '3_950 days'],
    [-0.45, '\u22120.45 s'],
    [null, '–'],
  ])('%p seconds are %s', (value, text) => {
    expect(plain(formatSeconds(value))).toBe(text);
  });

  test.each([
    [0.0603, 0.177, '60.3 – 177 ms'],
    [0.06, 0.06, '60.0 ms'],
    [0.000_012, 0.000_033, '12.0 – 33.0 µs'],
    [0.000_012, 0.0031, '0.01 – 3.10 ms'],
    [null, null, '–'],
  ])('RTT from %p to %p is %s', (min, max, text) => {
    expect(formatRttRange(min, max)).toBe(text);
  });

  test.each([
    [19, 4744, '0.4 %'],
    [2, 100, '2 %'],
    [1, 2000, '< 0.1 %'],
    [50, 100, '50 %'],
    [0, 9, '0 %'],
    [1, 0, '–'],
  ])('%p of %p is %s', (part, whole, text) => {
    expect(formatShare(part, whole)).toBe(text);
  });

  test.each([
    ['at most 65535 bytes, 1.5 % of 7.11 s (RFC 8985)', 'at most 65_535 bytes, 1.5~% of 7.11~s (RFC 8985)'],
    ['35 of 1728 segments at 6 Mbit/s', '35 of 1_728 segments at 6~Mbit/s'],
    [
      'It ends in packet 48502 at byte 8000000, 5202 of them late; port 8080',
      'It ends in packet 48_502 at byte 8_000_000, 5_202 of them late; port 8080',
    ],
    ['10.0.0.1:51234 sent 12 bytes, 2 some', '10.0.0.1:51234 sent 12 bytes, 2 some'],
    ['', ''],
  ])('the sentence %p', (text, expected) => {
    expect(plain(sentence(text)).replaceAll('\u00a0', '~')).toBe(expected);
  });

  test('figures keep three significant digits without an exponent', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e12, noNaN: true }), (value) => {
        const text = threeFigures(value);
        expect(text).toMatch(/^[\d\u202f]+(\.\d+)?$/);
        const back = Number(text.replaceAll('\u202f', ''));
        expect(Math.abs(back - value)).toBeLessThanOrEqual(value * 0.005 + 1e-12);
      }),
    );
  });

  test('times are told from today', () => {
    const now = new Date(2026, 10, 20, 15, 0);
    const at = (/** @type {[number, number, number, number, number]} */ ...parts) =>
      formatWhen(new Date(...parts).getTime() / 1000, now);
    expect(at(2026, 10, 20, 9, 41)).toBe('Today 09:41');
    expect(at(2026, 10, 19, 23, 59)).toBe('Yesterday 23:59');
    expect(at(2026, 10, 16, 9, 1)).toBe('16 Nov 09:01');
    expect(at(2024, 1, 3, 9, 1)).toBe('3 Feb 2024');
  });

  test('one and many, endpoints of both families', () => {
    expect([count(1, 'request'), count(28, 'request')]).toEqual(['1 request', '28 requests']);
    expect(formatEndpoint({ address: '10.0.0.1', port: 80 })).toBe('10.0.0.1:80');
    expect(formatEndpoint({ address: '2001:db8::1', port: 443 })).toBe('[2001:db8::1]:443');
  });
});

test('round trips are a unit of time only where they are of a path', () => {
  expect([unitTripNs(0.9e6), unitTripNs(20e6), unitTripNs(null)]).toEqual([null, 20e6, null]);
  expect([tripsIn(50e6, 0.3e6), tripsIn(50e6, 20e6), tripsIn(9e9, 20e6), tripsIn(50e6, null)]).toEqual([
    null,
    2.5,
    null,
    null,
  ]);
});
