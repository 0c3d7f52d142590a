/** @typedef {import('./study.js').Scale} Scale */
/**
 * @typedef {{ place: (value: number) => number, ticks: number[] }} AxisScale place: 0 at the axis' low end, 1 at its
 *   high end
 */

const TICKS = 6;
const NARROW_SPACE = '\u202f';
const MINUS = '\u2212';
/** Beyond so many decades, only powers of ten are ticks. */
const FEW_DECADES = 2;

/** A step of 1, 2 or 5 times a power of ten. @param {number} atLeast above 0 */
function niceStep(atLeast) {
  const power = 10 ** Math.floor(Math.log10(atLeast));
  const times = [1, 2, 5].find((factor) => factor * power >= atLeast * (1 - 1e-9)) ?? 10;
  return times * power;
}

/** @param {number} low @param {number} high @returns {AxisScale} */
function linearScale(low, high) {
  const step = niceStep(high > low ? (high - low) / TICKS : Math.abs(high) / TICKS || 1);
  const first = Math.floor(low / step + 1e-9);
  const last = Math.max(first + 1, Math.ceil(high / step - 1e-9));
  const ticks = Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
  return { ticks, place: (value) => (value / step - first) / (last - first) };
}

/** @param {number} low above 0 @param {number} high @returns {AxisScale} */
function logScale(low, high) {
  const from = Math.log10(low);
  const to = high > low ? Math.log10(high) : from + 1;
  const firstPower = Math.floor(from);
  const factors = to - from > FEW_DECADES ? [1] : [1, 2, 5];
  const ticks = [];
  for (let power = firstPower; power <= to + 1e-9; power++) {
    for (const factor of factors) ticks.push(Number((factor * 10 ** power).toPrecision(12)));
  }
  return {
    ticks: ticks.filter((tick) => tick >= low * (1 - 1e-9) && tick <= high * (1 + 1e-9)),
    place: (value) => (Math.log10(value) - from) / (to - from),
  };
}

/**
 * The scale of an axis for these values, with ticks at 1, 2 and 5 times powers of ten. A linear scale ends at ticks,
 * and begins at nought where all values are positive and reach below a half of the greatest; a logarithmic one spans
 * what is above nought, and leaves out the rest.
 * @param {number[]} values @param {Scale} [kind]
 * @returns {AxisScale}
 */
export function axisScale(values, kind = 'linear') {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (!Number.isFinite(value) || (kind === 'log' && value <= 0)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low > high) return kind === 'log' ? logScale(1, 10) : linearScale(0, 1);
  if (kind === 'log') return logScale(low, high);
  return linearScale(low > 0 && low < high / 2 ? 0 : low, high);
}

/** A tick's value in words: thousands parted by a narrow space. @param {number} value */
export function tickText(value) {
  const [whole, fraction] = Math.abs(value)
    .toFixed(12)
    .replace(/\.?0+$/, '')
    .split('.');
  const grouped = whole.length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, NARROW_SPACE) : whole;
  return `${value < 0 ? MINUS : ''}${grouped}${fraction === undefined ? '' : `.${fraction}`}`;
}
