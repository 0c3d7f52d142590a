import { STATE } from '../../transport/bursts.js';
import { ANSWER_SHARE } from './initial-window.js';
import { Opening } from './opening.js';
import { StreamCredit } from './stream-credit.js';
import { EVENT } from './walk-log.js';

/** A window is full where fewer packets fit in, or so small a part of it: estimates are that exact. */
const FULL_PACKETS = 2;
const FULL_SHARE = 0.03;
/** … and a sender that sends by itself had not waited for the window where less of it was left in flight. */
const DRAINED_SHARE = 1 / 2;
/** Until something is lost, a window holds at least so many (RFC 9002 section 7.2). */
const INITIAL_PACKETS = 10;
/** Pacing releases a packet in each so many parts of its share of the round trip: RFC 9002 section 7.7 has 1.25. */
const PACING_SLACK = 3;

/** @typedef {import('../../transport/quic/sent.js').LimitSpan} LimitSpan */
/** @typedef {import('../../transport/quic/sent.js').LimitKnown} LimitKnown */

/**
 * What limited a direction's sender, from each event to the next.
 * @param {import('./recover.js').DirectionRecovery} sent
 * @param {LimitKnown} known
 * @returns {LimitSpan[]}
 */
export function limitSpans(sent, known) {
  const { log } = sent.walk;
  const pass = new LimitPass(sent, known);
  /** @type {LimitSpan[]} */
  const spans = [];
  for (let e = 0; e + 1 < log.count; e++) {
    const limit = pass.after(e);
    const stream = limit === 'flow_control_stream' ? sent.carried.freshStream[pass.next] : null;
    const startNs = log.timeNs[e];
    const endNs = log.timeNs[e + 1];
    const last = spans.at(-1);
    if (last !== undefined && last.limit === limit && last.stream === stream) last.endNs = endNs;
    else if (endNs > startNs) spans.push({ startNs, endNs, limit, stream });
  }
  return spans;
}

class LimitPass {
  /** The next send with new data of a stream; as many as there are: none. */
  next = 0;
  #sent;
  #known;
  #credit;
  #opening;
  #answerNs;
  #hasLost = false;

  /** @param {import('./recover.js').DirectionRecovery} sent @param {LimitKnown} known */
  constructor(sent, known) {
    this.#sent = sent;
    this.#known = known;
    this.#credit = new StreamCredit(sent.direction, sent.receiver);
    this.#opening = new Opening(sent);
    this.#answerNs = answersOf(sent.walk.log, sent.sends.count);
  }

  /** @param {number} e event, in order @returns {LimitSpan['limit']} */
  after(e) {
    const { packets, carried, sends, walk } = this.#sent;
    const { log } = walk;
    if (log.send[e] < 0) this.#credit.read(packets, log.packet[e]);
    this.#opening.take(e);
    this.next = carried.nextFresh[log.lastSend[e] + 1] ?? sends.count;
    if (this.#opening.left <= 0) return 'anti_amplification';
    if (!this.#opening.isOver) return 'handshake';
    if (this.next === sends.count) return this.#behindAll(e);
    return this.#byCredit(e) ?? this.#byWindow(e);
  }

  /** @param {number} e @returns {LimitSpan['limit']} */
  #behindAll(e) {
    const { carried, walk } = this.#sent;
    const send = walk.log.lastSend[e];
    const isDone = send >= 0 && carried.open[send] === 0 && walk.log.inFlight[e] === 0;
    return isDone ? 'idle' : 'application';
  }

  /** @param {number} e @returns {LimitSpan['limit'] | null} */
  #byCredit(e) {
    const { carried, walk } = this.#sent;
    const send = walk.log.lastSend[e];
    const offset = carried.freshOffset[this.next];
    const id = carried.freshStream[this.next];
    if (walk.log.credit[e] <= (send < 0 ? 0 : carried.total[send])) return 'flow_control_connection';
    if (offset === 0) return this.#credit.isShut(id) ? 'stream_limit' : null;
    return this.#credit.of(id) <= offset ? 'flow_control_stream' : null;
  }

  /** @param {number} e @returns {LimitSpan['limit']} */
  #byWindow(e) {
    const { carried, sends, walk } = this.#sent;
    const { cwndAt, packetBytes, rttNs } = this.#known;
    const { log } = walk;
    const cwnd = Math.max(cwndAt(log.timeNs[e]), this.#hasLost ? 0 : INITIAL_PACKETS * packetBytes);
    if (log.state[e] !== STATE.OPEN) this.#hasLost = true;
    const isNew = carried.freshOffset[this.next] === 0 && !this.#credit.isAsked(carried.freshStream[this.next]);
    if (isNew && log.waiting[e] === 0) return 'application';
    const isFull = log.inFlight[e] + FULL_PACKETS * packetBytes > cwnd * (1 - FULL_SHARE);
    if (isFull) {
      const data = carried.nextData[log.lastSend[e] + 1];
      const leftInFlight = walk.inFlightAt[data] - sends.bytes[data];
      const isHeld = this.#answerNs[data] <= rttNs * ANSWER_SHARE || leftInFlight > cwnd * DRAINED_SHARE;
      return isHeld ? 'congestion_window' : 'application';
    }
    const dueNs = (PACING_SLACK * rttNs * packetBytes) / Math.max(packetBytes, cwnd);
    return sends.timeNs[this.next] - log.timeNs[e] <= dueNs ? 'pacing' : 'application';
  }
}

/**
 * How long after the other end's latest packet each send left.
 * @param {import('./walk-log.js').WalkLog} log @param {number} count of sends
 */
function answersOf({ count: events, kind, send, timeNs }, count) {
  const answerNs = new Float64Array(count).fill(Infinity);
  let latestNs = -Infinity;
  for (let e = 0; e < events; e++) {
    if (kind[e] !== EVENT.SENT) latestNs = timeNs[e];
    else answerNs[send[e]] = timeNs[e] - latestNs;
  }
  return answerNs;
}
