import { causeSpans } from '../diagnose-senders.js';
import { bottleneckRate, queuedRows } from '../path/bottleneck.js';
import { queueOf } from '../path/queue.js';
import { CAUSES } from '../sender/causes.js';
import { withCredit } from '../sender/credit-stalls.js';
import { ratesOf } from '../sender/rates.js';
import { handshakeOf } from '../sender/spans.js';
import { NS_PER_SECOND } from '../sender/units.js';

/** @typedef {import('../findings/context.js').Context} Context */
/** @typedef {import('../findings/context.js').DirectionContext} DirectionContext */

/**
 * What held a sender back for longest.
 * @typedef {object} HeldBack
 * @property {string} cause of `CAUSES`
 * @property {number} seconds
 * @property {number | null} rate bytes of payload a second that came through meanwhile; of a full bottleneck its rate;
 *   null where the cause let nothing through by its nature
 */

/** Causes under which data flows, so that they leave a rate. @type {readonly string[]} */
const FLOWING = ['congestion_window', 'receive_window', 'send_buffer', 'network', 'recovery'];
/** A connection of fewer packets is told by its findings alone. */
const LEAST_PACKETS = 40;

/**
 * What held back the sender that sent more, as the page's ribbon "Limited by" shows it.
 * @param {Context} context
 * @param {() => import('../sender/credit-stalls.js').Stalls} stallsOf when its senders waited for credit above TCP
 * @returns {HeldBack | null} null without data, or where so few packets tell little
 */
export function heldBackMost(context, stallsOf) {
  const way = busierWay(context.ways);
  if (way === null || context.path === null || context.packets.count < LEAST_PACKETS) return null;
  const { bursts, limits, mss, rttNs, samples } = way.insight;
  const rates = ratesOf(bursts, mss, rttNs);
  const queued = queuedRows(bursts, limits, rates, queueOf(samples), mss);
  const handshake = handshakeOf(context.packets, context.path.orderAtSender(way.direction), way.direction);
  const spans = withCredit(causeSpans({ bursts, limits, rates }, mss, handshake, queued), stallsOf()[way.direction]);
  const most = longest(spans, bursts);
  if (most === null) return null;
  const cause = CAUSES[most.value];
  const seconds = most.ns / NS_PER_SECOND;
  const bottleneck = cause === 'network' ? bottleneckRate(bursts, rates, queued, { mss, rttNs }).value : null;
  const flowed = FLOWING.includes(cause) && most.segments > 0 ? (most.segments * mss) / seconds : null;
  return { cause, seconds, rate: bottleneck ?? flowed };
}

/**
 * The cause that took the most time, with what was delivered under it.
 * @param {import('../sender/spans.js').Span[]} spans in order
 * @param {import('../sender/bursts.js').Bursts} bursts
 * @returns {{ value: number, ns: number, segments: number } | null}
 */
function longest(spans, { count, startNs, delivered }) {
  const sums = CAUSES.map((_, value) => ({ value, ns: 0, segments: 0 }));
  let b = 0;
  for (const { startNs: fromNs, endNs, value } of spans) {
    while (b < count && startNs[b] <= fromNs) b++;
    for (; b < count && startNs[b] <= endNs; b++) sums[value].segments += delivered[b];
    sums[value].ns += endNs - fromNs;
  }
  const most = sums.reduce((a, one) => (one.ns > a.ns ? one : a));
  return most.ns > 0 ? most : null;
}

/** @param {readonly DirectionContext[]} ways @returns {DirectionContext | null} the server's where both sent as much */
function busierWay(ways) {
  const sent = (/** @type {DirectionContext} */ { insight: { bursts } }) =>
    bursts.count === 0 ? 0 : bursts.sentEnd[bursts.count - 1];
  return ways.reduce(
    (/** @type {DirectionContext | null} */ most, way) => (most === null || sent(way) >= sent(most) ? way : most),
    null,
  );
}
