/**
 * A growing time series: columns beside a time column, with a min/max summary of one or two of them.
 */
import { GrowingColumn } from './growing-column.js';
import { MinMaxPyramid } from './min-max-pyramid.js';

/** When, and with which packet's row: series that grow together share these. */
export class Moments {
  constructor() {
    this.time = new GrowingColumn();
    /** Row of the packet that each item came with. */
    this.row = new GrowingColumn(64, Uint32Array);
  }

  /** @param {number} timeNs @param {number} row */
  push(timeNs, row) {
    this.time.push(timeNs);
    this.row.push(row);
  }

  /** @param {number} items */
  reserve(items) {
    this.time.reserve(items);
    this.row.reserve(items);
  }
}

class Series {
  #low;
  #high;

  /**
   * @param {Moments} moments
   * @param {GrowingColumn} low
   * @param {GrowingColumn} high the same as `low` where an item has one value
   */
  constructor(moments, low, high) {
    this.moments = moments;
    this.#low = low;
    this.#high = high;
    this.pyramid = new MinMaxPyramid();
  }

  /** @param {number} items that will come */
  reserve(items) {
    this.moments.reserve(items);
    this.#low.reserve(items);
    if (this.#high !== this.#low) this.#high.reserve(items);
  }

  /** To be called after a run of `push`, before drawing. */
  summarise() {
    this.pyramid.extend(this.low, this.high, this.count);
  }

  get time() {
    return this.moments.time;
  }
  get row() {
    return this.moments.row;
  }
  get count() {
    return this.#low.length;
  }
  get times() {
    return this.moments.time.values;
  }
  get low() {
    return this.#low.values;
  }
  get high() {
    return this.#high.values;
  }
}

export class BarSeries extends Series {
  constructor() {
    const lowValues = new GrowingColumn();
    const highValues = new GrowingColumn();
    super(new Moments(), lowValues, highValues);
    this.lowValues = lowValues;
    this.highValues = highValues;
  }

  /** @param {number} timeNs @param {number} low @param {number} high @param {number} row */
  push(timeNs, low, high, row) {
    this.moments.push(timeNs, row);
    this.lowValues.push(low);
    this.highValues.push(high);
  }
}

export class LineSeries extends Series {
  /** @param {Moments} [moments] shared: whoever gives them pushes them, and one value here for each by `add` */
  constructor(moments = new Moments()) {
    const value = new GrowingColumn();
    super(moments, value, value);
    this.value = value;
  }

  /** @param {number} timeNs @param {number} value @param {number} row */
  push(timeNs, value, row) {
    this.moments.push(timeNs, row);
    this.value.push(value);
  }

  /** @param {number} value at the moment that was pushed last to the shared ones */
  add(value) {
    this.value.push(value);
  }
}
