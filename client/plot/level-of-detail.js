/**
 * From series to what the pixels can show. Above `DENSE` points a pixel column only the smallest and largest value of
 * each column are drawn, found through the series' pyramid; below that every point is. Nothing here visits points
 * outside the visible range.
 */
import { bisectLeft, bisectRight } from '../vendor/d3.js';
import { BLOCK } from './min-max-pyramid.js';
import { boundNear } from './search.js';

/** Points a pixel column from which on a series is reduced. */
export const DENSE = 4;
/** The same of a step line, each point of which is two strokes. */
const DENSE_STEPS = DENSE / 2;

/**
 * A series as it is drawn: `low` and `high` are the same array for a line.
 * @typedef {{ times: Float64Array, low: Float64Array, high: Float64Array, count: number,
 *   pyramid: import('./min-max-pyramid.js').MinMaxPyramid }} DrawnSeries
 */

/** Coordinates that are refilled for each drawing and kept between drawings. */
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
 * @param {{ times: ArrayLike<number>, count: number }} series
 * @param {{ startNs: number, endNs: number }} range
 * @returns {{ from: number, to: number }} items within the range; `to` is exclusive
 */
export function visibleRange(series, range) {
  return {
    from: bisectLeft(series.times, range.startNs, 0, series.count),
    to: bisectRight(series.times, range.endNs, 0, series.count),
  };
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
 * A step line: a value lasts until the next. Where points are few it is one polyline; dense stretches are a stroke a
 * pixel column, from the smallest to the largest value and to where the line came from, and level stretches are joined:
 *
 *        ┌──┐                 │
 *     ───┘  └─        →    ━━━┿━
 *                             │
 * @param {import('./renderer.js').Renderer} renderer
 * @param {DrawnSeries} series
 * @param {import('./time-scale.js').TimeScale} x
 * @param {(value: number) => number} y
 * @param {import('./renderer.js').Stroke} style
 */
export function drawStepLine(renderer, series, x, y, style) {
  if (isDense(series, x)) return renderer.columns(stepColumns(series, x, y, stepScratch), style);
  return renderer.polyline(stepLine(series, x, y, stepScratch), style);
}

/**
 * The area under a step line, down to a level.
 * @param {import('./renderer.js').Renderer} renderer
 * @param {DrawnSeries} series
 * @param {import('./time-scale.js').TimeScale} x
 * @param {(value: number) => number} y
 * @param {number} groundPx
 * @param {import('./renderer.js').Fill} style
 */
export function drawUnderSteps(renderer, series, x, y, groundPx, style) {
  const dense = isDense(series, x);
  const line = dense ? stepColumns(series, x, y, stepScratch) : stepLine(series, x, y, stepScratch);
  if (line.length === 0) return;
  areaScratch.clear();
  if (!dense) {
    underLine(line, groundPx, areaScratch);
    return renderer.polygon(areaScratch, style);
  }
  for (let i = 0; i < line.length; i += 4) {
    const { values } = line;
    areaScratch.line(values[i], Math.min(values[i + 1], values[i + 3]), values[i + 2], groundPx);
  }
  return renderer.columns(areaScratch, { ...style, width: 0 });
}

const stepScratch = new CoordinateBuffer();
const areaScratch = new CoordinateBuffer();

/**
 * A closed shape between a line and a level.
 * @param {{ values: Float32Array, length: number }} line
 * @param {number} groundPx
 * @param {CoordinateBuffer} out
 */
function underLine({ values, length }, groundPx, out) {
  out.clear().point(values[0], groundPx);
  for (let i = 0; i < length; i += 2) out.point(values[i], values[i + 1]);
  out.point(values[length - 2], groundPx);
}

/**
 * Whether there are more points of a step line in view than the pixels can show.
 * @param {{ times: Float64Array, count: number }} series
 * @param {import('./time-scale.js').TimeScale} x
 */
function isDense(series, x) {
  const { from, to } = visibleRange(series, x.range);
  return to - Math.max(0, from - 1) > DENSE_STEPS * x.widthPx;
}

/**
 * A step line whose points are few, as one polyline.
 * @param {DrawnSeries} series
 * @param {import('./time-scale.js').TimeScale} x
 * @param {(value: number) => number} y
 * @param {CoordinateBuffer} out cleared first
 * @returns {CoordinateBuffer}
 */
function stepLine(series, x, y, out) {
  out.clear();
  const { from, to } = visibleRange(series, x.range);
  const first = Math.max(0, from - 1);
  if (to <= first) return out;
  let previous = y(series.high[first]);
  out.point(Math.max(x.x(series.times[first]), x.leftPx - 2), previous);
  for (let i = first + 1; i < to; i++) {
    const at = x.x(series.times[i]);
    const level = y(series.high[i]);
    out.point(at, previous);
    if (level !== previous) out.point(at, level);
    previous = level;
  }
  const end = Math.min(x.x(series.times[series.count - 1]), x.leftPx + x.widthPx);
  out.point(to < series.count ? x.leftPx + x.widthPx : end, previous);
  return out;
}

/**
 * @param {DrawnSeries} series
 * @param {import('./time-scale.js').TimeScale} x
 * @param {(value: number) => number} y
 * @param {CoordinateBuffer} out cleared first; four numbers a stretch of columns: left, top, right, bottom
 * @returns {CoordinateBuffer}
 */
function stepColumns(series, x, y, out) {
  out.clear();
  const { from, to } = visibleRange(series, x.range);
  let before = y(series.high[Math.max(0, from - 1)]);
  let reached = x.leftPx;
  forEachColumn(series, x, from, to, (middle, first, end) => {
    const column = middle - 0.5;
    if (column > reached) out.line(reached, before, column, before);
    series.pyramid.query(series.low, series.high, first, end);
    const [one, other] = [y(series.pyramid.min), y(series.pyramid.max)];
    const top = Math.min(before, one, other);
    const bottom = Math.max(before, one, other);
    const { values, length } = out;
    const goesOn =
      length >= 4 &&
      values[length - 2] === column &&
      Math.abs(values[length - 3] - top) < 0.25 &&
      Math.abs(values[length - 1] - bottom) < 0.25;
    if (goesOn) values[length - 2] = column + 1;
    else out.line(column, top, column + 1, bottom);
    before = y(series.high[end - 1]);
    reached = column + 1;
  });
  if (to < series.count && reached < x.leftPx + x.widthPx) out.line(reached, before, x.leftPx + x.widthPx, before);
  return out;
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
 * A value for each pixel column, as the stretches that `renderer.columns` takes.
 * @param {number} leftPx
 * @param {ArrayLike<number>} values pixels
 * @param {number} count
 * @param {CoordinateBuffer} out cleared first
 * @returns {CoordinateBuffer}
 */
export function sampleColumns(leftPx, values, count, out) {
  out.clear();
  for (let i = 0; i < count; i++) {
    const before = i === 0 ? values[0] : values[i - 1];
    const { length } = out;
    if (values[i] === before && length > 0 && out.values[length - 1] === out.values[length - 3]) {
      out.values[length - 2] = leftPx + i + 1;
    } else out.line(leftPx + i, Math.min(values[i], before), leftPx + i + 1, Math.max(values[i], before));
  }
  return out;
}

/**
 * The area under values of pixel columns.
 * @param {number} leftPx
 * @param {ArrayLike<number>} values pixels
 * @param {number} count
 * @param {number} groundPx
 * @param {CoordinateBuffer} out cleared first
 * @returns {CoordinateBuffer}
 */
export function underSamples(leftPx, values, count, groundPx, out) {
  out.clear();
  for (let i = 0; i < count; i++) {
    const { length } = out;
    if (length > 0 && out.values[length - 3] === Math.fround(values[i])) out.values[length - 2] = leftPx + i + 1;
    else out.line(leftPx + i, values[i], leftPx + i + 1, groundPx);
  }
  return out;
}

/**
 * Summaries a column from which on its bounds are moved to whole ones: by a small part of a pixel, for a fraction of
 * the steps.
 */
const BLOCKS_A_COLUMN = 8;

/**
 * Calls `visit` once for each pixel column that has items, with the middle of the column. The bounds of a column are
 * found by binary search within what is left, so that the cost follows the width, not the number of items.
 * @param {{ times: Float64Array }} series
 * @param {import('./time-scale.js').TimeScale} x
 * @param {number} first
 * @param {number} to exclusive
 * @param {(columnX: number, from: number, end: number) => void} visit
 */
export function forEachColumn(series, x, first, to, visit) {
  const { columns, ends, count } = columnBounds(series.times, x, first, to);
  let from = first;
  for (let i = 0; i < count; i++) {
    visit(columns[i] + 0.5, from, ends[i]);
    from = ends[i];
  }
}

/**
 * @typedef {{ startNs: number, endNs: number, leftPx: number, widthPx: number, first: number, to: number, columns:
 *   Int32Array, ends:
 *   Int32Array, count: number }} Bounds
 */

/**
 * Series that share their times share their columns: the latest two ranges (the view and the overview) of each.
 * @type {WeakMap<Float64Array, Bounds[]>}
 */
const knownBounds = new WeakMap();

/**
 * @param {Float64Array} times
 * @param {import('./time-scale.js').TimeScale} x
 * @param {number} first
 * @param {number} to
 * @returns {Bounds}
 */
function columnBounds(times, x, first, to) {
  const { startNs, endNs } = x.range;
  const known = knownBounds.get(times) ?? [];
  const same = known.find(
    (one) =>
      one.first === first &&
      one.to === to &&
      one.startNs === startNs &&
      one.endNs === endNs &&
      one.leftPx === x.leftPx &&
      one.widthPx === x.widthPx,
  );
  if (same) return same;
  const room = Math.min(to - first, Math.ceil(x.widthPx) + 3);
  const recycled = known.length < 2 ? null : /** @type {Bounds} */ (known.shift());
  const fits = recycled && recycled.columns.length >= room;
  const bounds = {
    startNs,
    endNs,
    leftPx: x.leftPx,
    widthPx: x.widthPx,
    first,
    to,
    count: 0,
    columns: fits ? recycled.columns : new Int32Array(room),
    ends: fits ? recycled.ends : new Int32Array(room),
  };
  findColumns(times, x, bounds);
  known.push(bounds);
  knownBounds.set(times, known);
  return bounds;
}

/** @param {Float64Array} times @param {import('./time-scale.js').TimeScale} x @param {Bounds} bounds */
function findColumns(times, x, bounds) {
  const { first, to, columns, ends } = bounds;
  const block = blockOf((to - first) / x.widthPx);
  let from = first;
  let guess = from;
  let last = -Infinity;
  while (from < to) {
    // A time at the edge of a pixel may be rounded to the other side of it.
    const column = Math.max(Math.floor(Math.max(x.x(times[from]), x.leftPx)), last + 1);
    last = column;
    const found = boundNear(times, x.time(column + 1), { from, to, guess });
    const whole = block > 1 ? Math.ceil(found / block) * block : found;
    columns[bounds.count] = column;
    // About as long as the one before.
    guess = found + found - from;
    ends[bounds.count++] = from = Math.max(from + 1, Math.min(to, whole));
  }
}

/**
 * @param {number} perColumn items, on average
 * @returns {number} items of the largest summary of which a column has enough that its ends may be moved to whole ones;
 *   1: they are not
 */
function blockOf(perColumn) {
  let block = BLOCK;
  if (perColumn <= BLOCKS_A_COLUMN * block) return 1;
  while (perColumn > 2 * BLOCKS_A_COLUMN * block) block *= 2;
  return block;
}
