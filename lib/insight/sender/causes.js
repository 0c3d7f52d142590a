import { STATE, TRIGGER } from '../../transport/bursts.js';
import { LONGEST_FIRST_TIMEOUT_NS } from '../../transport/path.js';
import { LIMIT } from './limits.js';
import { joinedSpans, overlaid } from './spans.js';

/** @typedef {import('../../transport/bursts.js').Bursts} Bursts */

/** What time was spent on, finer than `LIMITS`; index = value of `cause`. */
export const CAUSES = /** @type {const} */ ([
  'congestion_window',
  'receive_window',
  'zero_window',
  'send_buffer',
  'application',
  'network',
  'recovery',
  'retransmission_timeout',
  'handshake',
  'idle',
  'nagle',
  'credit',
  'path_mtu',
  'fixed_window',
  'not_observable',
]);
export const CAUSE = Object.freeze({
  CONGESTION_WINDOW: 0,
  RECEIVE_WINDOW: 1,
  ZERO_WINDOW: 2,
  SEND_BUFFER: 3,
  APPLICATION: 4,
  NETWORK: 5,
  RECOVERY: 6,
  RETRANSMISSION_TIMEOUT: 7,
  HANDSHAKE: 8,
  IDLE: 9,
  NAGLE: 10,
  CREDIT: 11,
  PATH_MTU: 12,
  FIXED_WINDOW: 13,
  NOT_OBSERVABLE: 14,
});

/** By value of `LIMIT`. */
const BY_LIMIT = Object.freeze([
  CAUSE.CONGESTION_WINDOW,
  CAUSE.RECEIVE_WINDOW,
  CAUSE.SEND_BUFFER,
  CAUSE.APPLICATION,
  CAUSE.NETWORK,
  CAUSE.HANDSHAKE,
  CAUSE.IDLE,
]);
/** Time in which losses are repaired. @type {readonly number[]} */
export const REPAIRING = Object.freeze([CAUSE.RECOVERY, CAUSE.RETRANSMISSION_TIMEOUT]);
/** Acknowledgements as close as this share of a round trip belong to one train, which the bottleneck spaced. */
export const TRAIN_GAP_SHARE = 1 / 8;
/** A short segment may leave with an acknowledgement by chance, but not this often. */
const MIN_HELD = 3;

/**
 * The cause of the time after each burst. Where the congestion window is the limit and a queue stood in front of the
 * bottleneck all through the round trip, a larger window would only have made that longer: the network was the limit.
 * @param {Bursts} bursts
 * @param {object} known
 * @param {number} known.mss
 * @param {Uint8Array} known.limits
 * @param {boolean} known.isFixed the send buffer limit may as well be the stack's own
 * @param {import('./rates.js').Rates} known.rates
 * @param {Uint8Array} known.queued by row of the rates
 * @param {number} known.rttNs usual round trip
 * @returns {Uint8Array} values of `CAUSE`
 */
export function causesAfter(bursts, { mss, limits, isFixed, rates, queued, rttNs }) {
  const causes = new Uint8Array(bursts.count);
  let row = 0;
  for (let b = 0; b < bursts.count; b++) {
    while (row < rates.count && rates.timeNs[row] <= bursts.startNs[b]) row++;
    causes[b] = causeAfter(bursts, limits, b, rttNs);
    if (causes[b] === CAUSE.CONGESTION_WINDOW && row < rates.count && queued[row] === 1) causes[b] = CAUSE.NETWORK;
    if (causes[b] === CAUSE.SEND_BUFFER && isFixed) causes[b] = CAUSE.FIXED_WINDOW;
  }
  markHeld(bursts, { mss, rttNs }, causes);
  markStopAndWait(bursts, { mss, rttNs }, causes);
  markDraining(bursts, causes, queued.includes(1) ? Infinity : rttNs * TRAIN_GAP_SHARE);
  return causes;
}

/**
 * Causes in which repairs of segments too large for the path count as such, not as loss.
 * @param {import('./spans.js').Span[]} causes in order
 * @param {import('./spans.js').Stretch[]} tooLarge while ICMP errors report it: by start, none touching the next
 */
export const withPathMtu = (causes, tooLarge) => overlaid(causes, tooLarge, REPAIRING, CAUSE.PATH_MTU);

/** Limits that a receive window of unknown scale, which is never taken as the limit, may have been instead. */
const PERHAPS_RECEIVE_WINDOW = Object.freeze(
  /** @type {number[]} */ ([CAUSE.CONGESTION_WINDOW, CAUSE.SEND_BUFFER, CAUSE.FIXED_WINDOW]),
);

/**
 * Causes that claim no more than what shows: which window was the limit takes the scale of the receive window.
 * @param {import('./spans.js').Span[]} causes in order @param {boolean} isScaleKnown
 */
export const asFarAsShown = (causes, isScaleKnown) =>
  isScaleKnown
    ? causes
    : joinedSpans(
        causes.map((one) =>
          PERHAPS_RECEIVE_WINDOW.includes(one.value) ? { ...one, value: CAUSE.NOT_OBSERVABLE } : one,
        ),
      );

/** Time in which a sender seems to have nothing to send, or to have finished. */
const WITHOUT_DATA = Object.freeze([CAUSE.APPLICATION, CAUSE.IDLE]);

/**
 * Causes in which a sender that seems to have nothing to send is waiting for its RTO, for data lost before the capture
 * point.
 * @param {import('./spans.js').Span[]} causes in order
 * @param {import('./spans.js').Stretch[]} stretches by start, none touching the next
 */
export const withTimers = (causes, stretches) =>
  overlaid(causes, stretches, WITHOUT_DATA, CAUSE.RETRANSMISSION_TIMEOUT);

/**
 * Causes in which a sender that seems to have finished is retransmitting data that is lost before the capture point
 * each time: it stays unacknowledged to the end.
 * @param {import('./spans.js').Span[]} causes in order
 * @param {import('../../transport/packets.js').Packets} packets
 * @param {import('../upstream/never-came.js').NeverCame | null} lost
 */
export function withNeverCame(causes, { timeNs, count }, lost) {
  if (lost === null) return causes;
  const startNs = timeNs[lost.packet];
  const endNs = timeNs[count - 1];
  if (endNs - startNs < LONGEST_FIRST_TIMEOUT_NS) return causes;
  return withTimers(causes, [{ startNs, endNs }]);
}

/**
 * After the last data of a window-limited sender acknowledgements keep arriving while the path delivers what is in
 * flight: that is not application-limited time where they show the bottleneck's rate, in a train or behind a queue. A
 * round trip in which none comes shows no rate.
 * @param {Bursts} bursts @param {Uint8Array} causes @param {number} longestNs between acknowledgements that show a rate
 */
function markDraining({ count, startNs, sentNew, outstanding, delivered }, causes, longestNs) {
  let last = count - 1;
  while (last >= 0 && sentNew[last] === 0) last--;
  let before = last - 1;
  while (before >= 0 && sentNew[before] === 0) before--;
  if (before < 0 || (causes[before] !== CAUSE.CONGESTION_WINDOW && causes[before] !== CAUSE.NETWORK)) return;
  for (let b = last; b + 1 < count && outstanding[b] > 0; b++) {
    const isDelivering = delivered[b] > 0 && delivered[b + 1] > 0 && startNs[b + 1] - startNs[b] <= longestNs;
    if (isDelivering && causes[b] === CAUSE.APPLICATION) causes[b] = CAUSE.NETWORK;
  }
}

/**
 * Time in which a short segment waited for the acknowledgement of the short one before (RFC 896), if that happened more
 * than by chance.
 * @param {Bursts} bursts
 * @param {{ mss: number, rttNs: number }} known rttNs: usual round trip
 * @param {Uint8Array} causes
 */
function markHeld(bursts, { mss, rttNs }, causes) {
  const { count, sentNew } = bursts;
  const held = new Uint8Array(count);
  let next = -1;
  let times = 0;
  for (let b = count - 1; b >= 0; b--) {
    held[b] = Number(next >= 0 && causes[b] === CAUSE.APPLICATION && waitsForAck(bursts, b, next, { mss, rttNs }));
    if (bursts.sent[b] > sentNew[b]) next = -1; // the previous segments waited for the delayed-ACK timer
    if (sentNew[b] === 0) continue;
    times += held[b];
    next = b;
  }
  if (times < MIN_HELD) return;
  for (let b = 0; b < count; b++) if (held[b] === 1) causes[b] = CAUSE.NAGLE;
}

/**
 * With such a buffer the next data follows an acknowledgement of everything at least so often, and in this share of
 * pauses.
 */
const MIN_STOPS = 10;
const STOPS_SHARE = 0.9;

/**
 * Time in which the application could not write its next piece until all of the previous one was acknowledged, as with
 * a send buffer that holds one piece: the next data follows an acknowledgement that leaves nothing in flight, after a
 * delayed ACK of more than two round trips. An application does not continue at just that moment so often by chance.
 * @param {Bursts} bursts
 * @param {{ mss: number, rttNs: number }} known rttNs: usual round trip
 * @param {Uint8Array} causes
 */
function markStopAndWait(bursts, { mss, rttNs }, causes) {
  const { count, sent, sentNew, firstNew, startNs, endNs } = bursts;
  /** For each pause: the burst before it, and the one that ends it. @type {[from: number, to: number][]} */
  const stops = [];
  let pauses = 0;
  let before = -1;
  for (let b = 0; b < count; b++) {
    if (sentNew[b] === 0) continue;
    if (before >= 0 && causes[before] === CAUSE.APPLICATION) {
      pauses++;
      const isLate = startNs[b] - endNs[before] >= 2 * rttNs;
      const isWhole = sent[b] === sentNew[b] && firstNew[b] >= mss;
      if (isLate && isWhole && emptiesPipe(bursts, before, b)) stops.push([before, b]);
    }
    before = b;
  }
  if (stops.length < MIN_STOPS || stops.length < pauses * STOPS_SHARE) return;
  for (const [from, to] of stops) {
    for (let b = from; b < to; b++) if (causes[b] === CAUSE.APPLICATION) causes[b] = CAUSE.SEND_BUFFER;
  }
}

/** @param {Bursts} bursts @param {number} b @param {number} next with new data */
const emptiesPipe = ({ outstanding, trigger, pipeBefore }, b, next) =>
  outstanding[b] > 0 && trigger[next] === TRIGGER.ACK && pipeBefore[next] === 0;

/**
 * @param {Bursts} bursts @param {number} b @param {number} next with new data
 * @param {{ mss: number, rttNs: number }} known
 */
const waitsForAck = (bursts, b, next, { mss, rttNs }) =>
  bursts.short[b] === 1 &&
  emptiesPipe(bursts, b, next) &&
  bursts.firstNew[next] < mss &&
  !isAnswered(bursts, next, rttNs);

/**
 * Whether the other end's data came right behind the acknowledgement with which a burst left, sooner than any answer to
 * the burst can: it was an answer to what was sent before, and the sender may have waited for that. Away from the
 * sender it is not known which of the two came before the burst.
 * @param {Bursts} bursts @param {number} b @param {number} rttNs
 */
export const isAnswered = ({ count, startNs, trigger }, b, rttNs) =>
  b + 1 < count && trigger[b + 1] === TRIGGER.DATA && startNs[b + 1] - startNs[b] < rttNs / 2;

/** @param {Bursts} bursts @param {Uint8Array} limits @param {number} b @param {number} rttNs */
function causeAfter(bursts, limits, b, rttNs) {
  if (endsByTimer(bursts, b, rttNs) || (limits[b] !== LIMIT.RECEIVE_WINDOW && endsByProbe(bursts, b))) {
    return CAUSE.RETRANSMISSION_TIMEOUT;
  }
  if (limits[b] === LIMIT.RECEIVE_WINDOW && bursts.windowBytes[b] === 0) return CAUSE.ZERO_WINDOW;
  if (
    limits[b] !== LIMIT.RECEIVE_WINDOW &&
    bursts.outstanding[b] > 0 &&
    (bursts.state[b] === STATE.RECOVERY || bursts.state[b] === STATE.LOSS) &&
    !isAckMissing(bursts, b)
  ) {
    return CAUSE.RECOVERY;
  }
  return BY_LIMIT[limits[b]];
}

/**
 * Repairs were in flight, and for so long no acknowledgement came and no timer fired: they had been acknowledged, but
 * the capture lacks it.
 * @param {Bursts} bursts @param {number} b
 */
const isAckMissing = ({ count, state, trigger, startNs, endNs }, b) =>
  b + 1 < count &&
  state[b] === STATE.RECOVERY &&
  trigger[b + 1] !== TRIGGER.NOTHING &&
  startNs[b + 1] - endNs[b] >= LONGEST_FIRST_TIMEOUT_NS;

/**
 * The sender stalled until the retransmission timer fired: never sooner than a round trip (RFC 6298 section 2).
 * @param {Bursts} bursts @param {number} b @param {number} rttNs
 */
function endsByTimer({ count, state, trigger, sent, sentNew, startNs, endNs }, b, rttNs) {
  const next = b + 1;
  return (
    next < count &&
    state[next] === STATE.LOSS &&
    trigger[next] === TRIGGER.NOTHING &&
    sent[next] > sentNew[next] &&
    startNs[next] - endNs[b] >= rttNs
  );
}

/**
 * The sender stalled until a tail loss probe retransmitted what was in flight (RFC 8985 section 7.3): nothing else does
 * so outside recovery. A FIN alone has no new data either, but is no retransmission.
 * @param {Bursts} bursts
 * @param {number} b
 */
function endsByProbe({ count, state, trigger, sent, sentNew, outstanding, closed }, b) {
  const next = b + 1;
  return (
    next < count &&
    state[b] === STATE.OPEN &&
    outstanding[b] > 0 &&
    state[next] !== STATE.LOSS &&
    trigger[next] === TRIGGER.NOTHING &&
    sent[next] > sentNew[next] &&
    closed[next] === closed[b]
  );
}
