import { NS_PER_SECOND } from './units.js';

/** @typedef {import('../../transport/bursts.js').Bursts} Bursts */

/** BBR's estimate of the bottleneck's rate is the maximum over so many round trips. */
const RATE_TRIPS = 10;

/**
 * Rates of a direction over round trips, a row each; bytes of payload a second. BBR's model is built from these.
 * @typedef {object} Rates
 * @property {number} count
 * @property {Float64Array} timeNs when the round trip ended
 * @property {Float64Array} spanNs how long it was
 * @property {Float64Array} delivery what was acknowledged
 * @property {Float64Array} sending what was sent, again or not; of a sender that paces, its pacing rate
 * @property {Float64Array} inFlight the most in flight, segments
 */

/**
 * Round trip by round trip, from burst to burst.
 * @param {Bursts} bursts
 * @param {number} mss bytes
 * @param {number} rttNs median of the whole path, ns
 * @returns {Rates}
 */
export function ratesOf(bursts, mss, rttNs) {
  const column = () => new Float64Array(bursts.count);
  const rows = {
    count: 0,
    timeNs: column(),
    spanNs: column(),
    delivery: column(),
    sending: column(),
    inFlight: column(),
  };
  let fromNs = bursts.count > 0 ? bursts.startNs[0] : 0;
  let delivered = 0;
  let sent = 0;
  let most = 0;
  for (let b = 1; b < bursts.count; b++) {
    delivered += bursts.delivered[b];
    most = Math.max(most, bursts.pipeAfter[b]);
    const spanNs = bursts.startNs[b] - fromNs;
    if (spanNs >= rttNs) {
      if (delivered > 0) add(rows, { timeNs: bursts.startNs[b], spanNs, delivered, sent, most }, mss);
      fromNs = bursts.startNs[b];
      delivered = sent = most = 0;
    }
    sent += bursts.sent[b];
  }
  return rows;
}

/**
 * @param {Rates} rows
 * @param {{ timeNs: number, spanNs: number, delivered: number, sent: number, most: number }} trip
 * @param {number} mss
 */
function add(rows, { timeNs, spanNs, delivered, sent, most }, mss) {
  const k = rows.count++;
  rows.timeNs[k] = timeNs;
  rows.spanNs[k] = spanNs;
  rows.delivery[k] = (delivered * mss * NS_PER_SECOND) / spanNs;
  rows.sending[k] = (sent * mss * NS_PER_SECOND) / spanNs;
  rows.inFlight[k] = most;
}

/** The highest delivery rate of the last round trips, at each row. @param {Rates} rates @returns {Float64Array} */
export function highestDelivery({ count, delivery }) {
  const highest = new Float64Array(count);
  for (let k = 0; k < count; k++) {
    for (let j = Math.max(0, k - RATE_TRIPS + 1); j <= k; j++) highest[k] = Math.max(highest[k], delivery[j]);
  }
  return highest;
}
