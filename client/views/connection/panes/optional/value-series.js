/** Series of a pane's table of values. */

/** @typedef {import('../pane-values.js').ValueSeries} ValueSeries */

/**
 * @param {string} what
 * @param {string} unit
 * @param {{ times: Float64Array, low: Float64Array, count: number }} series
 * @returns {ValueSeries}
 */
export const lineValues = (what, unit, { times, low, count }) => ({ what, unit, times, values: low, count });

/**
 * @param {string} what
 * @param {import('../../../../plot/series-columns.js').BarSeries} series
 * @returns {ValueSeries}
 */
export const barValues = (what, { times, low, high, count }) => ({
  what,
  unit: 'sequence',
  times,
  values: low,
  ends: high,
  count,
});
