import { TCP } from '../../../../lib/engine/segment-batch.js';
import { Bursts, STATE, TRIGGER } from '../../../../lib/transport/bursts.js';
import { spuriousOf, VERDICT } from '../../../../lib/transport/verdict.js';
import { LossMarks } from './loss-marks.js';
import { Scoreboard } from './scoreboard.js';
import { SegmentPieces } from './segment-pieces.js';
import { takesSequenceSpace } from './sequence-pieces.js';
import { silencesOf } from './silences.js';
import { Unseen } from './unseen.js';

/** @typedef {import('../../../../lib/tcpflow/connection/connection-packets.js').ConnectionPackets} ConnectionPackets */
/** @typedef {import('./sender-order.js').SenderOrder} SenderOrder */

/** Makes the bursts of one direction. */
class BurstWalk {
  #packets;
  #order;
  #board;
  #marks;
  #mss;
  #clockedNs;
  #bursts;
  #lastNs = -Infinity;
  #unseen;
  /** As long as no window is known it is no limit. */
  #edge = Infinity;
  #windowBytes = 0;
  #windowKnown;
  #echoesMarks;
  #top = 1;
  #short = 0;
  #pushed = 0;
  #closed = 0;
  /** Of the present recovery: what was sent again, and whether any of that was needed. */
  #resent = 0;
  #needed = false;
  #undone = 0;
  #overtaken = 0;
  /** The sender reduces its window for a mark of congestion until this is acknowledged; −1: not. */
  #reducedUntil = -1;
  /** Those to come, and whether the first has begun, and lost data. */
  #silences;
  #isCutOff = false;

  /**
   * @param {ConnectionPackets} packets
   * @param {number} direction
   * @param {SenderOrder} order
   * @param {{ mss: number, clockedNs: number, sack: boolean, windowKnown: boolean, echoesMarks: boolean,
   *   byBytes: boolean, baseNs: number }} known
   */
  constructor(packets, direction, order, { mss, clockedNs, byBytes, sack, windowKnown, echoesMarks, baseNs }) {
    const pieces = new SegmentPieces(packets, direction, mss, byBytes);
    this.#packets = packets;
    this.#order = order;
    this.#board = new Scoreboard(packets, pieces);
    this.#marks = new LossMarks(packets, this.#board, sack);
    this.#mss = mss;
    this.#windowKnown = windowKnown;
    this.#echoesMarks = echoesMarks;
    this.#clockedNs = clockedNs;
    this.#bursts = new Bursts(packets.count, {
      clockedNs: this.#clockedNs,
      lastNs: packets.count === 0 ? 0 : order.timeNs[packets.count - 1],
    });
    this.#unseen = new Unseen(packets, direction, order);
    this.#silences = silencesOf(packets, direction, baseNs, windowKnown);
    this.direction = direction;
  }

  run() {
    for (let k = 0; k < this.#packets.count; k++) {
      const i = this.#order.packet[k];
      const timeNs = this.#order.timeNs[k];
      if (this.#packets.direction[i] === this.direction) this.#send(i, timeNs, k);
      else if (this.#unseen.acknowledgesSomething(i)) this.#acknowledge(i, timeNs, k);
      else if (this.#packets.flags[i] & TCP.SYN) this.#window(1, this.#packets.windowBytes[i]);
    }
    return this.#bursts;
  }

  /** @param {number} i @param {number} timeNs @param {number} k */
  #send(i, timeNs, k) {
    const packets = this.#packets;
    const board = this.#board;
    const bursts = this.#bursts;
    if (!takesSequenceSpace(packets, i) || packets.verdict[i] === VERDICT.DUPLICATE_IN_CAPTURE) return;
    const [silence] = this.#silences;
    const endsSilence = silence?.first === i;
    const isTimeOut = endsSilence && silence.isLost;
    if (isTimeOut) {
      this.#sendLost(board.pieces.endAt(silence.isExact ? silence.endOffset : packets.endOffset[i]), i, this.#lastNs);
    }
    const { next } = board;
    const pipe = this.#pipe();
    const isNew = packets.length[i] > 0 && packets.seqOffset[i] + packets.length[i] > this.#top;
    if (isTimeOut) this.#timeOutUnseen();
    else this.#marks.beforeSending(i, timeNs);
    if (endsSilence) this.#silences.shift();
    board.send(i, timeNs);
    this.#marks.afterSending(i, timeNs, next);
    if (packets.verdict[i] === VERDICT.RETRANSMISSION) {
      this.#resent++;
      this.#needed ||= spuriousOf(packets.judgement[i]) !== true;
    }
    this.#top = Math.max(this.#top, packets.endOffset[i]);
    if (packets.flags[i] & TCP.SYN) return;
    if (packets.flags[i] & TCP.FIN) this.#closed = 1;
    if (timeNs - this.#lastNs > this.#clockedNs || bursts.count === 0) this.#open(i, timeNs, k, TRIGGER.NOTHING, pipe);
    const b = bursts.count - 1;
    const segments = Math.max(1, Math.ceil(packets.length[i] / this.#mss));
    if (bursts.sent[b] === 0) bursts.sendNs[b] = timeNs;
    bursts.sent[b] += segments;
    if (isNew) {
      if (bursts.sentNew[b] === 0) {
        bursts.firstOffset[b] = packets.seqOffset[i];
        bursts.firstNew[b] = packets.length[i];
      }
      this.#short = packets.length[i] < this.#mss ? 1 : 0;
      this.#pushed = packets.flags[i] & TCP.PSH ? 1 : 0;
      bursts.sentNew[b] += segments;
    }
    this.#close(timeNs);
    if (this.#silences[0]?.before === i) this.#isCutOff = this.#silences[0].isLost;
  }

  #timeOutUnseen() {
    this.#marks.timeOut();
    this.#isCutOff = false;
    this.#needed = true;
  }

  /** @param {number} end behind the last piece @param {number} i @param {number} timeNs */
  #sendLost(end, i, timeNs) {
    const bursts = this.#bursts;
    const { pieces, next: from } = this.#board;
    if (end <= from || bursts.count === 0) return;
    this.#board.sendUncaptured(end, i, timeNs);
    this.#marks.afterUncaptured(from, end, timeNs);
    const b = bursts.count - 1;
    const segments = Math.ceil(pieces.span(from, end));
    if (bursts.sent[b] === 0) bursts.sendNs[b] = timeNs;
    if (bursts.sentNew[b] === 0) {
      bursts.firstOffset[b] = pieces.bounds[from];
      bursts.firstNew[b] = Math.min(this.#mss, pieces.bounds[end] - pieces.bounds[from]);
    }
    bursts.sent[b] += segments;
    bursts.sentNew[b] += segments;
    this.#top = Math.max(this.#top, pieces.bounds[end]);
    const [{ isExact, endOffset }] = this.#silences;
    this.#short = this.#pushed = Number(!isExact && pieces.bounds[end] >= endOffset);
    this.#close(timeNs);
  }

  /** @param {number} timeNs */
  #releaseLost(timeNs) {
    const [{ first, endOffset }] = this.#silences;
    const { pieces, next } = this.#board;
    const end = pieces.endAt(Math.min(endOffset, this.#edge));
    let to = next;
    while (to < end && pieces.span(next, to) < this.#bursts.delivered[this.#bursts.count - 1]) to++;
    this.#sendLost(to, first, timeNs);
  }

  /** @param {number} i @param {number} timeNs @param {number} k */
  #acknowledge(i, timeNs, k) {
    const packets = this.#packets;
    const board = this.#board;
    const before = this.#undelivered();
    board.acknowledge(i);
    this.#unseen.acknowledge(i);
    this.#marks.acknowledged(i, timeNs);
    if (board.news.overtaken) this.#overtaken++;
    this.#window(packets.ackOffset[i], packets.windowBytes[i]);
    if (packets.flags[i] & TCP.SYN) return;
    const congested = this.#echoesMarks && (packets.flags[i] & TCP.ECE) !== 0;
    if (congested && this.#reducedUntil < 0 && !this.#marks.inRecovery) this.#reducedUntil = this.#top;
    else if (this.#reducedUntil >= 0 && packets.ackOffset[i] >= this.#reducedUntil) this.#reducedUntil = -1;
    this.#open(i, timeNs, k, packets.length[i] > 0 ? TRIGGER.DATA : TRIGGER.ACK, this.#pipe());
    this.#bursts.delivered[this.#bursts.count - 1] = Math.max(0, before - this.#undelivered());
    this.#close(timeNs);
    if (this.#isCutOff) this.#releaseLost(timeNs);
  }

  /** A window whose scale is not known says nothing, unless it is 0. @param {number} from @param {number} bytes */
  #window(from, bytes) {
    this.#windowBytes = bytes;
    if (!this.#windowKnown && bytes > 0) this.#edge = Infinity;
    else this.#edge = this.#edge === Infinity ? from + bytes : Math.max(this.#edge, from + bytes);
  }

  /** Sent, and not yet told to have arrived. */
  #undelivered() {
    return this.#board.pipeBytes + this.#board.lostBytes - this.#board.resentBytes + this.#before();
  }

  #pipe() {
    return Math.max(0, this.#board.pipeBytes - this.#marks.duplicateBytes) + this.#before();
  }

  /** Segments that left before the capture began. */
  #before() {
    return Math.ceil(this.#unseen.bytes / this.#mss);
  }

  /** @param {number} i @param {number} timeNs @param {number} k @param {number} trigger @param {number} pipe */
  #open(i, timeNs, k, trigger, pipe) {
    const bursts = this.#bursts;
    const b = bursts.count++;
    bursts.startNs[b] = bursts.sendNs[b] = timeNs;
    bursts.trigger[b] = trigger;
    bursts.packet[b] = i;
    bursts.confidence[b] = this.#order.confidence[k];
    bursts.pipeBefore[b] = pipe;
  }

  /** What is known behind the burst's latest packet. @param {number} timeNs */
  #close(timeNs) {
    const bursts = this.#bursts;
    const b = bursts.count - 1;
    const board = this.#board;
    this.#lastNs = timeNs;
    bursts.endNs[b] = timeNs;
    bursts.state[b] = this.#state();
    bursts.pipeAfter[b] = this.#pipe();
    bursts.sentEnd[b] = this.#top;
    bursts.edge[b] = this.#edge;
    bursts.windowBytes[b] = this.#windowBytes;
    bursts.overtaken[b] = this.#overtaken;
    bursts.short[b] = this.#short;
    bursts.pushed[b] = this.#pushed;
    bursts.closed[b] = this.#closed;
    bursts.outstanding[b] = board.outstandingBytes;
    bursts.sacked[b] = board.sackedPieces;
    bursts.waiting[b] = Math.max(0, board.lostBytes - board.resentBytes);
    if (bursts.state[b] === STATE.OPEN) this.#settle();
    bursts.undone[b] = this.#marks.undone + this.#undone;
  }

  /**
   * The recovery is over: it was for nothing where the receiver had it all (Linux: tcp_try_undo_recovery, by D-SACK or
   * timestamps).
   */
  #settle() {
    if (this.#resent > 0 && !this.#needed) this.#undone++;
    this.#resent = 0;
    this.#needed = false;
  }

  #state() {
    if (this.#marks.inTimeout) return STATE.LOSS;
    if (this.#marks.inRecovery) return STATE.RECOVERY;
    return this.#reducedUntil >= 0 ? STATE.REDUCED : STATE.OPEN;
  }
}

/**
 * @param {ConnectionPackets} packets
 * @param {number} direction
 * @param {SenderOrder}
 *   order
 * @param {{ mss: number, clockedNs: number, sack: boolean, windowKnown: boolean, echoesMarks: boolean,
 * byBytes: boolean, baseNs: number }} known
 * @returns {Bursts}
 */
export const burstsOf = (packets, direction, order, known) => new BurstWalk(packets, direction, order, known).run();
