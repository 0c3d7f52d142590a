import { clockTime, timeTicks } from '../../../client/plot/time-ticks.js';

const units = /** @type {const} */ ({ unit: 's', originNs: 1e9, originName: 'the SYN', rttNs: 30e6, dayNs: 46_800e9 });
/**
 * @param {number} from
 * @param {number} to seconds after the origin
 * @param {Partial<import('../../../client/plot/time-ticks.js').TimeUnits>} [more]
 */
const ticksOf = (from, to, more = {}) =>
  timeTicks({ startNs: 1e9 + from * 1e9, endNs: 1e9 + to * 1e9 }, 900, { ...units, ...more });
/** @param {import('../../../client/plot/time-ticks.js').TimeTicks} ticks */
const labels = ({ ticks }) => ticks.map(({ label }) => label);

test.each([
  [0, 2.2, 'since the SYN', ['0.0 s', '0.2', '0.4']],
  [0.1935, 0.2265, 'ms since the SYN', ['194 ms', '196', '198']],
  [0, 341e6, 'days since the SYN', ['0 d', '500', '1\u202f000']],
  [0, 0.000_04, 'µs since the SYN', ['0 µs']],
])('from %d to %d s', (from, to, caption, first) => {
  const found = ticksOf(from, to);
  expect(found.caption).toContain(caption);
  expect(labels(found).slice(0, first.length)).toEqual(first);
});

test('ticks stand at the times that their labels say', () => {
  for (const { timeNs, label } of ticksOf(0, 2.2).ticks) {
    expect((timeNs - 1e9) / 1e9).toBeCloseTo(Number.parseFloat(label), 6);
  }
});

test('a close zoom late in a connection counts from a stated base instead of growing its labels', () => {
  const found = ticksOf(1234.567_891, 1234.567_892);
  expect(found.caption).toMatch(/^µs after 1.234\.567\d+ s$/);
  expect(labels(found).every((label) => label.startsWith('+') && label.length <= 9)).toBe(true);
  expect(new Set(labels(found)).size).toBe(labels(found).length);
});

test('round trips of this connection', () => {
  const found = ticksOf(0, 0.3, { unit: 'rtt' });
  expect(found.caption).toBe('RTTs of 30.0 ms');
  expect(labels(found)[0]).toBe('0 RTT');
  expect(found.ticks[1].timeNs - found.ticks[0].timeNs).toBeCloseTo(30e6, 3);
});

test('the clock in UTC, on round seconds', () => {
  const found = ticksOf(-1, 59, { unit: 'clock' });
  expect(found.caption).toBe('clock time, UTC');
  expect(labels(found).slice(0, 2)).toEqual(['13:00:00', '13:00:05']);
});

test.each([
  ['rtt', { rttNs: null }],
  ['clock', { dayNs: null }],
])('without what %s needs, seconds', (unit, more) => {
  expect(ticksOf(0, 2, { unit: /** @type {'rtt'} */ (unit), ...more }).caption).toBe('s since the SYN');
});

test('clock times go on after midnight', () => {
  expect(clockTime(86_399.5e9, 3)).toBe('23:59:59.500');
  expect(clockTime(86_400e9 + 61e9, 0)).toBe('00:01:01');
});

test.each([
  ['s', 0.3, '0.100000 s'],
  ['rtt', 0.3, '3.333 RTT'],
  ['rtt', 0.000_3, '3.3333 RTT'],
  ['capture', 0.3, '1.100000 s'],
  ['clock', 0.3, '13:00:01.100000'],
])('what a pointer reads off an axis of %s, %d s long, is in its unit', (unit, to, words) => {
  expect(ticksOf(0, to, { unit: /** @type {'rtt'} */ (unit) }).reading(1.1e9)).toBe(words);
});
