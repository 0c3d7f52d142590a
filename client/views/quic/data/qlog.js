/** What an end logged of itself (qlog) beside the capture, as series: `meta.qlog` of the frame `quic-sender`. */
import { LineSeries } from '../../../plot/series-columns.js';
import { fillSeries } from '../../connection/data/kernel-data.js';

/** @typedef {import('../../../state/answer-types.js').QlogOfSender} QlogFacts */

/** Times and bytes as those that are inferred. */
export class QlogData {
  cwnd = new LineSeries();
  ssthresh = new LineSeries();
  inFlight = new LineSeries();
  /** ns. */
  srtt = new LineSeries();
  rtt = new LineSeries();

  /** @param {QlogFacts} facts */
  constructor(facts) {
    this.facts = facts;
    const { cwnd, ssthresh, inFlight, srtt, rtt } = facts;
    fillSeries(this.cwnd, cwnd.time, cwnd.bytes, 1);
    fillSeries(this.ssthresh, ssthresh.time, ssthresh.bytes, 1);
    fillSeries(this.inFlight, inFlight.time, inFlight.bytes, 1);
    fillSeries(this.srtt, srtt.time, srtt.seconds, 1e9);
    fillSeries(this.rtt, rtt.time, rtt.seconds, 1e9);
  }
}
