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

export class BarSeries {
  #moments = new Moments();

  constructor() {
    this.lowValues = new GrowingColumn();
    this.highValues = new GrowingColumn();
    this.pyramid = new MinMaxPyramid();
  }

  /** @param {number} timeNs @param {number} low @param {number} high @param {number} row */
  push(timeNs, low, high, row) {
    this.#moments.push(timeNs, row);
    this.lowValues.push(low);
    this.highValues.push(high);
  }

  /** @param {number} items that will come */
  reserve(items) {
    this.#moments.reserve(items);
    this.lowValues.reserve(items);
    this.highValues.reserve(items);
  }

  /** To be called after a run of `push`, before drawing. */
  summarise() {
    this.pyramid.extend(this.low, this.high, this.count);
  }

  get time() { return this.#moments.time; }
  get row() { return this.#moments.row; }
  get count() { return this.lowValues.length; }
  get times() { return this.#moments.time.values; }
  get low() { return this.lowValues.values; }
  get high() { return this.highValues.values; }
}

export class LineSeries {
  #moments;

  /** @param {Moments} [moments] shared: whoever gives them pushes them, and one value here for each by `add` */
  constructor(moments) {
    this.#moments = moments ?? new Moments();
    this.value = new GrowingColumn();
    this.pyramid = new MinMaxPyramid();
  }

  /** @param {number} timeNs @param {number} value @param {number} row */
  push(timeNs, value, row) {
    this.#moments.push(timeNs, row);
    this.value.push(value);
  }

  /** @param {number} value at the moment that was pushed last to the shared ones */
  add(value) {
    this.value.push(value);
  }

  /** @param {number} items that will come */
  reserve(items) {
    this.#moments.reserve(items);
    this.value.reserve(items);
  }

  /** To be called after a run of `push`, before drawing. */
  summarise() {
    this.pyramid.extend(this.low, this.high, this.count);
  }

  get time() { return this.#moments.time; }
  get row() { return this.#moments.row; }
  get count() { return this.value.length; }
  get times() { return this.#moments.time.values; }
  get low() { return this.value.values; }
  get high() { return this.value.values; }
}
