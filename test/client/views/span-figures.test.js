/** Figures of a selected span. */
import { concurrencyIn, quantilesOf } from '../../../client/views/timeline/selection/span-figures.js';

test('quantiles are values that there are, by nearest rank', () => {
  expect(quantilesOf(Float64Array.from({ length: 100 }, (_, i) => 100 - i))).toEqual({ min: 1, median: 50, p95: 95 });
  expect(quantilesOf(Float64Array.of(7))).toEqual({ min: 7, median: 7, p95: 7 });
  expect(quantilesOf(new Float64Array(0))).toBeNull();
});

test('at once are those that overlap within the span, not those that follow each other', () => {
  const part = (/** @type {number} */ startNs, /** @type {number} */ endNs) => ({ startNs, endNs });
  const all = part(0, 100);
  expect(concurrencyIn([part(0, 50), part(50, 100)], all)).toEqual({ most: 1, mean: 1 });
  expect(concurrencyIn([part(0, 60), part(50, 100), part(-9, 200)], all)).toEqual({ most: 3, mean: 2.1 });
  expect(concurrencyIn([part(0, 60), part(50, 100)], part(60, 80))).toEqual({ most: 1, mean: 1 });
  expect(concurrencyIn([], all)).toEqual({ most: 0, mean: 0 });
});
