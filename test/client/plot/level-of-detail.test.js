import fc from 'fast-check';
import { CoordinateBuffer, DENSE, bars, forEachColumn, stepLine, visibleExtent, visibleRange } from '../../../client/plot/level-of-detail.js';
import { MinMaxPyramid } from '../../../client/plot/min-max-pyramid.js';
import { BarSeries, LineSeries } from '../../../client/plot/series-columns.js';
import { timeScale } from '../../../client/plot/time-scale.js';

const values = fc.array(fc.integer({ min: -1000, max: 1000 }), { maxLength: 700 });

/** @param {number[]} list */
const columnOf = (list) => Float64Array.from(list);

test('a pyramid answers as a plain search does, however it was extended', () => {
  fc.assert(fc.property(values, fc.nat(), fc.nat(), fc.nat(), (list, a, b, cut) => {
    const column = columnOf(list);
    const pyramid = new MinMaxPyramid();
    pyramid.extend(column, column, list.length === 0 ? 0 : cut % list.length);
    pyramid.extend(column, column, list.length);
    const from = list.length === 0 ? 0 : a % (list.length + 1);
    const to = from + (list.length === from ? 0 : b % (list.length - from + 1));
    pyramid.query(column, column, from, to);
    expect(pyramid.min).toBe(Math.min(...list.slice(from, to)));
    expect(pyramid.max).toBe(Math.max(...list.slice(from, to)));
  }));
});

/** @param {number} count @param {(i: number) => number} valueOf */
function lineOf(count, valueOf) {
  const series = new LineSeries();
  for (let i = 0; i < count; i++) series.push(i * 10, valueOf(i), i);
  series.summarise();
  return series;
}

test('a step line is drawn point by point while pixels are enough', () => {
  const series = lineOf(3, (i) => [5, 7, 7][i]);
  const { values: drawn, length } = stepLine(series, timeScale({ startNs: 0, endNs: 100 }, 0, 100), (value) => value, new CoordinateBuffer());
  expect([...drawn.subarray(0, length)]).toEqual([0, 5, 10, 5, 10, 7, 20, 7, 20, 7]);
});

test('a step line that began before the range reaches into it, and goes on to the edge only while values follow', () => {
  const series = lineOf(10, (i) => i);
  const x = timeScale({ startNs: 34, endNs: 36 }, 0, 100);
  const { values: drawn, length } = stepLine(series, x, (value) => value, new CoordinateBuffer());
  expect([...drawn.subarray(0, length)]).toEqual([-2, 3, 100, 3]);
});

test('a dense line costs a few points a pixel and keeps its extremes', () => {
  const series = lineOf(100_000, (i) => (i === 54_321 ? 999 : i % 7));
  const out = stepLine(series, timeScale({ startNs: 0, endNs: 1e6 }, 0, 200), (value) => value, new CoordinateBuffer());
  expect(out.length).toBeLessThan(200 * 10);
  expect(Math.max(...[...out.values.subarray(0, out.length)].filter((_, i) => i % 2 === 1))).toBe(999);
});

test('dense bars cover what each of them covers', () => {
  fc.assert(fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 50 })), { minLength: 1, maxLength: 400 }), (list) => {
    const series = new BarSeries();
    let time = 0;
    for (const [gap, low, high] of list) series.push(time += gap, low, low + high, 0);
    series.summarise();
    const x = timeScale({ startNs: 0, endNs: Math.max(time, 1) }, 0, 10);
    const out = new CoordinateBuffer();
    const reduced = bars(series, x, (value) => value, out);
    expect(reduced).toBe(list.length > DENSE * 10);
    for (let i = 0; i < series.count; i++) {
      const column = x.x(series.times[i]);
      const covering = [...Array(out.length / 4).keys()].some((bar) => Math.abs(out.values[bar * 4] - column) <= 1
        && out.values[bar * 4 + 1] <= series.low[i] && out.values[bar * 4 + 3] >= series.high[i]);
      expect(covering).toBe(true);
    }
  }));
});

test('pixel columns part the visible items without leaving any out', () => {
  fc.assert(fc.property(fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { maxLength: 300 }), (list) => {
    const times = columnOf([...list].sort((a, b) => a - b));
    const series = { times, count: times.length };
    const x = timeScale({ startNs: 20, endNs: 80 }, 5, 30);
    const { from, to } = visibleRange(series, x.range);
    let next = from;
    forEachColumn(series, x, from, to, (_, first, end) => {
      expect(first).toBe(next);
      expect(end).toBeGreaterThan(first);
      next = end;
    });
    expect(next).toBe(to);
  }));
});

test('the visible extent of steps holds the value that lasts into the range', () => {
  const series = lineOf(5, (i) => [9, 1, 2, 3, 50][i]);
  expect(visibleExtent(series, { startNs: 5, endNs: 25 })).toEqual([1, 2]);
  expect(visibleExtent(series, { startNs: 5, endNs: 25 }, true)).toEqual([1, 9]);
  expect(visibleExtent(series, { startNs: 41, endNs: 60 })).toBeNull();
});
