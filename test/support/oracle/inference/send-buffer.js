import { LIMIT } from '../../../../lib/insight/sender/limits.js';
import { STATE, TRIGGER } from '../../../../lib/transport/bursts.js';

/** @typedef {import('../../../../lib/transport/bursts.js').Bursts} Bursts */

/**
 * Pauses that ended with an acknowledgement: this many, this share of all, and this many times as many as chance would
 * have.
 */
const MIN_PAUSES = 3;
const MIN_SHARE = 0.5;
const ABOVE_CHANCE = 2;

/**
 * No congestion control keeps its window for so many round trips before it has ever lowered it: CUBIC grows by half a
 * segment in each (RFC 9438 section 4.3), Reno by one.
 */
const PLATEAU_TRIPS = 10;
/** What tells a congestion control's own plateau (lib/engine/inference/send-buffer.ts). */
const QUEUE_SHARE = 0.1;
const APPROACH_TRIPS = 3;
const APPROACHED = 2 / 3;
/**
 * In flight is the same within this many segments, or this share, and comes back to it at the latest after so many
 * round trips.
 */
const SAME_SEGMENTS = 1;
const SAME_SHARE = 0.02;
const RETURN_TRIPS = 1.5;
/** Segments that stop coming for this share of a round trip leave no queue before the capture point. */
const PAUSE_SHARE = 1 / 8;
/** Of a window of one to three segments the same is a smaller part of one. */
const SMALL_SHARE = 1 / 4;
/** Answers to what the other end asked are no plateau of a window, from this share of them on. */
const ASKED_SHARE = 0.25;
/** Segments that end a full buffer bear PSH: this share of a plateau's answers. */
const PUSHED_SHARE = 0.5;
/** The receive window is what kept it, where it did so for this share of the bursts. */
const RECEIVER_SHARE = 0.1;

/**
 * A pause of the sender: bursts `from` … `to` − 1, the share of it in which an acknowledgement had just come, and
 * whether it tells a buffer from an application.
 * @typedef {{ from: number, to: number, chance: number, isAnswer: boolean, isTelling: boolean }} Pause
 */

/**
 * Tells a full send buffer from an application that has nothing: both leave room in the window while data is under way.
 * But a buffer is emptied by acknowledgements alone, so the application writes again just when one has come; an
 * application with a clock of its own does so by chance only.
 *
 * ```
 *    ACK  ACK  ACK  ACK ─▶ ■ ■ ■ ■ ■        full again: in flight is as long as the buffer
 *     │    │    │    └ now a third of the buffer is free (Linux, sk_stream_write_space)
 *     └────┴────┴ the window has room, nothing leaves
 * ```
 *
 * And where every acknowledgement frees as much as is then sent, in flight stays the same where a congestion window
 * would grow; that shows anywhere.
 *
 * @param {Bursts} bursts @param {Uint8Array} limits changed in place @param {{ rttNs: number, baseRttNs:
 *   number }} trips
 * @param {{ isExact: boolean, mayHide: boolean }} times isExact: they are the sender's own, else how fast an
 *   application answers does not show, only that; mayHide: a queue may hide what is in flight
 * @returns {boolean} it may as well be the stack's own limit
 */
export function tellSendBuffer(bursts, limits, trips, { isExact, mayHide }) {
  const isBuffer = isExact && !mayHide && tellByPauses(bursts, limits);
  const held = tellByPlateau(bursts, limits, { ...trips, mayHide });
  if (held === null || isBuffer) return false;
  const answers = held.filter((b) => bursts.trigger[b] === TRIGGER.ACK);
  const pushed = answers.filter((b) => bursts.pushed[b] === 1);
  return pushed.length < answers.length * PUSHED_SHARE;
}

/** @param {Bursts} bursts @param {Uint8Array} limits */
function tellByPauses(bursts, limits) {
  const held = pausesOf(bursts, limits, bursts.clockedNs);
  const pauses = held.filter(({ isTelling }) => isTelling);
  let answers = 0;
  let chance = 0;
  for (const pause of pauses) {
    if (pause.isAnswer) answers++;
    chance += pause.chance;
  }
  if (answers < MIN_PAUSES || answers < pauses.length * MIN_SHARE || answers < chance * ABOVE_CHANCE) {
    return false;
  }
  for (const { from, to, isTelling, isAnswer } of held) {
    if (isTelling || isAnswer) limits.fill(LIMIT.SEND_BUFFER, from, to);
  }
  return true;
}

/**
 * Times in which the application, or its buffer, held the sender back.
 * @param {Bursts} bursts
 * @param {Uint8Array} limits
 * @param {number} clockedNs
 * @returns {Pause[]}
 */
function pausesOf(bursts, limits, clockedNs) {
  const pauses = [];
  for (let from = 0; from < bursts.count; from++) {
    if (limits[from] !== LIMIT.APPLICATION || bursts.sentNew[from] === 0) continue;
    let to = from + 1;
    while (to < bursts.count && bursts.sentNew[to] === 0) to++;
    if (to < bursts.count && isHeld(bursts, limits, from, to)) {
      pauses.push({
        from,
        to,
        chance: covered(bursts, from, to, clockedNs),
        isAnswer: bursts.trigger[to] === TRIGGER.ACK,
        isTelling: bursts.pipeBefore[to] > 0 && to - from >= 2,
      });
    }
    from = to - 1;
  }
  return pauses;
}

/** @param {Bursts} bursts @param {Uint8Array} limits @param {number} from @param {number} to */
function isHeld({ state, trigger }, limits, from, to) {
  if (trigger[to] === TRIGGER.DATA) return false;
  for (let b = from; b < to; b++) {
    if (limits[b] !== LIMIT.APPLICATION || state[b] !== STATE.OPEN || trigger[b] === TRIGGER.DATA) return false;
  }
  return true;
}

/** @param {Bursts} bursts @param {number} from @param {number} to @param {number} clockedNs */
function covered({ startNs, endNs, trigger }, from, to, clockedNs) {
  let coveredNs = 0;
  for (let b = from + 1; b < to; b++) {
    if (trigger[b] === TRIGGER.ACK) coveredNs += Math.min(clockedNs, startNs[b + 1] - startNs[b]);
  }
  return coveredNs / Math.max(1, startNs[to] - endNs[from]);
}

/**
 * @param {Bursts} bursts @param {Uint8Array} limits
 * @param {{ rttNs: number, baseRttNs: number, mayHide: boolean }} known usual and shortest round trip
 * @returns {number[] | null} bursts with new data in which it held the sender; null: none, or it was not fixed
 */
function tellByPlateau(bursts, limits, { rttNs, baseRttNs, mayHide }) {
  const { count, state, pipeAfter, startNs, edge } = bursts;
  const all = Array.from({ length: count }, (_, b) => b);
  const orAll = (/** @type {number} */ b) => (b < 0 ? count : b);
  const end = orAll(all.findIndex((b) => state[b] !== STATE.OPEN || edge[b] === Infinity));
  const most = Math.max(0, ...pipeAfter.subarray(0, end));
  const slack = Math.max(Math.min(SAME_SEGMENTS, most * SMALL_SHARE), most * SAME_SHARE);
  const isSame = (/** @type {number} */ b) => pipeAfter[b] >= most - slack;
  const tripsFrom = (/** @type {number} */ from, /** @type {number} */ to) => (startNs[to] - startNs[from]) / rttNs;
  const lastSame = (/** @type {number} */ from, /** @type {number} */ until) => {
    let to = from;
    for (let b = from; b < until && startNs[b] - startNs[to] <= RETURN_TRIPS * rttNs; b++) if (isSame(b)) to = b;
    return to;
  };
  const from = all.slice(0, end).find(isSame) ?? end;
  const to = lastSame(from, end);
  if (to >= count || startNs[to] - startNs[from] < PLATEAU_TRIPS * rttNs) return null;
  const sending = all.slice(from, to + 1).filter((b) => bursts.sentNew[b] > 0);
  const asked = sending.filter((b) => bursts.trigger[b] === TRIGGER.DATA);
  if (asked.length >= sending.length * ASKED_SHARE) return null;
  if (mayHide && !pausesAllAlong(bursts, { from, to, rttNs })) return null;
  const long = all.slice(0, from).filter((b) => startNs[from] - startNs[b] > APPROACH_TRIPS * rttNs);
  const before = Math.max(0, ...long.map((b) => pipeAfter[b]));
  const isQueued = most >= 2 && rttNs - baseRttNs > baseRttNs * QUEUE_SHARE;
  const isOwn = isQueued || before > most * APPROACHED;
  const byReceiver = limits.subarray(from, to).filter((limit) => limit === LIMIT.RECEIVE_WINDOW).length;
  const isReceiver = byReceiver > (to - from) * RECEIVER_SHARE;
  if (isOwn && !isReceiver) return null;
  const held = setHeld(bursts, limits, { from, to, isReceiver });
  if (isReceiver) return null;
  const begins = all.filter((b) => b >= end && state[b] === STATE.OPEN && (b === end || state[b - 1] !== STATE.OPEN));
  for (const begin of begins) {
    const past = orAll(all.findIndex((b) => b > begin && state[b] !== STATE.OPEN));
    if (pipeAfter.subarray(begin, past).some((pipe) => pipe > most + slack)) return null;
    const first = all.slice(begin, past).find(isSame);
    if (first === undefined) continue;
    const last = lastSame(first, past);
    if (tripsFrom(begin, first) <= RETURN_TRIPS || tripsFrom(first, last) >= PLATEAU_TRIPS) {
      held.push(...setHeld(bursts, limits, { from: first, to: last, isReceiver }));
    }
  }
  return held;
}

/** @param {Bursts} bursts @param {{ from: number, to: number, rttNs: number }} plateau */
function pausesAllAlong({ sent, startNs, endNs }, { from, to, rttNs }) {
  const sending = Array.from({ length: to - from }, (_, k) => from + k).filter((b) => sent[b] > 0);
  let pausedNs = startNs[from];
  return sending.every((b, k) => {
    const beforeNs = k === 0 ? startNs[from] : endNs[sending[k - 1]];
    if (startNs[b] - beforeNs >= rttNs * PAUSE_SHARE) pausedNs = startNs[b];
    return startNs[b] - pausedNs <= rttNs * RETURN_TRIPS;
  });
}

/**
 * @param {Bursts} bursts @param {Uint8Array} limits
 * @param {{ from: number, to: number, isReceiver: boolean }} plateau
 * @returns {number[]} those with new data
 */
function setHeld({ sentNew, trigger, pipeBefore }, limits, { from, to, isReceiver }) {
  const held = [];
  let isAnswered = false;
  for (let b = to - 1; b >= from; b--) {
    if (limits[b] === LIMIT.CONGESTION_WINDOW) limits[b] = isReceiver ? LIMIT.RECEIVE_WINDOW : LIMIT.SEND_BUFFER;
    else if (limits[b] === LIMIT.APPLICATION && isAnswered && !isReceiver) limits[b] = LIMIT.SEND_BUFFER;
    if (sentNew[b] === 0) continue;
    isAnswered = trigger[b] === TRIGGER.ACK && pipeBefore[b] > 0;
    held.push(b);
  }
  return held;
}
