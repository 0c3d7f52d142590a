import { TRAIN_GAP_SHARE } from '../sender/causes.js';
import { inferred, notObservable } from '../sender/inferred-value.js';
import { LIMIT } from '../sender/limits.js';
import { quantile } from '../sender/pacing.js';
import { NS_PER_SECOND } from '../sender/units.js';

/** Reason given for a rate seen without a queue: where the sender paces, it may be the sender's own. */
export const BY_TRAINS = 'no standing queue: from the spacing within trains of ACKs';

/** @typedef {import('../../transport/bursts.js').Bursts} Bursts */
/** @typedef {import('./queue.js').Queue} Queue */
/** @typedef {import('../sender/rates.js').Rates} Rates */

/**
 * A queue stands where the round trip exceeds the shortest by this share of it, and by more than jitter: hosts that
 * answer late add 0.02 (Linux) to 1 ms (stacks in user space, virtual machines).
 */
const QUEUE_SHARE = 0.1;
const MIN_QUEUE_NS = 1e6;

/** A round trip longer than the shortest by this is a queue, not jitter. @param {number | null} baseRttNs */
export const leastQueueNs = (baseRttNs) => Math.max(MIN_QUEUE_NS, (baseRttNs ?? 0) * QUEUE_SHARE);

/**
 * … and by the time of so many segments at the rate at which they came out: serialisation takes that of one, and
 * waiting for the one acknowledged with it another, without any queue.
 */
const MIN_QUEUED_SEGMENTS = 2;
const MIN_ROWS = 3;
const MIN_SAMPLES = 4;
/** Rates that agree: middle half within this share of the median. */
const CLOSE = 0.1;
/** Where they differ, the queue ran empty in some, and less came out. */
const UPPER = 0.75;
const NEAR = 0.3;
const CONFIDENCE = Object.freeze({ CLOSE: 0.9, NEAR: 0.7, FAR: 0.4, TRAIN: 0.5 });
/** Least segments of a train. */
const MIN_TRAIN = 8;

/**
 * By row of the rates, whether a queue stood in front of the bottleneck all through that round trip: round trips stayed
 * long, and only the path limited the sender (a delayed acknowledgement looks like a queue, but only where little is in
 * flight).
 * @param {Bursts} bursts @param {Uint8Array} limits @param {Rates} rates @param {Queue} queue @param {number} mss
 * @returns {Uint8Array}
 */
export function queuedRows(bursts, limits, rates, { baseRttNs, delay }, mss) {
  const queued = busyRows(bursts, limits, rates);
  const aboveJitterNs = leastQueueNs(baseRttNs.value);
  let k = 0;
  for (let row = 0; row < rates.count; row++) {
    const fromNs = rates.timeNs[row] - rates.spanNs[row];
    const leastNs = Math.max(aboveJitterNs, (MIN_QUEUED_SEGMENTS * mss * NS_PER_SECOND) / rates.delivery[row]);
    let samples = 0;
    let shortest = Infinity;
    for (; k < delay.timeNs.length && delay.timeNs[k] <= rates.timeNs[row]; k++) {
      if (delay.timeNs[k] < fromNs) continue;
      samples++;
      shortest = Math.min(shortest, delay.delayNs[k]);
    }
    if (samples < MIN_SAMPLES || shortest < leastNs) queued[row] = 0;
  }
  return queued;
}

/**
 * Round trips in which nothing but the congestion window held the sender back.
 * @param {Bursts} bursts
 * @param {Uint8Array} limits
 * @param {Rates} rates
 */
function busyRows({ count, startNs }, limits, rates) {
  const busy = new Uint8Array(rates.count).fill(1);
  let b = 0;
  for (let row = 0; row < rates.count; row++) {
    while (b < count && startNs[b] < rates.timeNs[row] - rates.spanNs[row]) b++;
    for (; b < count && startNs[b] < rates.timeNs[row]; b++) if (limits[b] !== LIMIT.CONGESTION_WINDOW) busy[row] = 0;
  }
  return busy;
}

/**
 * The bottleneck's rate, or the share of it that was available, in bytes of payload a second. While a queue stands in
 * front of it, the delivery rate is its rate; where none ever stood, a train of segments sent at once comes out spaced
 * by it (packet dispersion), as the acknowledgements show.
 * @param {Bursts} bursts
 * @param {Rates} rates
 * @param {Uint8Array} queued as `queuedRows` gives
 * @param {{ mss: number, rttNs: number }} known
 * @returns {import('../sender/inferred-value.js').Inferred<number>}
 */
export function bottleneckRate(bursts, rates, queued, { mss, rttNs }) {
  const under = rates.delivery.subarray(0, rates.count).filter((_, row) => queued[row] === 1);
  if (under.length >= MIN_ROWS) {
    const confidence = agreement(under);
    return inferred(
      Math.round(quantile(under, confidence === CONFIDENCE.FAR ? UPPER : 0.5)),
      confidence,
      confidence === CONFIDENCE.FAR ? 'RTTs differ: the upper quartile' : null,
    );
  }
  const trains = trainRates(bursts, mss, rttNs);
  if (trains.length === 0) return notObservable('no standing queue, and no train of segments was long enough');
  return inferred(Math.round(quantile(trains, 0.5)), Math.min(CONFIDENCE.TRAIN, agreement(trains)), BY_TRAINS);
}

/** @param {Float64Array} values */
function agreement(values) {
  const spread = (quantile(values, 0.75) - quantile(values, 0.25)) / quantile(values, 0.5);
  if (spread <= CLOSE) return CONFIDENCE.CLOSE;
  return spread <= NEAR ? CONFIDENCE.NEAR : CONFIDENCE.FAR;
}

/** @param {Bursts} bursts @param {number} mss @param {number} rttNs */
function trainRates({ count, startNs, delivered }, mss, rttNs) {
  const rates = [];
  let fromNs = -Infinity;
  let lastNs = -Infinity;
  let segments = 0;
  for (let b = 0; b <= count; b++) {
    if (b < count && delivered[b] === 0) continue;
    if (b === count || startNs[b] - lastNs > rttNs * TRAIN_GAP_SHARE) {
      if (segments >= MIN_TRAIN && lastNs > fromNs) rates.push((segments * mss * NS_PER_SECOND) / (lastNs - fromNs));
      fromNs = startNs[b];
      segments = 0;
    } else segments += delivered[b];
    lastNs = startNs[b];
  }
  return Float64Array.from(rates);
}
