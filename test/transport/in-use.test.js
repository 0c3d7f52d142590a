import { onlySince, yearOf } from '../../lib/transport/in-use.js';

/** @param {number | null} ms since 1970 */
const at = (ms) => yearOf({ startEpochNs: () => (ms === null ? null : BigInt(ms) * 1_000_000n) });

test('the year of a capture is that of its clock, but of one that was never set', () => {
  expect(at(Date.UTC(1996, 7, 22))).toBe(1996);
  expect(at(Date.UTC(2026, 0, 1))).toBe(2026);
  expect(at(0)).toBeNull();
  expect(at(Date.UTC(1980, 0, 1))).toBeNull();
  expect(at(null)).toBeNull();
});

test.each(
  /** @type {[string, number | null, number | null][]} */ ([
    ['bbr', 2015, 2016],
    ['bbr', 2016, null],
    ['bbr', null, null],
    ['cubic', 1996, 2005],
    ['cubic', 2026, null],
    ['tail_loss_probe', 2004, 2012],
    ['reno', 1990, null],
    ['nagle', 1990, null],
  ]),
)('%s in %s: only since %s', (name, year, since) => expect(onlySince(name, year)).toBe(since));
