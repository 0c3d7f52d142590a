/** A sender's metrics: many logs tell only what changed. */
import { MILLISECOND_NS } from './clock.js';
import { numberOf } from './values.js';

/** @typedef {import('./values.js').Fields} Fields */
/** @typedef {import('./tables.js').MetricEvents['columns']} Columns */
/** @typedef {import('./tables.js').Metric} Metric */

/** RTTs before a sample are 333 ms (RFC 9002 section 6.2.2): one of 0.333 is in seconds, as quinn writes them. */
const INITIAL_RTT_SECONDS = 0.333;
const CLOSE = 1e-6;
/** Larger numbers mean "none", and are not exact. */
const MAX_BYTES = 2 ** 53;

/** Names in qlog of what is carried forward. @type {[name: Metric, fields: string[]][]} */
const BYTES = [
  ['windowBytes', ['congestion_window', 'cwnd']],
  ['inFlightBytes', ['bytes_in_flight']],
  ['slowStartThresholdBytes', ['ssthresh']],
];
/** @type {[name: Metric, fields: string[]][]} */
const TIMES = [
  ['smoothedRttNs', ['smoothed_rtt']],
  ['minRttNs', ['min_rtt']],
  ['rttVarianceNs', ['rtt_variance']],
];

export class MetricReader {
  /** @type {Map<string, number>} */
  #latest = new Map();
  #unitNs = MILLISECOND_NS;

  /** @param {Fields} data of an event @param {Columns} columns @param {number} row to be filled */
  take(data, columns, row) {
    const smoothed = numberOf(data.smoothed_rtt);
    if (!this.#latest.has('smoothedRttNs') && Math.abs(smoothed - INITIAL_RTT_SECONDS) < CLOSE) this.#unitNs = 1e9;
    for (const [name, fields] of BYTES) {
      this.#carry(columns, row, name, numberOf(...fields.map((field) => data[field])));
    }
    for (const [name, fields] of TIMES) {
      this.#carry(columns, row, name, numberOf(...fields.map((field) => data[field])) * this.#unitNs);
    }
    this.#carry(columns, row, 'ptoCount', numberOf(data.pto_count));
    columns.latestRttNs[row] = this.#sample(numberOf(data.latest_rtt));
  }

  /**
   * Some logs repeat the latest sample with each change of anything.
   * @param {number} latest as logged @returns {number} ns; NaN: no new sample
   */
  #sample(latest) {
    const isInitial = Math.abs(latest - INITIAL_RTT_SECONDS) < CLOSE && this.#unitNs > MILLISECOND_NS;
    const isNew = latest > 0 && !isInitial && latest !== this.#latest.get('latestRttNs');
    if (isNew) this.#latest.set('latestRttNs', latest);
    return isNew ? latest * this.#unitNs : NaN;
  }

  /** @param {Columns} columns @param {number} row @param {Metric} name @param {number} value NaN: unchanged */
  #carry(columns, row, name, value) {
    if (!Number.isNaN(value)) this.#latest.set(name, value < MAX_BYTES ? value : NaN);
    columns[name][row] = this.#latest.get(name) ?? NaN;
  }
}
