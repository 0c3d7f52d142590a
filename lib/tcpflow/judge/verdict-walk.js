import { OPTION, TCP } from '../../packet/segment-batch.js';
import { EVIDENCE, VERDICT } from '../verdict.js';
import { Scoreboard } from './scoreboard.js';
import { SENT_AFTER, SENT_BEFORE } from './send-order.js';
import { MAX_CELLS_PER_SEGMENT } from './sequence-cells.js';

/** @typedef {import('../connection/connection-packets.js').ConnectionPackets} ConnectionPackets */
/** @typedef {import('./direction-trace.js').DirectionTrace} DirectionTrace */

/** Share of the least round trip before which a repair cannot have come, some jitter allowed. */
const SOONEST_REPAIR = 0.9;
/** A hole filled sooner than this is taken for reordering where no round trip is known (Wireshark's 3 ms). */
const REORDERED_WITHIN_NS = 3e6;
/** Share of the least delay to the receiver and back before which an acknowledgement cannot be that of the segment just gone by. */
const SOONEST_ACK = 0.75;
/** Delays to the receiver below this say nothing: the acknowledgement of what went by before may come at any moment. */
const LEAST_TELLING_NS = 1e6;
/** Unneeded transmissions of one segment that D-SACKs are told apart for. */
const MAX_TRANSMISSIONS_LOOKED_AT = 8;

/**
 * First walk over one direction, in capture order: the verdict of each segment, and of each retransmission whether it was needed.
 */
export class VerdictWalk {
  #trace;
  #packets;
  #cells;
  #order;
  #board;
  /** Latest packet seen with a cell's bytes; −1 none. */
  #lastSeen;
  /** Highest end seen. */
  #top = -Infinity;
  /** The packet that ended highest, and of each that did what ended highest before. */
  #topPacket = -1;
  #follows;
  /** When something was last sent again, ns. */
  #againNs = -Infinity;
  #latestProbe = -1;
  /** The latest retransmission that was acknowledged and by what, while nothing said whether it was needed; −1 none. */
  #repaired = -1;
  #repairedBy = -1;
  /** Latest packet of the other direction. */
  #latestAck = -1;
  #window = -1;

  /** @param {DirectionTrace} trace */
  constructor(trace) {
    this.#trace = trace;
    this.#packets = trace.packets;
    this.#cells = trace.cells;
    this.#order = trace.order;
    this.#board = new Scoreboard(trace.packets, trace.cells);
    this.#lastSeen = new Int32Array(trace.cells.count).fill(-1);
    this.#follows = new Int32Array(trace.packets.count).fill(-1);
  }

  run() {
    const { direction, count } = this.#packets;
    for (let i = 0; i < count; i++) {
      if (direction[i] === this.#trace.direction) this.#judge(i);
      else this.#acknowledge(i);
    }
  }

  /** @param {number} i */
  #judge(i) {
    const { packets } = this.#trace;
    if (packets.endOffset[i] === packets.seqOffset[i] || packets.length[i] <= 1) {
      if (this.#judgeProbe(i)) return;
      if (packets.endOffset[i] === packets.seqOffset[i]) return;
    }
    this.#judgeSegment(i);
  }

  /** Keep-alives (RFC 9293, 3.8.4) and window probes: one byte or none, below what was acknowledged or into a closed window. @param {number} i */
  #judgeProbe(i) {
    const { packets } = this.#trace, top = this.#top, seq = packets.seqOffset[i];
    if (packets.flags[i] & (TCP.SYN | TCP.FIN | TCP.RST) || top === -Infinity) return false;
    const closed = this.#window === 0, below = seq === this.#board.acked - 1;
    if (!(below && packets.length[i] === 0) && !(packets.length[i] === 1 && (seq === top || (seq === top - 1 && this.#board.acked >= top)))) return false;
    if (seq === top && !closed) return false;
    const before = this.#latestProbe;
    this.#latestProbe = i;
    if (before >= 0 && this.#order.isCopy(i, before, 0)) this.#settle(i, VERDICT.DUPLICATE_IN_CAPTURE, this.#order.evidence, 0.98);
    else this.#settle(i, closed ? VERDICT.WINDOW_PROBE : VERDICT.KEEP_ALIVE, EVIDENCE.WINDOW, 0.95);
    return true;
  }

  /** @param {number} i */
  #judgeSegment(i) {
    const { packets, previous, repeated } = this.#trace, cells = this.#cells, lastSeen = this.#lastSeen, start = packets.seqOffset[i], end = packets.endOffset[i];
    const first = cells.find(start), before = lastSeen[first];
    previous[i] = before;
    repeated[i] = this.#seenBytes(first, end);
    if (start >= this.#top) this.#settle(i, VERDICT.ORIGINAL, 0, 1);
    else if (before >= 0) this.#again(i, before);
    else this.#late(i, cells.earliestFrom[first + 1]);
    if (this.#trace.verdicts.verdict[i] === VERDICT.DUPLICATE_IN_CAPTURE) return;
    for (let cell = first, most = first + MAX_CELLS_PER_SEGMENT; cell < cells.count && cells.start[cell] < end && cell < most; cell++) lastSeen[cell] = i;
    if (end <= this.#top) return;
    this.#top = end;
    this.#follows[i] = this.#topPacket;
    this.#topPacket = i;
  }

  /** @param {number} first cell @param {number} end */
  #seenBytes(first, end) {
    const { start, count } = this.#cells, most = Math.min(count, first + MAX_CELLS_PER_SEGMENT);
    let bytes = 0;
    for (let cell = first; cell < most && start[cell] < end; cell++) if (this.#lastSeen[cell] >= 0) bytes += start[cell + 1] - start[cell];
    return bytes;
  }

  /** The first byte has come by before, in packet `before`. @param {number} i @param {number} before */
  #again(i, before) {
    const order = this.#order, { path } = this.#trace;
    if (order.isCopy(i, before, path.roundTripNs)) return this.#settle(i, VERDICT.DUPLICATE_IN_CAPTURE, order.evidence, order.evidence === EVIDENCE.SAME_IP_ID ? 0.98 : 0.85);
    if (order.compare(i, before) === SENT_BEFORE) return this.#settle(i, VERDICT.REORDERED, order.evidence, 0.9); // overtaken by its own retransmission
    this.#retransmission(i, EVIDENCE.ALREADY_SEEN | order.evidence, 0.99);
  }

  /**
   * In a hole that packet `above` has shown to be there. Its first sending would have gone by between the packet that ended highest before and
   * that one; a repair comes a round trip or more after something that was sent later, while something overtaken comes soon:
   *
   * ```
   *  time ───┬────────────────┬──────────────────┬─────▶
   *     packet below     packet above         this one
   *          │◀─ should have gone by ─▶│◀── missing ──▶│
   * ```
   * @param {number} i @param {number} above
   */
  #late(i, above) {
    if (above < 0 || above >= i) return this.#settle(i, VERDICT.ORIGINAL, 0, 0.8);
    const { path } = this.#trace, order = this.#order, sent = order.compare(i, above), known = path.roundTripNs > 0;
    const repaired = this.#isOldEnough(i, above, known ? path.roundTripNs * SOONEST_REPAIR : REORDERED_WITHIN_NS);
    const agrees = (sent === SENT_AFTER) === repaired ? EVIDENCE.HOLE_AGE : 0;
    if (sent === SENT_AFTER) this.#retransmission(i, order.evidence | agrees, agrees ? 0.99 : 0.9);
    else if (sent === SENT_BEFORE) this.#settle(i, VERDICT.REORDERED, order.evidence | agrees, agrees ? 0.99 : 0.9);
    else if (repaired) this.#retransmission(i, EVIDENCE.HOLE_AGE, known ? 0.9 : 0.6);
    else this.#settle(i, VERDICT.REORDERED, EVIDENCE.HOLE_AGE, known ? 0.85 : 0.6);
  }

  /** Whether it can be a repair; where it may or may not, it is one while others are made. @param {number} i @param {number} above @param {number} leastNs */
  #isOldEnough(i, above, leastNs) {
    const { timeNs } = this.#packets, below = this.#follows[above], now = timeNs[i];
    if (now - timeNs[above] >= leastNs) return true;
    return below >= 0 && now - timeNs[below] >= leastNs && now - this.#againNs < leastNs;
  }

  /** @param {number} i @param {number} evidence @param {number} confidence */
  #retransmission(i, evidence, confidence) {
    const { packets, spurious } = this.#trace, acked = this.#board.acked >= packets.endOffset[i] || this.#isDelivered(i);
    this.#againNs = packets.timeNs[i];
    this.#settle(i, VERDICT.RETRANSMISSION, acked ? evidence | EVIDENCE.ALREADY_ACKED : evidence, confidence);
    if (acked) spurious[i] = 1;
  }

  /** @param {number} i */
  #isDelivered(i) {
    const cell = this.#cells.find(this.#packets.seqOffset[i]);
    return cell >= 0 && cell < this.#cells.count && this.#board.isDelivered(cell);
  }

  /** @param {number} i @param {number} verdict @param {number} evidence @param {number} confidence */
  #settle(i, verdict, evidence, confidence) {
    const { verdicts } = this.#trace;
    verdicts.verdict[i] = verdict;
    verdicts.evidence[i] = evidence;
    verdicts.confidence[i] = Math.round(confidence * 255);
  }

  /** @param {number} k a packet of the other direction */
  #acknowledge(k) {
    const { packets, ackCopies } = this.#trace, board = this.#board;
    if ((packets.flags[k] & TCP.ACK) === 0) return;
    const latest = this.#latestAck;
    this.#latestAck = k;
    if (latest >= 0 && this.#trace.ackOrder.isSameAck(k, latest)) {
      ackCopies[k] = 1;
      return;
    }
    this.#window = packets.windowBytes[k];
    const ackedBefore = board.acked;
    board.acknowledge(k, (cell, cumulative) => this.#delivered(cell, k, cumulative, ackedBefore));
    if (board.hasDsack) this.#cameTwice(board.dsackLeft, board.dsackRight);
  }

  /** A cell is reported for the first time. @param {number} cell @param {number} k @param {boolean} cumulative @param {number} ackedBefore */
  #delivered(cell, k, cumulative, ackedBefore) {
    const i = this.#lastSeen[cell], { packets, path, spurious, verdicts } = this.#trace;
    if (i < 0) return;
    if (verdicts.verdict[i] !== VERDICT.RETRANSMISSION) {
      if (cumulative) this.#firstSendingCame(i, k);
      return;
    }
    if (spurious[i] > 0) return;
    const waitedFor = this.#cells.start[cell] <= ackedBefore || packets.flags[i] & TCP.SYN;
    const next = cumulative && waitedFor, stamped = packets.options[i] & packets.options[k] & OPTION.TIMESTAMPS;
    if (next && stamped) {
      verdicts.evidence[i] |= EVIDENCE.TIMESTAMP_ECHO;
      spurious[i] = ((packets.tsEcho[k] - packets.tsValue[i]) | 0) < 0 ? 1 : 0;
    } else if (path.farNs > LEAST_TELLING_NS && packets.timeNs[k] - packets.timeNs[i] < path.farNs * SOONEST_ACK) {
      this.#unneeded(i, EVIDENCE.EARLY_ACK);
    } else if (next) {
      this.#repaired = i;
      this.#repairedBy = k;
    }
  }

  /**
   * As F-RTO (RFC 5682) has it: what was sent once, before retransmission R, is acknowledged later than R. The network keeps the order, so what
   * came before it was not R but its first sending.
   * @param {number} i @param {number} k
   */
  #firstSendingCame(i, k) {
    if (this.#repaired > i && this.#repairedBy < k) this.#unneeded(this.#repaired, EVIDENCE.EARLY_ACK);
    this.#repaired = -1;
  }

  /** @param {number} i @param {number} evidence */
  #unneeded(i, evidence) {
    this.#trace.spurious[i] = 1;
    this.#trace.verdicts.evidence[i] |= evidence;
  }

  /** D-SACK: the latest transmission not known to be unneeded was, if there was more than one. @param {number} left @param {number} right */
  #cameTwice(left, right) {
    const { previous, spurious, verdicts } = this.#trace, cell = this.#cells.find(left);
    if (cell < 0 || cell >= this.#cells.count || this.#cells.start[cell] >= right) return;
    let i = this.#lastSeen[cell];
    for (let most = MAX_TRANSMISSIONS_LOOKED_AT; i >= 0 && most > 0 && verdicts.evidence[i] & EVIDENCE.DSACK; most--) i = previous[i];
    if (i < 0 || (verdicts.verdict[i] === VERDICT.ORIGINAL)) return;
    verdicts.evidence[i] |= EVIDENCE.DSACK;
    if (verdicts.verdict[i] === VERDICT.RETRANSMISSION) spurious[i] = 1;
  }
}
