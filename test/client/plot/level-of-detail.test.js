import {
  bars,
  CoordinateBuffer,
  DENSE,
  drawStepLine,
  drawUnderSteps,
  forEachColumn,
  sampleColumns,
  underSamples,
  visibleExtent,
  visibleRange,
} from '../../../client/plot/level-of-detail.js';
import { MinMaxPyramid } from '../../../client/plot/min-max-pyramid.js';
import { BarSeries, LineSeries } from '../../../client/plot/series-columns.js';
import { timeScale } from '../../../client/plot/time-scale.js';
import fc from '../../support/properties.js';
import { recordingRenderer } from '../../support/recording-renderer.js';

const values = fc.array(fc.integer({ min: -1000, max: 1000 }), { maxLength: 700 });

/** @param {number[]} list */
const columnOf = (list) => Float64Array.from(list);

test('a pyramid answers as a plain search does, however it was extended', () => {
  fc.assert(
    fc.property(values, fc.nat(), fc.nat(), fc.nat(), (list, a, b, cut) => {
      const column = columnOf(list);
      const pyramid = new MinMaxPyramid();
      pyramid.extend(column, column, list.length === 0 ? 0 : cut % list.length);
      pyramid.extend(column, column, list.length);
      const from = list.length === 0 ? 0 : a % (list.length + 1);
      const to = from + (list.length === from ? 0 : b % (list.length - from + 1));
      pyramid.query(column, column, from, to);
      expect(pyramid.min).toBe(Math.min(...list.slice(from, to)));
      expect(pyramid.max).toBe(Math.max(...list.slice(from, to)));
    }),
  );
});

/** @param {number} count @param {(i: number) => number} valueOf */
function lineOf(count, valueOf) {
  const series = new LineSeries();
  for (let i = 0; i < count; i++) series.push(i * 10, valueOf(i), i);
  series.summarise();
  return series;
}

/** @param {LineSeries} series @param {import('../../../client/plot/time-scale.js').TimeScale} x */
function drawnSteps(series, x) {
  const renderer = recordingRenderer();
  drawStepLine(renderer, series, x, (value) => value, { colour: 'ack', width: 1 });
  const [{ call, coordinates = [] }] = renderer.calls;
  return { call, coordinates };
}

test('a step line is drawn point by point while pixels are enough', () => {
  const series = lineOf(3, (i) => [5, 7, 7][i]);
  expect(drawnSteps(series, timeScale({ startNs: 0, endNs: 100 }, 0, 100))).toEqual({
    call: 'polyline',
    coordinates: [0, 5, 10, 5, 10, 7, 20, 7, 20, 7],
  });
});

test('a step line that began before the range reaches into it, and goes on to the edge only while values follow', () => {
  const series = lineOf(10, (i) => i);
  expect(drawnSteps(series, timeScale({ startNs: 34, endNs: 36 }, 0, 100)).coordinates).toEqual([-2, 3, 100, 3]);
});

test('a dense line costs one stretch a pixel column, joins level ones, and keeps its extremes', () => {
  const x = timeScale({ startNs: 0, endNs: 1e6 }, 0, 200);
  const { call, coordinates } = drawnSteps(
    lineOf(100_000, (i) => (i === 54_321 ? 999 : i % 7)),
    x,
  );
  expect([call, coordinates.length]).toEqual(['columns', 3 * 4]);
  expect(Math.max(...coordinates.filter((_, i) => i % 2 === 1))).toBe(999);
  const { coordinates: rising } = drawnSteps(
    lineOf(100_000, (i) => i),
    x,
  );
  expect(rising.length).toBeLessThanOrEqual(201 * 4);
  for (let i = 4; i < rising.length; i += 4) expect([rising[i], rising[i + 1]]).toEqual([rising[i - 2], rising[i - 1]]);
});

test('the ground under a dense line reaches from it to the level', () => {
  const renderer = recordingRenderer();
  drawUnderSteps(
    renderer,
    lineOf(10_000, () => 40),
    timeScale({ startNs: 0, endNs: 1e5 }, 0, 100),
    (value) => value,
    90,
    { colour: 's2c' },
  );
  expect(renderer.calls.map(({ call, coordinates }) => [call, coordinates])).toEqual([['columns', [0, 40, 100, 90]]]);
});

test('values of pixel columns are joined where they are level', () => {
  const out = new CoordinateBuffer();
  const listOf = (/** @type {CoordinateBuffer} */ { values: all, length }) => [...all.subarray(0, length)];
  expect(listOf(sampleColumns(10, [5, 5, 5, 8], 4, out))).toEqual([10, 5, 13, 5, 13, 5, 14, 8]);
  expect(listOf(underSamples(10, [5, 5, 5, 8], 4, 20, out))).toEqual([10, 5, 13, 20, 13, 8, 14, 20]);
});

test('dense bars cover what each of them covers', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 50 })),
        { minLength: 1, maxLength: 400 },
      ),
      (list) => {
        const series = new BarSeries();
        let time = 0;
        for (const [gap, low, high] of list) series.push((time += gap), low, low + high, 0);
        series.summarise();
        const x = timeScale({ startNs: 0, endNs: Math.max(time, 1) }, 0, 10);
        const out = new CoordinateBuffer();
        const reduced = bars(series, x, (value) => value, out);
        expect(reduced).toBe(list.length > DENSE * 10);
        for (let i = 0; i < series.count; i++) {
          const column = x.x(series.times[i]);
          const covering = [...Array(out.length / 4).keys()].some(
            (bar) =>
              Math.abs(out.values[bar * 4] - column) <= 1 &&
              out.values[bar * 4 + 1] <= series.low[i] &&
              out.values[bar * 4 + 3] >= series.high[i],
          );
          expect(covering).toBe(true);
        }
      },
    ),
  );
});

test('pixel columns part the visible items without leaving any out', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { maxLength: 300 }), (list) => {
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
    }),
  );
});

test('of very dense series each column is visited once, and nothing is left out', () => {
  const times = Float64Array.from({ length: 200_000 }, (_, i) => i + (i % 3) / 10);
  const x = timeScale({ startNs: 100, endNs: 199_000 }, 5, 30);
  const { from, to } = visibleRange({ times, count: times.length }, x.range);
  /** @type {number[]} */
  const columns = [];
  let next = from;
  forEachColumn({ times }, x, from, to, (column, first, end) => {
    expect(first).toBe(next);
    columns.push(column);
    next = end;
  });
  expect(next).toBe(to);
  expect(columns).toEqual(Array.from({ length: 30 }, (_, i) => 5.5 + i));
});

test('the visible extent of steps holds the value that lasts into the range', () => {
  const series = lineOf(5, (i) => [9, 1, 2, 3, 50][i]);
  expect(visibleExtent(series, { startNs: 5, endNs: 25 })).toEqual([1, 2]);
  expect(visibleExtent(series, { startNs: 5, endNs: 25 }, true)).toEqual([1, 9]);
  expect(visibleExtent(series, { startNs: 41, endNs: 60 })).toBeNull();
});
