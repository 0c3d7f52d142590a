import { max, min, scaleLinear, scaleLog } from 'd3';

import { grouped, MINUS, NARROW_SPACE } from '../../shared/text/quantities.js';

/** @typedef {import('../study.js').Scale} Scale */
/**
 * @typedef {{ place: (value: number) => number, ticks: number[] }} AxisScale place: 0 at the axis' low end, 1 at its
 *   high end
 */

const TICKS = 6;
/** Beyond so many decades, only powers of ten are ticks. */
const FEW_DECADES = 2;

/** @param {number} low above 0 @param {number} high @returns {AxisScale} */
function logScale(low, high) {
  const scale = scaleLog([low, high > low ? high : 10 * low], [0, 1]);
  const factors = high / low > 10 ** FEW_DECADES ? [1] : [1, 2, 5];
  const isShown = (/** @type {number} */ tick) => factors.includes(Number(tick.toExponential()[0]));
  return { ticks: scale.ticks().filter(isShown), place: scale };
}

/** @param {number} low @param {number} high @returns {AxisScale} */
function linearScale(low, high) {
  const scale = scaleLinear([low, high > low ? high : low + 1], [0, 1]).nice(TICKS);
  return { ticks: scale.ticks(TICKS), place: scale };
}

/**
 * The scale of an axis for these values. A linear one ends at ticks and has nought on it, as lengths on it mean
 * amounts; a logarithmic one spans what is above nought, and leaves out the rest.
 * @param {number[]} values @param {Scale} [kind]
 * @returns {AxisScale}
 */
export function axisScale(values, kind = 'linear') {
  const shown = values.filter((value) => Number.isFinite(value) && (kind === 'linear' || value > 0));
  if (kind === 'log') return logScale(min(shown) ?? 1, max(shown) ?? 10);
  return linearScale(Math.min(0, min(shown) ?? 0), Math.max(0, max(shown) ?? 1));
}

/** A tick's value in words: thousands parted by a narrow space. @param {number} value */
export function tickText(value) {
  const [whole, fraction] = Math.abs(value)
    .toFixed(12)
    .replace(/\.?0+$/, '')
    .split('.');
  const figures = whole.length > 4 ? grouped(whole, NARROW_SPACE) : whole;
  return `${value < 0 ? MINUS : ''}${figures}${fraction === undefined ? '' : `.${fraction}`}`;
}
