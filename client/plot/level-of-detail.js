/**
 * From series to what the pixels can show. Above `DENSE` points a pixel column only the smallest and largest value of each
 * column are drawn, found through the series' pyramid; below that every point is. Nothing here walks over points that are
 * outside the visible range.
 */
import { lowerBound, upperBound } from './search.js';

/** Points a pixel column from which on a series is reduced. */
export const DENSE = 4;

/**
 * A series as it is drawn: `low` and `high` are the same array for a line.
 * @typedef {{ times: Float64Array, low: Float64Array, high: Float64Array, count: number,
 *   pyramid: import('./min-max-pyramid.js').MinMaxPyramid }} DrawnSeries
 */

/** Coordinates that are filled anew for each drawing and kept between drawings. */
export class CoordinateBuffer {
  constructor() {
    this.values = new Float32Array(4096);
    this.length = 0;
  }

  clear() {
    this.length = 0;
    return this;
  }

  /** @param {number} x @param {number} y */
  point(x, y) {
    if (this.length + 2 > this.values.length) this.#grow();
    this.values[this.length++] = x;
    this.values[this.length++] = y;
  }

  /** @param {number} x0 @param {number} y0 @param {number} x1 @param {number} y1 */
  line(x0, y0, x1, y1) {
    this.point(x0, y0);
    this.point(x1, y1);
  }

  #grow() {
    const grown = new Float32Array(this.values.length * 2);
    grown.set(this.values);
    this.values = grown;
  }
}

/**
 * @param {{ times: Float64Array, count: number }} series
 * @param {{ startNs: number, endNs: number }} range
 * @returns {{ from: number, to: number }} items within the range; `to` is exclusive
 */
export function visibleRange(series, range) {
  return { from: lowerBound(series.times, range.startNs, series.count), to: upperBound(series.times, range.endNs, series.count) };
}

/**
 * Smallest and largest value in view, the value that a step line brings into view included.
 * @param {DrawnSeries} series
 * @param {{ startNs: number, endNs: number }} range
 * @param {boolean} [steps] whether the value before the range lasts into it
 * @returns {[number, number] | null} null when nothing is in view
 */
export function visibleExtent(series, range, steps = false) {
  const { from, to } = visibleRange(series, range);
  series.pyramid.query(series.low, series.high, steps ? Math.max(0, from - 1) : from, to);
  return series.pyramid.min > series.pyramid.max ? null : [series.pyramid.min, series.pyramid.max];
}

/**
 * A step line as one polyline: a value lasts until the next. Dense stretches become a stroke from the smallest to the
 * largest value of each pixel column, entered at the value before it and left at its last:
 *
 *        ┌──┐                 │
 *     ───┘  └─        →    ───┼─
 *                             │
 * @param {DrawnSeries} series
 * @param {import('./time-scale.js').TimeScale} x
 * @param {(value: number) => number} y
 * @param {CoordinateBuffer} out cleared first
 * @returns {CoordinateBuffer}
 */
export function stepLine(series, x, y, out) {
  out.clear();
  const { from, to } = visibleRange(series, x.range);
  const first = Math.max(0, from - 1);
  if (to <= first) return out;
  if (to - first > DENSE * x.widthPx) denseSteps(series, x, y, first, to, out);
  else everyStep(series, x, y, first, to, out);
  const end = Math.min(x.x(series.times[series.count - 1]), x.leftPx + x.widthPx);
  out.point(to < series.count ? x.leftPx + x.widthPx : end, y(series.high[to - 1]));
  return out;
}

/**
 * @param {DrawnSeries} series @param {import('./time-scale.js').TimeScale} x @param {(value: number) => number} y
 * @param {number} first @param {number} to @param {CoordinateBuffer} out
 */
function everyStep(series, x, y, first, to, out) {
  let previous = y(series.high[first]);
  out.point(Math.max(x.x(series.times[first]), x.leftPx - 2), previous);
  for (let i = first + 1; i < to; i++) {
    const at = x.x(series.times[i]);
    const level = y(series.high[i]);
    out.point(at, previous);
    if (level !== previous) out.point(at, level);
    previous = level;
  }
}

/**
 * @param {DrawnSeries} series @param {import('./time-scale.js').TimeScale} x @param {(value: number) => number} y
 * @param {number} first @param {number} to @param {CoordinateBuffer} out
 */
function denseSteps(series, x, y, first, to, out) {
  let before = y(series.high[first]);
  forEachColumn(series, x, first, to, (column, from, end) => {
    series.pyramid.query(series.low, series.high, from, end);
    out.point(column, before);
    before = y(series.high[end - 1]);
    out.point(column, y(series.pyramid.min));
    out.point(column, y(series.pyramid.max));
    out.point(column, before);
  });
}

/**
 * Vertical bars from low to high, at most one a pixel column when dense.
 * @param {DrawnSeries} series
 * @param {import('./time-scale.js').TimeScale} x
 * @param {(value: number) => number} y
 * @param {CoordinateBuffer} out cleared first; four numbers a bar: x, y of low, x, y of high
 * @returns {boolean} whether the series was reduced
 */
export function bars(series, x, y, out) {
  out.clear();
  const { from, to } = visibleRange(series, x.range);
  if (to - from <= DENSE * x.widthPx) {
    for (let i = from; i < to; i++) {
      const at = x.x(series.times[i]);
      out.line(at, y(series.low[i]), at, y(series.high[i]));
    }
    return false;
  }
  forEachColumn(series, x, from, to, (column, first, end) => {
    series.pyramid.query(series.low, series.high, first, end);
    out.line(column, y(series.pyramid.min), column, y(series.pyramid.max));
  });
  return true;
}

/**
 * Calls `visit` once for each pixel column that has items, with the middle of the column. The bounds of a column are found
 * by binary search within what is left, so that the cost follows the width, not the number of items.
 * @param {{ times: Float64Array }} series
 * @param {import('./time-scale.js').TimeScale} x
 * @param {number} first
 * @param {number} to exclusive
 * @param {(columnX: number, from: number, end: number) => void} visit
 */
export function forEachColumn(series, x, first, to, visit) {
  let from = first;
  while (from < to) {
    const column = Math.floor(Math.max(x.x(series.times[from]), x.leftPx));
    const end = Math.max(from + 1, Math.min(to, boundAfter(series.times, x.time(column + 1), from, to)));
    visit(column + 0.5, from, end);
    from = end;
  }
}

/**
 * Galloping search: columns are short compared with the whole.
 * @param {Float64Array} times @param {number} wanted @param {number} from @param {number} to
 */
function boundAfter(times, wanted, from, to) {
  let step = 8;
  let low = from;
  while (low + step < to && times[low + step] < wanted) {
    low += step;
    step *= 2;
  }
  let high = Math.min(to, low + step);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (times[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
