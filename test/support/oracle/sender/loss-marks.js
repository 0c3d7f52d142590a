import { kindOf, KINDS, VERDICT } from '../../../../lib/transport/verdict.js';
import { RESENT, SACKED } from './scoreboard.js';

/** @typedef {import('../../../../lib/tcpflow/connection/connection-packets.js').ConnectionPackets} ConnectionPackets */
/** @typedef {import('./scoreboard.js').Scoreboard} Scoreboard */

/** Segments reported above that tell of a loss (RFC 6675). */
const DUPLICATE_THRESHOLD = 3;
const [, FAST, RTO, TLP] = KINDS;
/** Sendings that the queue holds before it grows: so few that it needs no buffer outside V8's heap. */
const FIRST_QUEUED = 8;

/**
 * Marks on a scoreboard what the sender takes for lost, from the moment on at which it sends again: with SACK what was
 * sent a reordering window before something that has arrived (RACK, RFC 8985; tcp_rack_detect_loss); without it the
 * first segment after each partial acknowledgement (NewReno, RFC 6582); everything at a retransmission time-out; and
 * whatever it sends again but for a probe. Sendings are looked at in their order, each once: linear.
 */
export class LossMarks {
  #packets;
  #board;
  #sack;
  /** Sendings not yet judged, in order of time: piece and when. */
  #queue = { piece: new Int32Array(FIRST_QUEUED), sentNs: new Float64Array(FIRST_QUEUED), from: 0, to: 0 };
  /** RACK: when the latest that arrived was sent, and how long it took. */
  #latestSentNs = -Infinity;
  #latestRttNs = 0;
  #minRttNs = Infinity;
  #reorderingSeen = false;
  /** In recovery until this piece is acknowledged; −1: not. */
  #recoveryEnd = -1;
  #afterTimeout = false;
  #lastAck = -1;
  #mayUndo = false;
  #goesBack = false;

  /** @param {ConnectionPackets} packets @param {Scoreboard} board @param {boolean} sack both ends permit it */
  constructor(packets, board, sack) {
    this.#packets = packets;
    this.#board = board;
    this.#sack = sack;
  }

  /** Bytes that duplicate acknowledgements tell to have arrived, where SACK does not. */
  duplicateBytes = 0;

  get inRecovery() {
    return this.#recoveryEnd >= 0;
  }

  /** In the recovery that a retransmission time-out began. */
  get inTimeout() {
    return this.#afterTimeout;
  }

  /** Time-outs that proved spurious so far. */
  undone = 0;

  /** Before a segment is put on the scoreboard. @param {number} i @param {number} timeNs */
  beforeSending(i, timeNs) {
    const board = this.#board;
    const { pieces } = board;
    const from = pieces.at(this.#packets.seqOffset[i]);
    const to = pieces.endFrom(from, this.#packets.endOffset[i]);
    this.#detect(timeNs);
    if (this.#packets.verdict[i] !== VERDICT.RETRANSMISSION) {
      if (this.#mayUndo && to > board.next) this.#undo();
      return;
    }
    if (from >= board.next || from < board.una) return;
    const kind = kindOf(this.#packets.judgement[i]);
    if (kind === TLP || (kind === null && !this.inRecovery && to >= board.next)) return;
    const expected = board.isLost(from) && !(board.state[from] & RESENT);
    if (!expected && (kind === RTO || (kind !== FAST && from === board.una && !this.inRecovery))) this.timeOut();
    else if (this.#afterTimeout) {
      this.#goesBack = true;
      this.#mayUndo = false;
    }
    if (!this.inRecovery) {
      this.#recoveryEnd = board.next;
      this.#detect(timeNs);
    }
    for (let k = from; k < Math.min(to, board.next) && !board.isLost(k); k++) board.markLost(k);
  }

  /** After it. @param {number} i @param {number} timeNs @param {number} nextBefore the board's `next` before it */
  afterSending(i, timeNs, nextBefore) {
    const { pieces, next, sentNs } = this.#board;
    const from = pieces.at(this.#packets.seqOffset[i]);
    const to = Math.min(next, pieces.endFrom(from, this.#packets.endOffset[i]));
    for (let k = Math.min(nextBefore, from); k < to; k++) if (sentNs[k] === timeNs) this.#push(k, timeNs);
  }

  /**
   * After pieces from … to − 1 left that were not captured then.
   * @param {number} from @param {number} to @param {number} timeNs
   */
  afterUncaptured(from, to, timeNs) {
    for (let k = from; k < to; k++) this.#push(k, timeNs);
  }

  /** @param {number} piece @param {number} sentNs */
  #push(piece, sentNs) {
    const queue = this.#queue;
    if (queue.to === queue.piece.length) this.#makeRoom();
    queue.piece[queue.to] = piece;
    queue.sentNs[queue.to++] = sentNs;
  }

  /** Drops what was sent again since; of each piece one sending is left. */
  #makeRoom() {
    const queue = this.#queue;
    const { piece, sentNs } = queue;
    let count = 0;
    for (let at = queue.from; at < queue.to; at++) {
      if (this.#board.sentNs[piece[at]] !== sentNs[at]) continue;
      piece[count] = piece[at];
      sentNs[count++] = sentNs[at];
    }
    queue.from = 0;
    queue.to = count;
    if (count * 2 <= piece.length) return;
    queue.piece = new Int32Array(piece.length * 2);
    queue.sentNs = new Float64Array(piece.length * 2);
    queue.piece.set(piece);
    queue.sentNs.set(sentNs);
  }

  /** A retransmission time-out: all that is under way counts as lost. */
  timeOut() {
    const queue = this.#queue;
    const board = this.#board;
    for (; queue.from < queue.to; queue.from++) {
      const k = queue.piece[queue.from];
      if (board.sentNs[k] === queue.sentNs[queue.from]) board.markLost(k);
    }
    this.#recoveryEnd = board.next;
    this.#afterTimeout = true;
    this.duplicateBytes = 0;
    this.#mayUndo = this.#goesBack = false;
  }

  /** After an acknowledgement was put on the scoreboard. @param {number} i @param {number} timeNs */
  acknowledged(i, timeNs) {
    const board = this.#board;
    const { news } = board;
    if (this.#afterTimeout && !this.#goesBack && news.lostArrived && (this.#sack || !news.repeated)) {
      this.#mayUndo = true;
    }
    this.#reorderingSeen ||= news.overtaken;
    this.#follow(timeNs);
    if (this.inRecovery && board.una >= this.#recoveryEnd) this.#endRecovery();
    if (this.#sack) this.#detect(timeNs);
    else this.#countDuplicates(i);
  }

  /** The sender goes on above what it took for lost: it found the time-out spurious (F-RTO, RFC 5682). */
  #undo() {
    this.#board.unmarkLost();
    this.undone++;
    this.#endRecovery();
  }

  #endRecovery() {
    this.#recoveryEnd = -1;
    this.#afterTimeout = false;
    this.duplicateBytes = 0;
    this.#mayUndo = this.#goesBack = false;
  }

  /** RACK.update. @param {number} timeNs */
  #follow(timeNs) {
    const { deliveredSentNs, deliveredResent } = this.#board.news;
    const rttNs = timeNs - deliveredSentNs;
    if (deliveredSentNs === -Infinity || (deliveredResent && rttNs < this.#minRttNs)) return;
    if (!deliveredResent) this.#minRttNs = Math.min(this.#minRttNs, rttNs);
    if (deliveredSentNs <= this.#latestSentNs) return;
    this.#latestSentNs = deliveredSentNs;
    this.#latestRttNs = rttNs;
  }

  /** RACK.detect_loss. @param {number} timeNs */
  #detect(timeNs) {
    if (!this.#sack || !this.inRecovery || this.#latestSentNs === -Infinity) return;
    const queue = this.#queue;
    const board = this.#board;
    const dueNs = timeNs - this.#latestRttNs - this.#reorderingWindowNs();
    for (; queue.from < queue.to; queue.from++) {
      const k = queue.piece[queue.from];
      const sentNs = queue.sentNs[queue.from];
      if (k < board.una || board.sentNs[k] !== sentNs || board.state[k] & SACKED) continue;
      if (sentNs >= this.#latestSentNs || sentNs > dueNs) return;
      board.markLost(k);
    }
  }

  /** Linux, tcp_rack_reo_wnd: none once there are reports enough and nothing was ever reordered. */
  #reorderingWindowNs() {
    if (!this.#reorderingSeen && (this.inRecovery || this.#board.sackedPieces >= DUPLICATE_THRESHOLD)) return 0;
    return this.#minRttNs / 4;
  }

  /** @param {number} i */
  #countDuplicates(i) {
    const board = this.#board;
    const packets = this.#packets;
    const { news, pieces } = board;
    if (news.end > news.first) {
      // one acknowledged segment was the hole, the others had been reported by duplicates
      this.duplicateBytes = Math.max(0, this.duplicateBytes - pieces.span(news.first + 1, news.end));
      if (this.inRecovery) board.markLost(board.una);
    } else if (packets.length[i] === 0 && packets.ackOffset[i] === this.#lastAck && board.una < board.next) {
      const bytes = pieces.bytes(board.next - 1);
      if (this.duplicateBytes + bytes < board.outstandingBytes) this.duplicateBytes += bytes;
    }
    this.#lastAck = packets.ackOffset[i];
  }
}
