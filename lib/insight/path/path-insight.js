import { VERDICT } from '../../transport/verdict.js';
import { SURE } from '../confidence.js';
import { inferred, notObservable } from '../sender/inferred-value.js';
import { bottleneckRate, queuedRows } from './bottleneck.js';
import { bufferSize, lossEvents, lossPattern } from './losses.js';
import { policer } from './policer.js';
import { queueOf } from './queue.js';
import { rateChange } from './rate-changes.js';

/** @typedef {import('../../transport/packets.js').Packets} Packets */
/** @typedef {import('../sender/sender-insight.js').SenderInsight} SenderInsight */
/** @template T @typedef {import('../sender/inferred-value.js').Inferred<T>} Inferred */

const ACKNOWLEDGED_CONFIDENCE = 0.6;
const NO_REORDERING_CONFIDENCE = 0.6;

/**
 * The path of a direction's data.
 * @typedef {object} PathInsight
 * @property {import('./queue.js').Queue} queue
 * @property {Uint8Array} queued by row of the insight's rates, whether a queue stood all through
 * @property {Inferred<number>} rate of the bottleneck, bytes of payload a second
 * @property {Inferred<{ bytes: number, atLeast: boolean }>} buffer
 * @property {Inferred<import('./losses.js').LossPattern>} losses
 * @property {Inferred<{ packets: number }>} reordering
 * @property {Inferred<import('./policer.js').Policer | 'none'>} policer
 * @property {Inferred<import('./rate-changes.js').RateChange | 'none'>} rateChange
 */

/**
 * @param {Packets} packets @param {number} direction @param {SenderInsight} insight
 * @param {import('../../transport/path.js').SenderOrder} order @param {number} mss
 * @returns {PathInsight}
 */
export function pathInsight(packets, direction, { bursts, limits, rates, samples, rttNs }, order, mss) {
  const queue = queueOf(samples);
  const queued = queuedRows(bursts, limits, rates, queue, mss);
  const rate = bottleneckRate(bursts, rates, queued, { mss, rttNs });
  const events = lossEvents(packets, direction, order, queue, rttNs);
  return {
    queue,
    queued,
    rate,
    buffer: bufferSize(events, queue, rate),
    losses: lossPattern(events, queue, bursts.count),
    reordering: reorderingOf(packets, direction, bursts),
    policer: policer(packets, direction, {
      rttNs,
      baseRttNs: queue.baseRttNs.value ?? rttNs,
      lossQueuesNs: events.map(({ queueNs }) => queueNs ?? 0),
    }),
    rateChange: rateChange(rates, queued),
  };
}

/**
 * Reordered: seen here, or inferred from acknowledgements where it happened after the capture point.
 * @param {Packets} packets
 * @param {number} direction
 * @param {import('../../transport/bursts.js').Bursts} bursts
 * @returns {Inferred<{ packets: number }>}
 */
function reorderingOf(packets, direction, { count, overtaken }) {
  if (count === 0) return notObservable('nothing was sent');
  let seen = 0;
  for (let i = 0; i < packets.count; i++) {
    if (packets.direction[i] === direction && packets.verdict[i] === VERDICT.REORDERED) seen++;
  }
  const acknowledged = overtaken[count - 1];
  const total = Math.max(seen, acknowledged);
  if (total > 0 && seen === 0) return inferred({ packets: total }, ACKNOWLEDGED_CONFIDENCE, 'as acknowledgements tell');
  return total > 0
    ? inferred({ packets: total }, SURE)
    : inferred({ packets: 0 }, NO_REORDERING_CONFIDENCE, 'only what SACK or this capture point shows');
}
