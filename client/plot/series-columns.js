/**
 * A growing time series: columns beside a time column, with a min/max summary of one or two of them.
 */
import { GrowingColumn } from './growing-column.js';
import { MinMaxPyramid } from './min-max-pyramid.js';

export class BarSeries {
  constructor() {
    this.time = new GrowingColumn();
    this.lowValues = new GrowingColumn();
    this.highValues = new GrowingColumn();
    /** Row of the packet that each item came with. */
    this.row = new GrowingColumn();
    this.pyramid = new MinMaxPyramid();
  }

  /** @param {number} timeNs @param {number} low @param {number} high @param {number} row */
  push(timeNs, low, high, row) {
    this.time.push(timeNs);
    this.lowValues.push(low);
    this.highValues.push(high);
    this.row.push(row);
  }

  /** To be called after a run of `push`, before drawing. */
  summarise() {
    this.pyramid.extend(this.low, this.high, this.count);
  }

  get count() { return this.time.length; }
  get times() { return this.time.values; }
  get low() { return this.lowValues.values; }
  get high() { return this.highValues.values; }
}

export class LineSeries {
  constructor() {
    this.time = new GrowingColumn();
    this.value = new GrowingColumn();
    this.row = new GrowingColumn();
    this.pyramid = new MinMaxPyramid();
  }

  /** @param {number} timeNs @param {number} value @param {number} row */
  push(timeNs, value, row) {
    this.time.push(timeNs);
    this.value.push(value);
    this.row.push(row);
  }

  /** To be called after a run of `push`, before drawing. */
  summarise() {
    this.pyramid.extend(this.low, this.high, this.count);
  }

  get count() { return this.time.length; }
  get times() { return this.time.values; }
  get low() { return this.value.values; }
  get high() { return this.value.values; }
}
