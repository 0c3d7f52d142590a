import { causeSpansOf } from '../cause-spans.js';
import { SHOWS } from '../findings/define-kind.js';
import { answeringNs, applicationNs } from '../findings/evidence/messages/application-time.js';
import { MUCH } from '../findings/rank/weight.js';
import { hasShown } from '../findings/shows.js';
import { MIN_PACKETS } from '../findings/worth-examining.js';
import { LOST, mostLostNs } from '../ledger/most-lost.js';
import { bottleneckRate } from '../path/bottleneck.js';
import { asFarAsShown, CAUSE, CAUSES } from '../sender/causes.js';
import { NS_PER_SECOND } from '../sender/units.js';

/** @typedef {import('../findings/context.js').Context} Context */
/** @typedef {import('../findings/context.js').DirectionContext} DirectionContext */

/**
 * What limited a sender for longest.
 * @typedef {object} HeldBack
 * @property {string} cause of `CAUSES`
 * @property {number} seconds
 * @property {number | null} rate bytes of payload a second delivered meanwhile; for a full bottleneck its rate; null
 *   where the cause by its nature stops delivery
 */

/** Causes under which data flows, so that there is a rate. @type {readonly string[]} */
const FLOWING = ['congestion_window', 'receive_window', 'send_buffer', 'fixed_window', 'network', 'recovery'];

/**
 * What limited the sender that sent more, as in the page's ribbon "Limited by".
 * @param {Context} context
 * @param {() => import('../sender/credit-stalls.js').Stalls} stallsOf when its senders waited for credit above TCP
 * @returns {HeldBack | null} null without data, or with too few packets
 */
export function heldBackMost(context, stallsOf) {
  const way = busierWay(context.ways);
  if (way === null || context.path === null || context.packets.count < MIN_PACKETS) return null;
  const { bursts, mss, rttNs } = way.insight;
  const { spans, rates, queued } = causeSpansOf(context, way, stallsOf);
  const shown = asFarAsShown(spans, hasShown(context, SHOWS.SCALE, way.direction));
  const most = longest(shown);
  if (most === null || most.value === CAUSE.NOT_OBSERVABLE) return null;
  const cause = CAUSES[most.value];
  const seconds = most.ns / NS_PER_SECOND;
  const bottleneck = cause === 'network' ? bottleneckRate(bursts, rates, queued, { mss, rttNs }).value : null;
  const bytes = bottleneck === null && FLOWING.includes(cause) ? deliveredWithin(shown, most.value, bursts) : 0;
  return { cause, seconds, rate: bottleneck ?? (bytes > 0 ? bytes / seconds : null) };
}

/** What a sender's packets show without the other end's. @type {readonly string[]} */
const SHOWN_ALONE = ['retransmission_timeout'];
/** Of the time in which an application seemed to have nothing to send. */
const MOSTLY = 1 / 2;

/**
 * A server that has nothing to send as it was not asked for more waits for no application of its own, nor does a client
 * that asks nothing: its pauses are nobody's wait.
 * @param {HeldBack | null} held @param {Context} context @returns {HeldBack | null}
 */
function unlessUnasked(held, context) {
  const way = busierWay(context.ways);
  if (held?.cause !== 'application' || way === null) return held;
  const ownNs = applicationNs(way, context) + answeringNs(way, context);
  return ownNs < held.seconds * NS_PER_SECOND * MOSTLY ? { ...held, cause: 'idle' } : held;
}

/**
 * Away from a sender its application's pauses look like a path that is down: the ledger of time tells which they were.
 * @param {HeldBack | null} held
 * @param {Pick<import('../findings/examination.js').Looked, 'context' | 'stallsOf' | 'ledger'>} looked
 * @returns {HeldBack | null}
 */
export function byLedger(held, { context, stallsOf, ledger }) {
  if (!hasShown(context, SHOWS.BOTH_WAYS)) return held !== null && SHOWN_ALONE.includes(held.cause) ? held : null;
  const heldNs = (held?.seconds ?? 0) * NS_PER_SECOND;
  if (held?.cause !== 'application' || heldNs < MUCH * context.durationNs) return held;
  if (mostLostNs(context, stallsOf) < heldNs * MOSTLY) return unlessUnasked(held, context);
  const lost = ledger().intervals.filter(({ rule }) => LOST.includes(rule));
  const seconds = lost.reduce((sum, { startNs, endNs }) => sum + endNs - startNs, 0) / NS_PER_SECOND;
  return seconds < held.seconds * MOSTLY
    ? unlessUnasked(held, context)
    : { cause: 'retransmission_timeout', seconds, rate: null };
}

/**
 * The cause that took the most time.
 * @param {import('../sender/spans.js').Span[]} spans @returns {{ value: number, ns: number } | null}
 */
function longest(spans) {
  const sumsNs = CAUSES.map(() => 0);
  for (const { startNs, endNs, value } of spans) sumsNs[value] += endNs - startNs;
  const ns = Math.max(...sumsNs);
  return ns > 0 ? { value: sumsNs.indexOf(ns), ns } : null;
}

/**
 * The payload that was delivered under a cause.
 * @param {import('../sender/spans.js').Span[]} spans in order @param {number} cause value of `CAUSE`
 * @param {import('../../transport/bursts.js').Bursts} bursts
 */
function deliveredWithin(spans, cause, bursts) {
  const { count, startNs } = bursts;
  const delivered = deliveredBytes(bursts);
  let bytes = 0;
  let b = 0;
  for (const { startNs: fromNs, endNs, value } of spans) {
    while (b < count && startNs[b] <= fromNs) b++;
    const before = delivered[b];
    while (b < count && startNs[b] <= endNs) b++;
    if (value === cause) bytes += delivered[b] - before;
  }
  return bytes;
}

/**
 * Payload delivered before each burst, and at the end. Bursts count segments, which may be short of the MSS: as many
 * segments as were delivered hold the bytes of as many that were sent first.
 * @param {import('../../transport/bursts.js').Bursts} bursts
 */
function deliveredBytes({ count, delivered, sentNew, sentEnd }) {
  const bytes = new Float64Array(count + 1);
  let segments = 0;
  let sentBefore = 0;
  for (let b = 0, s = 0; b < count; b++) {
    segments += delivered[b];
    while (s < count && sentBefore + sentNew[s] <= segments) sentBefore += sentNew[s++];
    const whole = s === 0 ? 0 : sentEnd[s - 1];
    const part = s === count ? 0 : ((segments - sentBefore) / sentNew[s]) * (sentEnd[s] - whole);
    bytes[b + 1] = whole + part;
  }
  return bytes;
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
