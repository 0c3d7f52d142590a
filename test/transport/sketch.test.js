import { keptOf, sketchedColumns } from '../../lib/transport/sketch.js';

const ITEMS = 100_000;
const SPIKE = 43_210;
const DIP = 77_001;
const RARE = 60_007;
const time = Float64Array.from({ length: ITEMS }, (_, i) => i * 1000);
const value = new Float64Array(ITEMS).fill(5);
value[SPIKE] = 99;
value[DIP] = -1;
const kinds = new Int32Array(ITEMS).fill(1);
kinds[RARE] = 2;
const span = { startNs: 0, endNs: time[ITEMS - 1] };
const series = { time, lows: [value], highs: [value], kinds };
const whole = { span, range: null, isWhole: false };

test('of a long series what reaches farthest, the first of each kind and both ends stay, at a fraction of its size', () => {
  const kept = keptOf(series, whole);
  expect(kept.length).toBeLessThan(ITEMS / 10);
  expect([...kept]).toEqual(expect.arrayContaining([0, SPIKE, DIP, RARE, ITEMS - 1]));
  expect([...kept].every((item, i) => i === 0 || item > kept[i - 1])).toBe(true);
});

test('no stretch of time is left without its items', () => {
  const kept = keptOf(series, whole);
  const widest = kept.reduce((most, item, i) => Math.max(most, item - (kept[i - 1] ?? 0)), 0);
  expect(widest).toBeLessThanOrEqual(Math.ceil(ITEMS / 2048));
});

test('of a range all is there, or three times as much, and what there was of the rest', () => {
  const range = { startNs: 40e6, endNs: 50e6 };
  const within = (/** @type {Uint32Array} */ kept) => kept.filter((item) => item >= 40_000 && item <= 50_000).length;
  const coarse = keptOf(series, whole);
  const all = keptOf(series, { span, range, isWhole: true });
  const finer = keptOf(series, { span, range, isWhole: false });
  expect(within(all)).toBe(10_001);
  expect(within(finer)).toBeGreaterThan(3 * within(coarse));
  const outside = (/** @type {Uint32Array} */ kept) => [...kept].filter((item) => item < 40_000 || item > 50_000);
  expect(outside(all)).toEqual(outside(coarse));
});

test('lanes are looked at apart, and a short series stays whole', () => {
  const lane = Uint8Array.from({ length: ITEMS }, (_, i) => Number(i % 1000 === 999));
  const kept = [...keptOf({ time, lane }, whole)];
  expect(kept.filter((item) => lane[item] === 1)).toHaveLength(ITEMS / 1000);
  const few = keptOf({ time: time.subarray(0, 4000), lows: [value] }, whole);
  expect(few).toHaveLength(4000);
});

test('only the columns of a series are thinned', () => {
  const columns = { ackTime: time, ackHeight: value, sackTime: time.subarray(0, 9), acks: value };
  const thinned = sketchedColumns(columns, { ack: { time, lows: [value], highs: [value] } }, whole);
  expect(thinned.ackHeight).toHaveLength(thinned.ackTime.length);
  expect(thinned.ackHeight.includes(99)).toBe(true);
  expect([thinned.sackTime.length, thinned.acks.length]).toEqual([9, ITEMS]);
});
