import { ColumnRoom } from '../../../../lib/engine/columns.js';
import { VERDICT } from '../../../../lib/transport/verdict.js';
import { hasDuplicateSack } from './d-sack.js';

/** @typedef {import('../../../../lib/tcpflow/connection/connection-packets.js').ConnectionPackets} ConnectionPackets */
/** @typedef {import('./sequence-pieces.js').SequencePieces} SequencePieces */

/** Bits of a piece's state. */
export const SACKED = 1;
/** Sent again, and that sending is still under way. */
export const RESENT = 2;
/** Sent more than once, whether all of that was captured or not; stays. */
const REPEATED = 4;

/** What an acknowledgement newly tells; refilled by each. */
class News {
  /** Pieces cumulatively acknowledged: first … end − 1. */
  first = 0;
  end = 0;
  /** Those pieces end where the acknowledgement does. */
  exact = false;
  /** A piece among them was captured more than once; was sent more than once. */
  copied = false;
  repeated = false;
  /** The latest packet that sent one of them. */
  latest = -1;
  /** Of the pieces sent once and not reported by SACK before: the lowest one's packet, −1 none. */
  onceAcked = -1;
  /** Of the pieces newly reported by SACK and sent once: the lowest one and its packet. */
  lowestSacked = Infinity;
  onceSacked = -1;
  /** Of those captured once: the packet of the one sent latest. */
  latestSacked = -1;
  /**
   * Latest time at which something newly acknowledged, either way, was sent, and whether it was sent again then;
   * −Infinity: nothing new.
   */
  deliveredSentNs = -Infinity;
  deliveredResent = false;
  /** Something sent once, and taken for lost, has arrived. */
  lostArrived = false;
  /** Something sent once has arrived that a segment above overtook. */
  overtaken = false;
}

/**
 * What a sender knows of each byte that it sent (RFC 6675's scoreboard, as Linux keeps it by segment), fed with the
 * direction's segments and the acknowledgements of the other in the order in which they passed the sender. Linear
 * whatever comes: a piece is acknowledged once and reported by SACK once, and a pointer leaps over those already
 * reported.
 *
 * ```
 *      acknowledged        SACKed     lost         not yet known
 *  ├────────────────────┼░░░░░┼▓▓▓▓▓┼░░░░░┼──────────────────────┤
 *                      una                                      next
 * ```
 */
export class Scoreboard {
  #packets;
  /** Marks of loss by piece: those of earlier rounds do not count. */
  #lostIn;
  #round = 1;
  #seenSack = new Int32Array(0);
  news = new News();

  /** @param {ConnectionPackets} packets @param {SequencePieces} pieces of the data's direction */
  constructor(packets, pieces) {
    this.#packets = packets;
    this.pieces = pieces;
    const { count } = pieces;
    const room = new ColumnRoom(count, 5, 18);
    /**
     * The packet that sent a piece last; of one that was never captured, the one that showed it missing. −1 not sent
     * yet.
     */
    this.sentBy = room.int32().fill(-1);
    this.sentNs = room.float64();
    /** Captured sendings of a piece, 255 at the most. */
    this.copies = room.uint8();
    this.state = room.uint8();
    this.#lostIn = room.uint32();
    /** First piece not acknowledged, first not sent. */
    this.una = 0;
    this.next = 0;
    /** RFC 6675's pipe: bytes sent and neither acknowledged nor reported nor lost, plus what was sent again. */
    this.pipeBytes = 0;
    /** Pieces reported by SACK and not acknowledged. */
    this.sackedPieces = 0;
    this.lostBytes = 0;
    /** Of these, what has been sent again and is under way. */
    this.resentBytes = 0;
    /** Behind the highest piece that SACK reported. */
    this.sackedEnd = 0;
    this.#seenSack = new Int32Array(count + 1);
    for (let k = 0; k <= count; k++) this.#seenSack[k] = k;
  }

  /** Bytes sent and not acknowledged, whatever became of them. */
  get outstandingBytes() {
    return this.una < this.next ? this.pieces.span(this.una, this.next) : 0;
  }

  /**
   * What was never captured, or only when it was sent again, leaves.
   * @param {number} end behind the last piece @param {number} i a packet that was sent later @param {number} timeNs
   */
  sendUncaptured(end, i, timeNs) {
    for (; this.next < end; this.next++) this.#sendFirst(this.next, i, timeNs);
  }

  /**
   * A segment leaves. Pieces below it that were never captured must have left before it.
   * @param {number} i packet @param {number} timeNs
   */
  send(i, timeNs) {
    const { pieces } = this;
    const from = pieces.at(this.#packets.seqOffset[i]);
    const to = pieces.endFrom(from, this.#packets.endOffset[i]);
    for (let k = this.next; k < from; k++) this.#sendFirst(k, i, timeNs);
    const late = this.#packets.verdict[i] === VERDICT.REORDERED;
    for (let k = from; k < to; k++) {
      if (k >= this.next) this.#sendFirst(k, i, timeNs);
      else if (!late) this.#sendAgain(k, i, timeNs);
      if (this.copies[k] < 255) this.copies[k]++;
      if (this.copies[k] === 1) this.sentBy[k] = i;
    }
    this.next = Math.max(this.next, to);
  }

  /** @param {number} k @param {number} i @param {number} timeNs */
  #sendFirst(k, i, timeNs) {
    this.sentBy[k] = i;
    this.sentNs[k] = timeNs;
    if (k >= this.una) this.pipeBytes += this.pieces.bytes(k);
  }

  /** @param {number} k @param {number} i @param {number} timeNs */
  #sendAgain(k, i, timeNs) {
    this.sentBy[k] = i;
    this.sentNs[k] = timeNs;
    this.state[k] |= REPEATED;
    if (k < this.una || this.state[k] & (SACKED | RESENT)) return;
    this.state[k] |= RESENT;
    this.pipeBytes += this.pieces.bytes(k);
    this.resentBytes += this.pieces.bytes(k);
  }

  /** The sender takes a piece for lost, its resending too. @param {number} k */
  markLost(k) {
    if (k < this.una || k >= this.next || this.state[k] & SACKED) return;
    const bytes = this.pieces.bytes(k);
    if (!this.isLost(k)) {
      this.#lostIn[k] = this.#round;
      this.pipeBytes -= bytes;
      this.lostBytes += bytes;
    }
    if (this.state[k] & RESENT) {
      this.state[k] &= ~RESENT;
      this.pipeBytes -= bytes;
      this.resentBytes -= bytes;
    }
  }

  /** @param {number} k */
  isLost(k) {
    return this.#lostIn[k] === this.#round;
  }

  /** The sender finds that nothing was lost after all. */
  unmarkLost() {
    this.pipeBytes += this.lostBytes;
    this.lostBytes = 0;
    this.#round++;
  }

  /** An acknowledgement arrives; `news` says what it told. @param {number} i packet of the other direction, with ACK */
  acknowledge(i) {
    const { news, pieces } = this;
    const end = Math.min(pieces.endAt(this.#packets.ackOffset[i]), this.next);
    news.first = this.una;
    news.end = Math.max(this.una, end);
    news.exact = end > this.una && pieces.bounds[end] === this.#packets.ackOffset[i];
    news.copied = news.repeated = false;
    news.latest = news.onceAcked = news.onceSacked = news.latestSacked = -1;
    news.deliveredSentNs = -Infinity;
    news.deliveredResent = news.lostArrived = news.overtaken = false;
    news.lowestSacked = Infinity;
    for (; this.una < end; this.una++) this.#passed(this.una);
    this.#reports(i);
  }

  /** @param {number} k piece newly acknowledged */
  #passed(k) {
    const { news } = this;
    const state = this.state[k];
    const sentBy = this.sentBy[k];
    news.copied ||= this.copies[k] > 1;
    news.repeated ||= (state & REPEATED) !== 0;
    if (this.copies[k] === 1 && news.onceAcked < 0 && !(state & (SACKED | REPEATED))) news.onceAcked = sentBy;
    if (sentBy > news.latest) news.latest = sentBy;
    if (!(state & SACKED)) this.#delivered(k);
    this.#settle(k);
  }

  /** @param {number} k piece whose delivery is news */
  #delivered(k) {
    const { news } = this;
    const once = !(this.state[k] & REPEATED);
    if (this.sentNs[k] > news.deliveredSentNs) {
      news.deliveredSentNs = this.sentNs[k];
      news.deliveredResent = !once;
    }
    if (!once) return;
    news.lostArrived ||= this.isLost(k);
    news.overtaken ||= k < this.sackedEnd;
  }

  /** Takes a piece out of the pipe. @param {number} k */
  #settle(k) {
    const state = this.state[k];
    const bytes = this.pieces.bytes(k);
    const lost = this.isLost(k);
    if (!(state & SACKED) && !lost) this.pipeBytes -= bytes;
    if (state & RESENT) {
      this.pipeBytes -= bytes;
      this.resentBytes -= bytes;
    }
    if (lost) this.lostBytes -= bytes;
    if (state & SACKED) this.sackedPieces--;
    this.state[k] = state & REPEATED;
    this.#lostIn[k] = 0;
  }

  /** @param {number} i */
  #reports(i) {
    const { sackStart, sackCount, sackLeft, sackRight } = this.#packets;
    const last = sackStart[i] + sackCount[i];
    for (let block = sackStart[i] + (hasDuplicateSack(this.#packets, i) ? 1 : 0); block < last; block++) {
      if (sackRight[block] > sackLeft[block]) {
        this.#report(this.pieces.at(sackLeft[block]), Math.min(this.pieces.endAt(sackRight[block]), this.next));
      }
    }
  }

  /** @param {number} from @param {number} to pieces from … to − 1 have arrived */
  #report(from, to) {
    for (let k = this.#unreported(Math.max(from, this.una)); k < to; k = this.#unreported(k)) {
      const { news } = this;
      const sentBy = this.sentBy[k];
      if (this.copies[k] === 1) {
        if (k < news.lowestSacked && !(this.state[k] & REPEATED)) [news.lowestSacked, news.onceSacked] = [k, sentBy];
        if (sentBy > news.latestSacked) news.latestSacked = sentBy;
      }
      this.#delivered(k);
      this.#settle(k);
      this.state[k] |= SACKED;
      this.sackedPieces++;
      this.#seenSack[k] = k + 1;
      this.sackedEnd = Math.max(this.sackedEnd, k + 1);
    }
  }

  /** The first piece from k on that no SACK block has reported; paths are halved on the way. @param {number} k */
  #unreported(k) {
    const seen = this.#seenSack;
    while (seen[k] !== k) {
      seen[k] = seen[seen[k]];
      k = seen[k];
    }
    return k;
  }
}
