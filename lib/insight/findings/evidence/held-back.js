import { TRIGGER } from '../../../transport/bursts.js';
import { isAnswered } from '../../sender/causes.js';
import { LIMIT } from '../../sender/limits.js';
import { MAX_EVIDENCE_FRAMES } from '../finding.js';
import { ANSWERED_WITHIN_NS, LONGEST_DELAYED_ACK_NS } from '../times.js';
import { Shown } from './evidence.js';

/** @typedef {{ waits: number, costNs: number, mostNs: number, frames: number[] }} Waits */
/**
 * Segments that waited for the receiver's delayed-ACK timer.
 * @typedef {{ timerNs: number, shown: Shown, count: number, costNs: number }} Held
 */

/**
 * Delayed acknowledgements wait 40 ms (Linux) to 500 ms (RFC 1122 section 4.2.3.2): this much above the round trip is
 * more than jitter.
 */
const MIN_DELAY_NS = 25e6;
export const MIN_WAITS = 3;
/**
 * Timers that systems are known to have: Linux 40 to 200 ms, Solaris 50 or 100, macOS and FreeBSD 100, Windows and
 * older BSD 200; RFC 1122 lets it be 500.
 */
const TIMERS_NS = [40e6, 50e6, 100e6, 200e6, 500e6];
/** Waits for one timer are within this of each other. */
export const BAND = 0.15;
const TIMER_SHARE = 0.3;

/**
 * By direction; four detectors use it.
 * @type {WeakMap<import('../context.js').DirectionContext, { all: Waits, late: Waits }>}
 */
const known = new WeakMap();

/**
 * Short segments that left only with the acknowledgement of the previous short one: how many, those acknowledged late,
 * and their waits. Without segments that the receiver's window made short.
 * @param {import('../context.js').DirectionContext} way @param {import('../context.js').Context} context
 */
export function heldBack(way, context) {
  const before = known.get(way);
  if (before !== undefined) return before;
  const held = findHeldBack(way, context);
  known.set(way, held);
  return held;
}

/**
 * @param {import('../context.js').DirectionContext} way
 * @param {import('../context.js').Context} context
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
      !isAnswered(bursts, b, rttMinNs) &&
      limits[last] !== LIMIT.RECEIVE_WINDOW &&
      // a longer wait is for a lost segment, or for the sender's own timer
      bursts.startNs[b] - bursts.endNs[last] <= LONGEST_DELAYED_ACK_NS + rttMinNs
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
 * @param {import('../context.js').DirectionContext} way
 * @param {import('../context.js').Context} context
 */
export function heldNs(way, context) {
  const {
    all: { waits, costNs },
  } = heldBack(way, context);
  return waits < MIN_WAITS ? 0 : costNs;
}

/** @type {WeakMap<import('../context.js').DirectionContext, Held | null>} */
const knownTimers = new WeakMap();

/**
 * Waits for acknowledgements that the receiver's timer ended, of all `count`.
 * @param {import('../context.js').DirectionContext} way @param {import('../context.js').Context} context
 */
export function heldByAckTimer(way, context) {
  const before = knownTimers.get(way);
  if (before !== undefined) return before;
  const held = findAckTimer(way, context);
  knownTimers.set(way, held);
  return held;
}

/**
 * @param {import('../context.js').DirectionContext} way
 * @param {import('../context.js').Context} context
 * @returns {Held | null}
 */
function findAckTimer({ insight: { bursts }, rttMinNs }, { packets }) {
  /** Packets that answered, and their waits. @type {number[]} */
  const answers = [];
  /** @type {number[]} */ const waits = [];
  const isUnread = unreadAnswers(packets);
  let last = -1;
  let longestNs = 0;
  let isAlone = true;
  for (let b = 0; b < bursts.count; b++) {
    if (bursts.sent[b] > bursts.sentNew[b]) last = -1;
    const isAnswer =
      last >= 0 && bursts.trigger[b] === TRIGGER.ACK && bursts.outstanding[last] > 0 && bursts.pipeBefore[b] === 0;
    if (isAnswer && isUnread(bursts.packet[b])) last = -1;
    else if (isAnswer) {
      const waitedNs = bursts.startNs[b] - bursts.endNs[last] - rttMinNs;
      answers.push(bursts.packet[b]);
      waits.push(waitedNs);
      isAlone &&= bursts.outstanding[last] <= 1;
      longestNs = Math.max(longestNs, waitedNs);
    }
    last = bursts.sentNew[b] > 0 || isAnswer ? b : last;
  }
  if (longestNs < TIMERS_NS[0] * (1 - 2 * BAND)) return null;
  const timerNs = acknowledgmentTimer(Float64Array.from(waits), rttMinNs, isAlone);
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
 * An acknowledgement that moves the window's edge by nothing, although it acknowledges more: the application has not
 * read, and Linux waits for that, up to its timer, before it acknowledges. A sooner one would not have let more go.
 * @param {import('../context.js').Context['packets']} packets
 * @returns {(i: number) => boolean} to be asked of packets in order
 */
function unreadAnswers({ direction, ackOffset, windowBytes }) {
  const edges = [0, 0];
  let seen = 0;
  return (i) => {
    for (; seen < i; seen++) {
      const edge = ackOffset[seen] + windowBytes[seen];
      if (ackOffset[seen] >= 0 && edge > edges[direction[seen]]) edges[direction[seen]] = edge;
    }
    return edges[direction[i]] > 0 && ackOffset[i] + windowBytes[i] <= edges[direction[i]];
  };
}

/**
 * Whether the sender mostly sends new data as soon as nothing is in flight: it waited for that.
 * @param {import('../context.js').DirectionContext} way
 */
export function continuesAtOnce({ insight: { bursts }, rttMinNs }) {
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
 * @param {import('../context.js').DirectionContext} way
 * @param {import('../context.js').Context} context
 */
export const ackTimerNs = (way, context) => (continuesAtOnce(way) ? (heldByAckTimer(way, context)?.costNs ?? 0) : 0);

/**
 * The delayed-ACK timer, if many waits lie on its plateau and a round trip is far shorter; a segment alone in flight
 * waits for nothing else.
 * @param {Float64Array} waitsNs beyond a round trip @param {number} rttMinNs @param {boolean} [isAlone]
 * @returns {number | null} one of the timers of known systems
 */
export function acknowledgmentTimer(waitsNs, rttMinNs, isAlone = false) {
  const timerNs =
    waitsNs.length < MIN_WAITS * 2
      ? undefined
      : TIMERS_NS.find((ns) => (isAlone || ns > 3 * rttMinNs) && shareNear(waitsNs, ns) > TIMER_SHARE);
  return timerNs ?? null;
}

/** 0 of too few. @param {Float64Array} waitsNs @param {number} ns */
function shareNear(waitsNs, ns) {
  let near = 0;
  for (let k = 0; k < waitsNs.length; k++) if (Math.abs(waitsNs[k] - ns) <= ns * BAND) near++;
  return near < MIN_WAITS ? 0 : near / waitsNs.length;
}
