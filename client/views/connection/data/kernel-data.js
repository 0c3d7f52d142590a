/** What a sender's own kernel recorded of it beside the capture, as series: `meta.kernels` of the frame `sender`. */
import { LineSeries } from '../../../plot/series-columns.js';

/** @typedef {import('../../../state/answer-types.js').KernelOfSender & { direction: string }} KernelFacts */

/** Of one sender; times and bytes as those that are inferred. */
export class KernelData {
  cwnd = new LineSeries();
  ssthresh = new LineSeries();
  inFlight = new LineSeries();
  /** ns. */
  srtt = new LineSeries();
  /** bit/s. */
  deliveryRate = new LineSeries();

  /** @param {KernelFacts} facts @param {number} segmentBytes */
  constructor(facts, segmentBytes) {
    this.facts = facts;
    const { cwnd, ssthresh, unacked, srtt, deliveryRate } = facts;
    const bytes = facts.mss ?? segmentBytes;
    fillSeries(this.cwnd, cwnd.time, cwnd.segments, bytes);
    fillSeries(this.ssthresh, ssthresh.time, ssthresh.segments, bytes);
    fillSeries(this.inFlight, unacked.time, unacked.segments, bytes);
    fillSeries(this.srtt, srtt.time, srtt.seconds, 1e9);
    fillSeries(this.deliveryRate, deliveryRate.time, deliveryRate.bitsPerSecond, 1);
  }
}

/**
 * @param {LineSeries} series
 * @param {readonly number[]} times seconds @param {readonly (number|null)[]} values null: not known @param {number} per
 */
export function fillSeries(series, times, values, per) {
  times.forEach((time, i) => {
    const value = values[i];
    if (value !== null) series.push(time * 1e9, value * per, 0);
  });
  series.summarise();
}

/**
 * @param {readonly KernelFacts[]|undefined} kernels of the frame @param {readonly number[]} segmentBytes by direction
 * @returns {[KernelData|null, KernelData|null]} by direction
 */
export function kernelData(kernels, segmentBytes) {
  const of = (/** @type {string} */ name, /** @type {number} */ direction) => {
    const facts = kernels?.find((one) => one.direction === name);
    return facts === undefined ? null : new KernelData(facts, segmentBytes[direction]);
  };
  return [of('clientToServer', 0), of('serverToClient', 1)];
}
