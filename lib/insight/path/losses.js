import { kindOf, spuriousOf, VERDICT } from '../../tcpflow/verdicts/verdict.js';
import { inferred, notObservable } from '../sender/inferred-value.js';
import { quantile } from '../sender/pacing.js';
import { leastQueueNs } from './bottleneck.js';

/** @typedef {import('../../tcpflow/connection/connection-packets.js').ConnectionPackets} ConnectionPackets */
/** @typedef {import('./queue.js').Queue} Queue */

/**
 * A loss is due to a full queue where the delay before it is among the longest, this rank and above; random losses are
 * independent of the delay.
 */
const QUEUE_RANK = 0.7;
/** So many segments in a row, on average, are an outage or an overflow without visible delay. */
const BURST_RUN = 3;
const MIN_CONFIDENCE = 0.3;
const CONFIDENCE_BY_EVENT = 0.1;
const MAX_CONFIDENCE = 0.9;

/**
 * What was lost together: within a round trip.
 * @typedef {{ startNs: number, segments: number, longestRun: number, queueNs: number | null }} LossEvent queueNs: in
 *   front of it just
 *   before
 */

/**
 * Losses of a direction as its sender detected them: events of retransmissions that were not spurious.
 * @param {ConnectionPackets} packets
 * @param {number} direction
 * @param {import('../../tcpflow/sender/sender-order.js').SenderOrder} order
 * @param {Queue} queue
 * @param {number} rttNs
 * @returns {LossEvent[]}
 */
export function lossEvents(packets, direction, order, queue, rttNs) {
  /** @type {LossEvent[]} */
  const events = [];
  let lastNs = -Infinity;
  let lastEnd = -1;
  let run = 0;
  let sample = 0;
  for (let k = 0; k < packets.count; k++) {
    const i = order.packet[k];
    const timeNs = order.timeNs[k];
    if (packets.direction[i] !== direction || !isNeeded(packets, i)) continue;
    if (timeNs - lastNs > rttNs) {
      while (sample < queue.delay.timeNs.length && queue.delay.timeNs[sample] <= timeNs) sample++;
      events.push({
        startNs: timeNs,
        segments: 0,
        longestRun: 0,
        queueNs: sample > 0 ? queue.delay.delayNs[sample - 1] : null,
      });
      run = 0;
    }
    const event = events[events.length - 1];
    run = packets.seqOffset[i] === lastEnd ? run + 1 : 1;
    event.segments++;
    event.longestRun = Math.max(event.longestRun, run);
    lastEnd = packets.endOffset[i];
    lastNs = timeNs;
  }
  return events;
}

/** A retransmission of a lost segment. @param {ConnectionPackets} packets @param {number} i */
export function isNeeded({ verdict, judgement, length }, i) {
  const kind = kindOf(judgement[i]);
  return (
    verdict[i] === VERDICT.RETRANSMISSION &&
    length[i] > 0 &&
    kind !== 'probe' &&
    kind !== 'syn' &&
    spuriousOf(judgement[i]) !== true
  );
}

/**
 * How segments were lost: `tail_drop` by a full queue, `burst` many in a row without one, otherwise `random`; `none`.
 * @typedef {{ pattern: 'none' | 'random' | 'tail_drop' | 'burst', events: number, segments: number, longestRun:
 *   number, withFullQueue: number }} LossPattern
 */

/**
 * @param {LossEvent[]} events @param {Queue} queue @param {number} sentSegments of the direction, repeats included
 * @returns {import('../sender/inferred-value.js').Inferred<LossPattern>}
 */
export function lossPattern(events, queue, sentSegments) {
  if (sentSegments === 0) return notObservable('nothing was sent');
  const segments = events.reduce((sum, event) => sum + event.segments, 0);
  const longestRun = events.reduce((most, event) => Math.max(most, event.longestRun), 0);
  const full = events.filter(fullQueue(queue)).length;
  const runs = segments / Math.max(1, events.length);
  const known = { events: events.length, segments, longestRun, withFullQueue: full };
  if (events.length === 0) return inferred({ ...known, pattern: 'none' }, MAX_CONFIDENCE);
  const confidence = Math.min(MAX_CONFIDENCE, MIN_CONFIDENCE + CONFIDENCE_BY_EVENT * events.length);
  const few = events.length < 3 ? 'few losses' : null;
  if (full * 2 > events.length) {
    return inferred({ ...known, pattern: 'tail_drop' }, (confidence * full) / events.length, few);
  }
  const pattern = runs >= BURST_RUN ? 'burst' : 'random';
  return inferred({ ...known, pattern }, (confidence * (events.length - full)) / events.length, few);
}

/** @param {Queue} queue @returns {(event: LossEvent) => boolean} */
function fullQueue({ delay, baseRttNs }) {
  const high = quantile(delay.delayNs, QUEUE_RANK);
  const least = leastQueueNs(baseRttNs.value);
  return ({ queueNs }) => queueNs !== null && queueNs >= high && queueNs >= least;
}

/**
 * The queue's length in bytes when it overflowed: the delay of the last segment that got through, times the drain rate.
 * Where nothing was lost it is at least as long as the longest wait.
 * @param {LossEvent[]} events
 * @param {Queue} queue
 * @param {import('../sender/inferred-value.js').Inferred<number>} rate bytes a second
 * @returns {import('../sender/inferred-value.js').Inferred<{ bytes: number, atLeast: boolean }>}
 */
export function bufferSize(events, queue, rate) {
  if (rate.value === null || queue.delaySummary.value === null) {
    return notObservable('neither the rate nor the delay of a queue is known');
  }
  const full = events.filter(fullQueue(queue));
  const bytes = (/** @type {number} */ ns) => Math.round((ns / 1e9) * /** @type {number} */ (rate.value));
  if (full.length === 0) {
    return inferred(
      { bytes: bytes(queue.delaySummary.value.mostNs), atLeast: true },
      Math.min(rate.confidence, queue.delaySummary.confidence),
      'no queue overflowed: at least this size',
    );
  }
  const waits = Float64Array.from(full, ({ queueNs }) => queueNs ?? 0);
  const spread = (quantile(waits, 0.75) - quantile(waits, 0.25)) / quantile(waits, 0.5);
  return inferred(
    { bytes: bytes(quantile(waits, 0.5)), atLeast: false },
    rate.confidence * Math.max(MIN_CONFIDENCE, 1 - spread) * (full.length > 1 ? 1 : 0.5),
    full.length > 1 ? null : 'one loss only',
  );
}
