import {
  binaryBytesText,
  bytesText,
  counted,
  grouped,
  partText,
  percent,
  rateText,
  timesText,
  timeText,
  tripText,
} from '../../lib/shared/text/quantities.js';

test.each([
  [timeText, 20e3, '20 µs'],
  [timeText, 0.36e6, '0.4 ms'],
  [timeText, 99.9e6, '99.9 ms'],
  [timeText, 1e9, '1.00 s'],
  [timeText, 1234e9, '1234 s'],
  [tripText, 250e6, '250 ms'],
  [tripText, 999.6e6, '1.00 s'],
  [bytesText, 9999, '9999 bytes'],
  [bytesText, 12_340, '12.3 kB'],
  [bytesText, 999_999, '1 MB'],
  [bytesText, 2.5e9, '2.5 GB'],
  [binaryBytesText, 2 ** 33, '8 GiB'],
  [binaryBytesText, 2048, '2 KiB'],
  [binaryBytesText, 900, '900 bytes'],
  [rateText, 0, '0 bit/s'],
  [rateText, 962_500, '7.7 Mbit/s'],
  [rateText, 124_999_000, '1 Gbit/s'],
  [percent, 0.731, '73 %'],
  [timesText, 2, 'twice'],
  [timesText, 3, '3 times'],
  [grouped, 1_234_567, '1 234 567'],
])('%p of %p', (words, value, expected) => {
  expect(words(value)).toBe(expected);
});

test('a part has the unit of the whole once, a count its noun', () => {
  expect(partText(4.99e9, 6.84e9)).toBe('4.99 of 6.84 s (73 %)');
  expect(partText(99e6, 1e9)).toBe('99 ms of 1.00 s (9.9 %)');
  expect([counted(1, 'loss', 'losses'), counted(2, 'loss', 'losses')]).toEqual(['1 loss', '2 losses']);
});
