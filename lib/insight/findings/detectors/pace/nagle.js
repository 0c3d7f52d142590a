import { TRIGGER } from '../../../sender/bursts.js';
import { LIMIT } from '../../../sender/limits.js';
import { Shown } from '../../evidence/evidence.js';
import {
  finding,
  MAX_EVIDENCE_FRAMES,
  ofEachDirection,
  receiverName,
  senderName,
  timeText,
  tripText,
} from '../../finding.js';
import { defineKind } from '../../kind.js';
import { ANSWERED_WITHIN_NS } from '../../times.js';

export const NAGLE_DELAYED_ACK = defineKind('nagle_delayed_ack', 'Nagle and delayed ACK', 'nagle', [
  'RFC 896',
  'RFC 1122 section 4.2.3.2',
  'RFC 9293 section 3.7.4',
]);
export const NAGLE_HELD = defineKind('nagle_held', 'Nagle delay', 'nagle', ['RFC 896', 'RFC 9293 section 3.7.4']);
export const FIXED_ACK_TIMER = defineKind('fixed_ack_timer', 'Delayed ACKs', 'application', [
  'RFC 1122 section 4.2.3.2',
  'RFC 5681 section 4.2',
]);

/**
 * Delayed acknowledgements wait 40 ms (Linux) to 500 ms (RFC 1122 section 4.2.3.2): this much above the round trip is
 * more than jitter.
 */
const MIN_DELAY_NS = 25e6;
/**
 * A wait longer than a round trip and the longest delayed acknowledgement of RFC 1122 is for a lost segment, or for the
 * sender's own timer.
 */
const MAX_DELAY_NS = 500e6;
const MIN_WAITS = 3;
/** Share of coalesced segments that matters for a connection. */
const MIN_HELD = 10;
const HELD_SHARE = 0.3;
/**
 * Timers that systems are known to have: Linux 40 to 200 ms, Solaris 50 or 100, macOS and FreeBSD 100, Windows and
 * older BSD 200; RFC 1122 lets it be 500.
 */
const TIMERS_NS = [40e6, 50e6, 100e6, 200e6, 500e6];
/** Waits for one timer are within this of each other. */
const BAND = 0.15;
const TIMER_SHARE = 0.3;
/** Share of a connection's time from which on waits are noticeable. */
const NOTICEABLE_SHARE = 0.1;

/** @typedef {{ waits: number, costNs: number, mostNs: number, frames: number[] }} Waits */

/**
 * By direction; four detectors use it.
 * @type {WeakMap<import('../../context.js').DirectionContext, { all: Waits, late: Waits }>}
 */
const known = new WeakMap();

/**
 * Short segments that left only with the acknowledgement of the previous short one: how many, those acknowledged late,
 * and their waits. Without segments that the receiver's window made short.
 * @param {import('../../context.js').DirectionContext} way @param {import('../../context.js').Context} context
 */
function heldBack(way, context) {
  const before = known.get(way);
  if (before !== undefined) return before;
  const held = findHeldBack(way, context);
  known.set(way, held);
  return held;
}

/**
 * @param {import('../../context.js').DirectionContext} way
 * @param {import('../../context.js').Context} context
 * @returns {{ all: Waits, late: Waits }}
 */
function findHeldBack({ insight: { bursts, limits }, rttMinNs, mss }, { packets }) {
  const all = newWaits();
  const late = newWaits();
  let last = -1;
  for (let b = 0; b < bursts.count; b++) {
    if (bursts.sent[b] > bursts.sentNew[b]) last = -1; // it waited for the timer
    if (bursts.sentNew[b] === 0) continue;
    if (
      last >= 0 &&
      bursts.short[last] &&
      bursts.firstNew[b] < mss &&
      bursts.trigger[b] === TRIGGER.ACK &&
      bursts.pipeBefore[b] === 0 &&
      bursts.outstanding[last] > 0 &&
      limits[last] !== LIMIT.RECEIVE_WINDOW &&
      bursts.startNs[b] - bursts.endNs[last] <= MAX_DELAY_NS + rttMinNs
    ) {
      const waitedNs = bursts.startNs[b] - bursts.endNs[last];
      const frame = packets.frame[bursts.packet[b]];
      add(all, waitedNs, frame);
      if (waitedNs - rttMinNs > MIN_DELAY_NS) add(late, waitedNs - rttMinNs, frame);
    }
    last = b;
  }
  return { all, late };
}

/** @returns {Waits} */
const newWaits = () => ({ waits: 0, costNs: 0, mostNs: 0, frames: [] });

/** @param {Waits} to @param {number} ns @param {number} frame */
function add(to, ns, frame) {
  to.waits++;
  to.costNs += ns;
  to.mostNs = Math.max(to.mostNs, ns);
  if (to.frames.length < MAX_EVIDENCE_FRAMES) to.frames.push(frame);
}

/**
 * Time in which short segments that the application had written were held back, if more often than by chance.
 * @param {import('../../context.js').DirectionContext} way
 * @param {import('../../context.js').Context} context
 */
export function heldNs(way, context) {
  const {
    all: { waits, costNs },
  } = heldBack(way, context);
  return waits < MIN_WAITS ? 0 : costNs;
}

/**
 * Nagle and delayed ACK: a short segment waits for the acknowledgement of the previous one (RFC 896), which the
 * receiver delays (RFC 1122).
 */
export const nagleDelayedAck = ofEachDirection([NAGLE_DELAYED_ACK], (way, context) => {
  const { direction, startNs, endNs } = way;
  const {
    late: { waits, costNs, mostNs, frames },
  } = heldBack(way, context);
  if (waits < MIN_WAITS) return null;
  const meanNs = costNs / waits;
  const howOften = mostNs <= meanNs * (1 + BAND) ? 'each time' : `on average, ${timeText(mostNs)} at most`;
  return finding(
    {
      kind: NAGLE_DELAYED_ACK,
      severity: 'warning',
      direction,
      startNs,
      endNs,
      costNs,
      message: `${waits} times the ${senderName(direction)} held back a small segment until the ${receiverName(direction)} acknowledged the one before; the ${receiverName(direction)} delayed that ACK by ${timeText(meanNs)} ${howOften}, ${timeText(costNs)} of ${timeText(context.durationNs)} in all.`,
      advice: 'Write each request in one call (writev, a buffered stream), or set TCP_NODELAY at the sender.',
    },
    { waits, meanSeconds: meanNs / 1e9, frames },
  );
});

/**
 * Small writes are coalesced while one segment is in flight (RFC 896): as intended, but interactive data waits a round
 * trip.
 */
export const nagleHeld = ofEachDirection([NAGLE_HELD], (way, context) => {
  const { direction, startNs, endNs, activeNs } = way;
  const {
    all: { waits, costNs, frames },
    late,
  } = heldBack(way, context);
  if (late.waits >= MIN_WAITS || waits < MIN_HELD || costNs < activeNs * HELD_SHARE) return null;
  return finding(
    {
      kind: NAGLE_HELD,
      severity: 'note',
      direction,
      startNs,
      endNs,
      costNs,
      message: `For ${timeText(costNs)} of ${timeText(context.durationNs)} the ${senderName(direction)} held back small writes until the segment before was acknowledged, ${waits} times, a round trip each.`,
      advice: 'This saves packets. If the other end waits for each write, set TCP_NODELAY at the sender.',
    },
    { waits, frames },
  );
});

/**
 * Segments that waited for the receiver's delayed-ACK timer.
 * @typedef {{ timerNs: number, shown: Shown, count: number, costNs: number }} Held
 */

/** @type {WeakMap<import('../../context.js').DirectionContext, Held | null>} */
const knownTimers = new WeakMap();

/**
 * Waits for acknowledgements that the receiver's timer ended, of all `count`.
 * @param {import('../../context.js').DirectionContext} way @param {import('../../context.js').Context} context
 */
function heldByAckTimer(way, context) {
  const before = knownTimers.get(way);
  if (before !== undefined) return before;
  const held = findAckTimer(way, context);
  knownTimers.set(way, held);
  return held;
}

/**
 * @param {import('../../context.js').DirectionContext} way
 * @param {import('../../context.js').Context} context
 * @returns {Held | null}
 */
function findAckTimer({ insight: { bursts }, rttMinNs }, { packets }) {
  /** Packets that answered, and their waits. @type {number[]} */
  const answers = [];
  /** @type {number[]} */ const waits = [];
  let last = -1;
  let longestNs = 0;
  for (let b = 0; b < bursts.count; b++) {
    if (bursts.sent[b] > bursts.sentNew[b]) last = -1;
    const isAnswer =
      last >= 0 && bursts.trigger[b] === TRIGGER.ACK && bursts.outstanding[last] > 0 && bursts.pipeBefore[b] === 0;
    if (isAnswer) {
      const waitedNs = bursts.startNs[b] - bursts.endNs[last] - rttMinNs;
      answers.push(bursts.packet[b]);
      waits.push(waitedNs);
      longestNs = Math.max(longestNs, waitedNs);
    }
    last = bursts.sentNew[b] > 0 || isAnswer ? b : last;
  }
  if (longestNs < TIMERS_NS[0] * (1 - 2 * BAND)) return null;
  const timerNs = acknowledgmentTimer(Float64Array.from(waits), rttMinNs);
  if (timerNs === null) return null;
  const shown = new Shown(packets);
  let costNs = 0;
  for (let k = 0; k < waits.length; k++) {
    if (Math.abs(waits[k] - timerNs) > timerNs * BAND) continue;
    shown.add(answers[k]);
    costNs += waits[k];
  }
  return { timerNs, shown, count: waits.length, costNs };
}

/**
 * Waits for acknowledgements on a plateau far above the round trip: a timer at the receiver, as in XUDP's figure 8.2 or
 * TCP's delayed acknowledgement.
 */
export const fixedAckTimer = ofEachDirection([FIXED_ACK_TIMER], (way, context) => {
  const held = heldByAckTimer(way, context);
  if (held === null || nagleDelayedAck(context).length > 0) return null;
  const { timerNs, shown, count, costNs } = held;
  const { direction, startNs, endNs, rttMinNs } = way;
  const isNoticeable = costNs >= context.durationNs * NOTICEABLE_SHARE && continuesAtOnce(way);
  return finding(
    {
      kind: FIXED_ACK_TIMER,
      severity: isNoticeable ? 'warning' : 'note',
      direction,
      startNs,
      endNs,
      costNs,
      message: `${shown.count} of ${count} ACKs came about ${timeText(timerNs)} late, with an RTT of ${tripText(rttMinNs)}: a timer at the ${receiverName(direction)} delayed them${isNoticeable ? `, and the ${senderName(direction)} waited for them, ${timeText(costNs)} of ${timeText(context.durationNs)} in all` : ''}.`,
      advice:
        'Let the sender write each message in one call, or set TCP_QUICKACK at the receiver (Linux). A receiver that answers with data sends the ACK along at once.',
    },
    { held: shown.count, answers: count, timerSeconds: timerNs / 1e9, frames: shown.frames },
  );
});

/**
 * Whether the sender mostly sends new data as soon as nothing is in flight: it waited for that.
 * @param {import('../../context.js').DirectionContext} way
 */
function continuesAtOnce({ insight: { bursts }, rttMinNs }) {
  let atOnce = 0;
  let all = 0;
  let answeredNs = -1;
  for (let b = 0; b < bursts.count; b++) {
    if (bursts.trigger[b] === TRIGGER.ACK && bursts.pipeBefore[b] === 0) answeredNs = bursts.startNs[b];
    if (bursts.sentNew[b] === 0 || answeredNs < 0) continue;
    all++;
    atOnce += Number(bursts.sendNs[b] - answeredNs <= rttMinNs + ANSWERED_WITHIN_NS);
    answeredNs = -1;
  }
  return atOnce > all / 2;
}

/**
 * Time in which a sender with something to send waited for acknowledgements that a timer delayed.
 * @param {import('../../context.js').DirectionContext} way
 * @param {import('../../context.js').Context} context
 */
export const ackTimerNs = (way, context) => (continuesAtOnce(way) ? (heldByAckTimer(way, context)?.costNs ?? 0) : 0);

/**
 * The delayed-ACK timer, if many waits lie on its plateau and a round trip is far shorter.
 * @param {Float64Array} waitsNs beyond a round trip @param {number} rttMinNs
 * @returns {number | null} one of the timers of known systems
 */
export function acknowledgmentTimer(waitsNs, rttMinNs) {
  const timerNs =
    waitsNs.length < MIN_WAITS * 2
      ? undefined
      : TIMERS_NS.find((ns) => ns > 3 * rttMinNs && shareNear(waitsNs, ns) > TIMER_SHARE);
  return timerNs ?? null;
}

/** 0 of too few. @param {Float64Array} waitsNs @param {number} ns */
function shareNear(waitsNs, ns) {
  let near = 0;
  for (let k = 0; k < waitsNs.length; k++) if (Math.abs(waitsNs[k] - ns) <= ns * BAND) near++;
  return near < MIN_WAITS ? 0 : near / waitsNs.length;
}
