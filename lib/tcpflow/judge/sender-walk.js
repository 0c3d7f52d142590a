import { OPTION, TCP } from '../../packet/segment-batch.js';
import { EVIDENCE, KIND, VERDICT } from '../verdict.js';
import { LossEpisodes } from './loss-episodes.js';
import { Scoreboard } from './scoreboard.js';
import { MAX_CELLS_PER_SEGMENT } from './sequence-cells.js';

/** @typedef {import('./direction-trace.js').DirectionTrace} DirectionTrace */

const OPEN = 0, RECOVERY = 1, LOSS = 2;

/** Share of the least round trip before which nothing can have come back. */
const ROUND_TRIP = 0.9;
/** Share of Linux's least time-out beyond the round trip, 200 ms, from which on a silence can be one. */
const LEAST_TIMEOUT_NS = 0.85 * 200e6;
/** A sender that repairs fast does so within half a round trip (Linux: a quarter of the least one) of having the evidence, and this. */
const LONGEST_REACTION = 0.5;
const REACTION_NS = 20e6;
/** A loss probe waits two round trips (RFC 8985, 7.2); delays vary. */
const PROBE_ROUND_TRIPS = 1.5;
/** An acknowledgement is with the sender after the least delay, or a little sooner, since that is measured to a tick; without timestamps to tell, hardly. */
const SOONEST_ARRIVAL = 0.9;
const ARRIVAL_JITTER_NS = 0.1e6;
/** Without evidence, what is sent sooner than this after news is not the timer's. */
const LEAST_SILENCE_NS = 5e6;
const DUPLICATE_THRESHOLD = 3;

/**
 * Second walk over one direction, in the order in which things happened at the sender: what made it send again. Acknowledgements that go by here
 * reach the sender `nearNs` later; where data bears timestamps, the echo tells which was the latest that it had.
 */
export class SenderWalk {
  #trace;
  #packets;
  #board;
  /**
   * Each cell's latest sending as a place in the order of sending, −1 none: twice the packet's index, but just before the packet above for a reordered one.
   */
  #lastSent;
  #episodes;
  #state = OPEN;
  /** What the latest time-out sent again. */
  #timedOut = -1;
  /** Recovery ends when this is acknowledged. */
  #recoveryPoint = -Infinity;
  #top = -Infinity;
  #topNs = 0;
  /** The next packet to look at for acknowledgements. */
  #next = 0;
  #nearNs;
  /** When the latest acknowledgement with news reached the sender, on this place's clock. */
  #newsNs = -Infinity;
  #sentNs = -Infinity;
  /** The latest segment that was sent after a pause as long as a time-out; −1 none. */
  #afterPause = -1;
  /** Latest sending of anything delivered (RFC 8985: RACK.segment). */
  #deliveredSending = -1;
  #duplicateAcks = 0;
  /** Since when there is evidence that the first unacknowledged segment is lost; Infinity: none. */
  #provenNs = Infinity;
  /** Highest byte when a loss probe was sent, until that is acknowledged; Infinity: none is out. */
  #probedTop = Infinity;

  /** @param {DirectionTrace} trace */
  constructor(trace) {
    this.#trace = trace;
    this.#packets = trace.packets;
    this.#board = new Scoreboard(trace.packets, trace.cells);
    this.#lastSent = new Int32Array(trace.cells.count).fill(-1);
    this.#nearNs = trace.path.nearNs || 0;
    this.#episodes = new LossEpisodes(trace);
  }

  /** @returns {import('./loss-episodes.js').LossEpisode[]} the direction's episodes */
  run() {
    const { packets, direction, verdicts } = this.#trace;
    for (let i = 0; i < packets.count; i++) {
      if (packets.direction[i] !== direction) continue;
      this.#acknowledgeUpTo(i);
      const verdict = verdicts.verdict[i];
      if (verdict === VERDICT.RETRANSMISSION) this.#again(i);
      if (verdict === VERDICT.RETRANSMISSION || verdict === VERDICT.ORIGINAL) this.#sent(i);
      else if (verdict === VERDICT.REORDERED) this.#book(i, this.#sendingOf(i));
    }
    this.#acknowledgeUpTo(packets.count);
    return this.#episodes.list;
  }

  /** Takes in what the sender knew when it sent packet i. @param {number} i */
  #acknowledgeUpTo(i) {
    const { packets, direction, ackCopies } = this.#trace, { timeNs, flags } = packets;
    for (; this.#next < i && this.#hadArrived(this.#next, i); this.#next++) {
      const k = this.#next;
      if (packets.direction[k] !== direction && flags[k] & TCP.ACK && ackCopies[k] === 0) this.#acknowledge(k, timeNs[k] + this.#nearNs);
    }
  }

  /** @param {number} k @param {number} i */
  #hadArrived(k, i) {
    const { packets, direction } = this.#trace;
    if (packets.direction[k] === direction || i === packets.count) return true;
    const stamped = packets.options[i] & packets.options[k] & OPTION.TIMESTAMPS, earliestNs = packets.timeNs[k] + this.#nearNs * SOONEST_ARRIVAL;
    if ((stamped ? earliestNs : Math.max(earliestNs, packets.timeNs[k] + this.#nearNs - ARRIVAL_JITTER_NS)) > packets.timeNs[i]) return false;
    if (!stamped) return true;
    return ((packets.tsValue[k] - packets.tsEcho[i]) | 0) <= 0;
  }

  /** @param {number} k @param {number} arrivedNs */
  #acknowledge(k, arrivedNs) {
    const board = this.#board, ackedBefore = board.acked;
    const news = board.acknowledge(k, (cell) => this.#delivered(cell, arrivedNs));
    if (news) this.#newsNs = arrivedNs;
    if (board.acked > ackedBefore) {
      this.#episodes.acknowledged(board.acked, this.#packets.timeNs[k], this.#top);
      this.#provenNs = Infinity;
      this.#duplicateAcks = 0;
      if (board.acked >= this.#recoveryPoint || this.#isUndone()) this.#state = OPEN;
      if (board.acked >= this.#probedTop) this.#probedTop = Infinity;
    } else if (this.#packets.length[k] === 0) {
      this.#duplicateAcks++;
      this.#newsNs = arrivedNs;
    }
    if (this.#provenNs === Infinity && this.#isProven(this.#trace.cells.find(board.acked))) this.#provenNs = arrivedNs;
  }

  /** The sender noticed that its time-out was spurious (Eifel, RFC 4015; F-RTO with SACK, RFC 5682). */
  #isUndone() {
    const { packets, spurious, sackPermitted } = this.#trace, i = this.#timedOut;
    return this.#state === LOSS && spurious[i] === 1 && this.#board.acked > packets.seqOffset[i] && (sackPermitted || (packets.options[i] & OPTION.TIMESTAMPS) !== 0);
  }

  /** @param {number} cell @param {number} arrivedNs */
  #delivered(cell, arrivedNs) {
    const sending = this.#lastSent[cell], { verdicts, packets, path } = this.#trace;
    if (sending <= this.#deliveredSending) return;
    const i = sending >> 1, again = sending === 2 * i && verdicts.verdict[i] === VERDICT.RETRANSMISSION;
    if (again && arrivedNs - packets.timeNs[i] < path.roundTripNs * ROUND_TRIP) return; // that of an earlier sending
    this.#deliveredSending = sending;
  }

  /** A retransmission: its kind. @param {number} i */
  #again(i) {
    const { verdicts, packets } = this.#trace;
    const [kind, evidence, confidence] = packets.flags[i] & TCP.SYN ? [KIND.SYN, EVIDENCE.HANDSHAKE, 1] : this.#cause(i);
    this.#trace.kind[i] = kind;
    verdicts.evidence[i] |= evidence;
    verdicts.confidence[i] = Math.round(verdicts.confidence[i] * confidence);
    this.#episodes.resent(i, { lostNs: this.#lastSentNs(i), top: Math.max(this.#top, packets.endOffset[i]), topNs: this.#topNs, acked: this.#board.acked });
  }

  /** @param {number} i @returns {[kind: number, evidence: number, confidence: number]} */
  #cause(i) {
    const { packets, path } = this.#trace, timedOut = this.#isTimeout(i);
    if (this.#state === LOSS) {
      if (timedOut) this.#timeOut(i);
      return [KIND.RTO, timedOut ? EVIDENCE.EPISODE | EVIDENCE.SILENCE : EVIDENCE.EPISODE, 0.95];
    }
    if (timedOut && !this.#isLossProbe(i)) {
      this.#timeOut(i);
      return [KIND.RTO, EVIDENCE.SILENCE, 0.95];
    }
    if (this.#state === RECOVERY) return [KIND.FAST, EVIDENCE.EPISODE, 0.95];
    if (this.#followsHiddenRepair(i)) {
      this.#timeOut(i);
      return [KIND.RTO, EVIDENCE.SILENCE | EVIDENCE.EPISODE, 0.8];
    }
    if (this.#hasEvidence(i)) {
      this.#enter(RECOVERY);
      return [KIND.FAST, EVIDENCE.DUPLICATE_ACKS, 0.95];
    }
    if (this.#isLossProbe(i)) {
      this.#probedTop = this.#top;
      return [KIND.TLP, EVIDENCE.SILENCE | EVIDENCE.TAIL, 0.9];
    }
    const timer = packets.seqOffset[i] <= this.#board.acked && packets.timeNs[i] - this.#newsNs >= Math.max(path.roundTripNs, LEAST_SILENCE_NS);
    if (timer) this.#timeOut(i);
    else this.#enter(RECOVERY);
    return timer ? [KIND.RTO, EVIDENCE.SILENCE, 0.7] : [KIND.FAST, 0, 0.5];
  }

  /** @param {number} i what the timer sent again */
  #timeOut(i) {
    this.#enter(LOSS);
    this.#timedOut = i;
  }

  /** @param {number} state */
  #enter(state) {
    this.#state = state;
    this.#recoveryPoint = this.#top;
    this.#probedTop = Infinity;
  }

  /** When the segment's first byte was sent last, as far as the capture tells. @param {number} i */
  #lastSentNs(i) {
    const { packets, cells } = this.#trace, cell = cells.find(packets.seqOffset[i]), seen = this.#lastSent[cell];
    if (seen >= 0) return packets.timeNs[seen >> 1];
    const above = cells.earliestFrom[cell + 1];
    return above >= 0 ? packets.timeNs[above] : NaN;
  }

  /** The first unacknowledged segment, sent again after as long a silence as the retransmission timer's. @param {number} i */
  #isTimeout(i) {
    const { packets, path } = this.#trace, now = packets.timeNs[i];
    if (packets.seqOffset[i] > this.#board.acked) return false;
    const least = path.roundTripNs + LEAST_TIMEOUT_NS;
    if (now - this.#lastSentNs(i) < least) return false;
    if (now - Math.max(this.#newsNs, this.#sentNs) >= LEAST_TIMEOUT_NS || !this.#hasEvidence(i)) return true;
    return this.#state === OPEN && now - Math.max(this.#provenNs, this.#sentNs) > path.roundTripNs * LONGEST_REACTION + REACTION_NS;
  }

  /** Something sent later has arrived, or as many duplicates as it takes. @param {number} i */
  #hasEvidence(i) {
    const { cells, packets } = this.#trace;
    return this.#isProven(cells.find(packets.seqOffset[i]));
  }

  /** @param {number} cell */
  #isProven(cell) {
    const { cells, verdicts } = this.#trace, seen = this.#lastSent[cell], above = cells.earliestFrom[cell + 1];
    if (seen >= 0 ? this.#deliveredSending > seen : above >= 0 && this.#deliveredSending >= 2 * above) return true;
    const again = seen >= 0 && seen % 2 === 0 && verdicts.verdict[seen >> 1] === VERDICT.RETRANSMISSION;
    return this.#duplicateAcks >= DUPLICATE_THRESHOLD && !again;
  }

  /** The last segment once more, after some two round trips without news. @param {number} i */
  #isLossProbe(i) {
    const { packets, path, sackPermitted } = this.#trace;
    if (!sackPermitted || this.#state !== OPEN || this.#probedTop < Infinity || packets.endOffset[i] < this.#top || this.#hasEvidence(i)) return false;
    return packets.timeNs[i] - Math.max(this.#sentNs, this.#newsNs) >= path.roundTripNs * PROBE_ROUND_TRIPS;
  }

  /** @param {number} i */
  #sent(i) {
    this.#book(i, 2 * i);
    this.#notePause(i);
    if (this.#trace.kind[i] !== KIND.TLP) this.#sentNs = this.#packets.timeNs[i];
    if (this.#packets.endOffset[i] <= this.#top) return;
    this.#top = this.#packets.endOffset[i];
    this.#topNs = this.#packets.timeNs[i];
  }

  /** @param {number} i */
  #notePause(i) {
    const { packets, path } = this.#trace;
    if (packets.length[i] > 0 && this.#top > -Infinity && packets.timeNs[i] - Math.max(this.#sentNs, this.#newsNs) >= path.roundTripNs + LEAST_TIMEOUT_NS) this.#afterPause = i;
  }

  /**
   * A segment after a pause may be a time-out's repair whose first sending was lost on the way here, so that it looks like new data. The sender
   * waits for its acknowledgement, then may send new data (F-RTO) before the rest that was lost:
   *
   * ```
   *  time    pause, P │ round trip │ new data above │ i
   *  bytes   ── P ──┤├── i … hole, never seen ──┤├── new data
   * ```
   * @param {number} i
   */
  #followsHiddenRepair(i) {
    const { packets, path, cells } = this.#trace, paused = this.#afterPause;
    if (paused < 0 || packets.seqOffset[i] !== packets.endOffset[paused]) return false;
    const cell = cells.find(packets.seqOffset[i]), above = cells.earliestFrom[cell + 1];
    return this.#lastSent[cell] < 0 && above >= 0 && packets.timeNs[above] - packets.timeNs[paused] >= path.roundTripNs * ROUND_TRIP;
  }

  /** The place of reordered packet i in the order of sending. @param {number} i */
  #sendingOf(i) {
    const { cells, packets } = this.#trace, above = cells.earliestFrom[cells.find(packets.seqOffset[i]) + 1];
    return above >= 0 && above < i ? 2 * above - 1 : 2 * i;
  }

  /** @param {number} i @param {number} sending its place in the order of sending */
  #book(i, sending) {
    const { cells, packets } = this.#trace, first = cells.find(packets.seqOffset[i]), end = packets.endOffset[i];
    for (let cell = first; cell >= 0 && cell < cells.count && cells.start[cell] < end && cell < first + MAX_CELLS_PER_SEGMENT; cell++) {
      if (sending > this.#lastSent[cell]) this.#lastSent[cell] = sending;
    }
  }
}
