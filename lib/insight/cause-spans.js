import { handshakeOf } from '../transport/tcp/handshake.js';
import { causeSpans, withWhatIsBeside } from './open-senders.js';
import { queuedRows } from './path/bottleneck.js';
import { queueOf } from './path/queue.js';
import { ratesOf } from './sender/rates.js';

/** @typedef {import('./findings/context.js').Context} Context */
/** @typedef {import('./findings/context.js').DirectionContext} DirectionContext */

/**
 * What a direction's time was spent on, as in the page's ribbon "Limited by".
 * @typedef {object} CauseSpans
 * @property {import('./sender/spans.js').Span[]} spans values of `CAUSE`, in order
 * @property {import('./sender/rates.js').Rates} rates
 * @property {Uint8Array} queued by row of the rates
 */

/** @type {WeakMap<DirectionContext, CauseSpans>} */
const known = new WeakMap();

/**
 * @param {Context} context of which the direction is one
 * @param {DirectionContext} way
 * @param {() => import('./sender/credit-stalls.js').Stalls} stallsOf when its senders waited for credit above TCP
 * @returns {CauseSpans}
 */
export function causeSpansOf(context, way, stallsOf) {
  const before = known.get(way);
  if (before !== undefined) return before;
  const { bursts, limits, isFixed, mss, rttNs, samples } = way.insight;
  const rates = ratesOf(bursts, mss, rttNs);
  const queued = queuedRows(bursts, limits, rates, queueOf(samples), mss);
  const { packets, icmpErrors } = context;
  const path = /** @type {import('../transport/path.js').Path} */ (context.path);
  const handshake = handshakeOf(packets, path.orderAtSender(way.direction), way.direction);
  const causes = causeSpans({ bursts, limits, isFixed, rates, rttNs }, mss, handshake, queued);
  const stalls = stallsOf()[way.direction];
  const spans = withWhatIsBeside(causes, way.direction, { packets, path, icmpErrors, stalls });
  known.set(way, { spans, rates, queued });
  return { spans, rates, queued };
}
