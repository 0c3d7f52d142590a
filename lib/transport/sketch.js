/**
 * What a plot needs of a series that is too long for a page: of each stretch of time the first and the last item, those
 * that reach farthest down and up, and the first of each kind. A plot of fewer pixels than stretches looks as if all
 * were there, and no pixel loses a kind of mark.
 */

/** @typedef {import('../shared/columns/column-frame.js').Column} Column */
/** @typedef {{ startNs: number, endNs: number }} Range */
/**
 * @typedef {object} Series
 * @property {ArrayLike<number>} time ascending
 * @property {ArrayLike<number>[]} [lows] of which the smallest is needed
 * @property {ArrayLike<number>[]} [highs] of which the largest is needed
 * @property {ArrayLike<number>} [kinds] one-hot
 * @property {ArrayLike<number>} [lane] small numbers: items of different lanes are drawn apart
 */
/**
 * A sketch of a conversation, and more of a range of time.
 * @typedef {object} Sketch
 * @property {Range} span of the conversation
 * @property {Range|null} range null: no more of any
 * @property {boolean} isWhole whether of that range nothing is left out
 */

/** Stretches of time of a sketch: more than a plot has pixels. */
export const BINS = 2048;
/** The same for a range of which a plot may show a third. */
export const BINS_OF_RANGE = 6144;
/** Items of a series that stay all. */
const FEW = 2 * BINS;

/**
 * Marks what a plot of a part needs.
 * @param {Series} series
 * @param {Uint8Array} kept an entry an item
 * @param {{ first: number, end: number, bins: number, span?: Range }} part `span`: which the bins divide; else that of
 *   its items
 */
export function keepForPlot(series, kept, { first, end, bins, span }) {
  if (end <= first) return;
  const { time, lane } = series;
  const { startNs, endNs } = span ?? { startNs: time[first], endNs: time[end - 1] };
  const perNs = bins / Math.max(1, endNs - startNs);
  /** @type {Stretch[]} */
  const stretches = [];
  for (let i = first; i < end; i++) {
    const stretch = (stretches[lane?.[i] ?? 0] ??= new Stretch(series, kept));
    stretch.take(i, Math.floor((time[i] - startNs) * perNs));
  }
  for (const stretch of stretches) stretch?.end();
}

/** What was seen of one lane in one stretch of time. */
class Stretch {
  #kept;
  #kinds;
  #lows;
  #highs;
  #bin = NaN;
  #last = -1;
  #seen = 0;
  /** Values that reach farthest, first those of `lows`, and their items. */
  #best;
  #at;

  /** @param {Series} series @param {Uint8Array} kept */
  constructor({ kinds, lows = [], highs = [] }, kept) {
    this.#kept = kept;
    this.#kinds = kinds;
    this.#lows = lows;
    this.#highs = highs;
    this.#best = new Float64Array(lows.length + highs.length);
    this.#at = new Int32Array(this.#best.length);
  }

  /** @param {number} i @param {number} bin */
  take(i, bin) {
    if (bin !== this.#bin) this.#begin(i, bin);
    this.#last = i;
    const kinds = this.#kinds?.[i] ?? 0;
    if ((kinds & ~this.#seen) !== 0) this.#kept[i] = 1;
    this.#seen |= kinds;
    const downTo = this.#lows.length;
    for (let k = 0; k < downTo; k++) this.#reach(k, this.#lows[k][i], i);
    for (let k = 0; k < this.#highs.length; k++) this.#reach(downTo + k, -this.#highs[k][i], i);
  }

  /** @param {number} i @param {number} bin */
  #begin(i, bin) {
    this.end();
    this.#bin = bin;
    this.#kept[i] = 1;
    this.#seen = 0;
    this.#best.fill(Infinity);
    this.#at.fill(-1);
  }

  /** @param {number} k @param {number} value @param {number} i */
  #reach(k, value, i) {
    if (value >= this.#best[k]) return;
    this.#best[k] = value;
    this.#at[k] = i;
  }

  end() {
    if (this.#last < 0) return;
    this.#kept[this.#last] = 1;
    for (const i of this.#at) if (i >= 0) this.#kept[i] = 1;
  }
}

/**
 * @param {ArrayLike<number>} time ascending
 * @param {Range} range
 * @returns {{ first: number, end: number }} items in a range
 */
export function itemsWithin(time, { startNs, endNs }) {
  const firstFrom = (/** @type {(timeNs: number) => boolean} */ isThere) => {
    let low = 0;
    let high = time.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isThere(time[middle])) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  const first = firstFrom((timeNs) => timeNs >= startNs);
  return {
    first,
    end: Math.max(
      first,
      firstFrom((timeNs) => timeNs > endNs),
    ),
  };
}

/** @param {Series} series @param {Sketch} sketch @returns {Uint32Array} items that stay, ascending */
export function keptOf(series, { span, range, isWhole }) {
  const { time } = series;
  const kept = new Uint8Array(time.length).fill(Number(time.length <= FEW));
  if (time.length > FEW) {
    keepForPlot(series, kept, { first: 0, end: time.length, bins: BINS, span });
    if (range !== null) keepOfRange(series, kept, range, isWhole);
  }
  return Uint32Array.from(indexesOf(kept));
}

/** @param {Series} series @param {Uint8Array} kept @param {Range} range @param {boolean} isWhole */
function keepOfRange(series, kept, range, isWhole) {
  const { first, end } = itemsWithin(series.time, range);
  if (isWhole) kept.fill(1, first, end);
  else keepForPlot(series, kept, { first, end, bins: BINS_OF_RANGE, span: range });
}

/** @param {Uint8Array} kept */
export function* indexesOf(kept) {
  for (let i = 0; i < kept.length; i++) if (kept[i] === 1) yield i;
}

/**
 * Columns of several series, each thinned for a plot: the names of a series' columns begin with that of the series.
 * @param {Record<string, Column>} columns
 * @param {Record<string, Series>} series by name; what belongs to none stays
 * @param {Sketch} sketch
 * @returns {Record<string, Column>}
 */
export function sketchedColumns(columns, series, sketch) {
  const thinned = { ...columns };
  for (const [name, one] of Object.entries(series)) {
    const kept = keptOf(one, sketch);
    const ofIt = new RegExp(`^${name}[A-Z]`);
    for (const column of Object.keys(columns)) if (ofIt.test(column)) thinned[column] = picked(columns[column], kept);
  }
  return thinned;
}

/**
 * @template {Column} C
 * @param {C} column
 * @param {ArrayLike<number>} items
 * @returns {C}
 */
export function picked(column, items) {
  const part = new /** @type {new (length: number) => C} */ (column.constructor)(items.length);
  for (let i = 0; i < items.length; i++) part[i] = column[items[i]];
  return part;
}
