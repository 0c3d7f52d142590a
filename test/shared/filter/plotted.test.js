import { compileFilter } from '../../../lib/shared/filter/compile.js';
import { PLOTTED, plottedFigure, plottedReader, rangeFilter } from '../../../lib/shared/filter/plotted.js';

/** @param {Record<string, (number|null)[]>} values by field, of connections */
const sourceOf = (values) => ({
  reader: (/** @type {string} */ name) => (/** @type {number} */ index) => (values[name] ?? [])[index] ?? null,
  whole: () => (/** @type {number} */ index) => values.whole?.[index] ?? 0,
  hasFrame: () => false,
  text: () => '',
});

/** @param {string} id */
const figure = (id) => /** @type {import('../../../lib/shared/filter/plotted.js').PlottedFigure} */ (plottedFigure(id));

test.each([
  ['rtt', [0.0201234, 0.5], 'rtt >= 20.12 ms && rtt <= 500 ms'],
  ['duration', [0, 12], 'duration >= 0 s && duration <= 12 s'],
  ['rate', [1234567, 2e6], 'rate >= 1235000 && rate <= 2000000'],
  ['retransmitted', [-1, 2.5], 'retransmissions >= 0 % && retransmissions <= 2.5 %'],
])('a stretch of %s is the filter of the same connections', (id, range, text) => {
  expect(rangeFilter(figure(id), /** @type {[number, number]} */ (range))).toBe(text);
  expect(() => compileFilter(text)).not.toThrow();
});

test('what is plotted is what a filter compares with, and NaN where that is not known', () => {
  const source = sourceOf({ retransmissions: [1, 2, 3], whole: [50, 100, 0], rtt: [0.02, null, 0.04] });
  expect([0, 1, 2].map(plottedReader(source, figure('retransmitted')))).toEqual([2, 2, NaN]);
  expect([0, 1, 2].map(plottedReader(source, figure('rtt')))).toEqual([0.02, NaN, 0.04]);
  const fits = compileFilter(rangeFilter(figure('rtt'), [0.01, 0.03]))(source);
  expect([0, 1, 2].filter(fits)).toEqual([0]);
});

test('figures have names of their own', () => {
  expect(new Set(PLOTTED.map(({ id }) => id)).size).toBe(PLOTTED.length);
  expect(plottedFigure('nonsense')).toBeUndefined();
});
