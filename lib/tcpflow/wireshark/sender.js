import { UnackedSegments } from './unacked-segments.js';

/** Offset of the first number seen of a sender: so high that none below it is negative. */
const FIRST_OFFSET = 2 ** 34;

/** What Wireshark's analyser remembers of one direction, in unwrapped offsets. Kept for the next stream, as most are short. */
export class Sender {
  unacked = new UnackedSegments();
  #referenceSeq = 0;
  #reference = 0;

  constructor() {
    this.clear();
  }

  clear() {
    this.unacked.clear();
    /** Highest end of a segment, 0 none yet, and its row. */
    this.next = 0;
    this.nextRow = -1;
    /** End of what came without a gap, 0 none yet. */
    this.highestToBeAcked = 0;
    /** As in the header. */
    this.lastAck = 0;
    /** Duplicate ACKs since the acknowledgement changed, which was at that row; −1 after one of what was not captured. */
    this.duplicateAcks = 0;
    this.lastNewAckRow = -1;
    /** What is in flight is known: no hole since the other side's last acknowledgement. */
    this.inFlightKnown = true;
    /** Bytes in the SACK blocks of its last packet. */
    this.sackedBytes = 0;
    this.pushBytes = 0;
    this.lastPushed = false;
    /** Offset of the initial number, or of the one before the first seen; 0 none yet. */
    this.base = 0;
    this.#reference = 0;
  }

  /**
   * @param {number} wire sequence number @param {number} before 1 where the first number is not that of a SYN
   * @returns {number} offset within 2^31 of the latest
   */
  place(wire, before) {
    if (this.#reference === 0) {
      this.#moveTo(wire, FIRST_OFFSET);
      this.base = FIRST_OFFSET - before;
    }
    return this.#reference + ((wire - this.#referenceSeq) | 0);
  }

  /** Segments have come up to there. @param {number} offset @param {number} row */
  advance(offset, row) {
    this.#moveTo((this.#referenceSeq + (offset - this.#reference)) | 0, offset);
    this.next = offset;
    this.nextRow = row;
  }

  #moveTo(/** @type {number} */ wire, /** @type {number} */ offset) {
    this.#referenceSeq = wire;
    this.#reference = offset;
  }

  /**
   * Bytes from the lowest not acknowledged to the highest sent; NaN where the base lies between, as Wireshark then subtracts them the wrong
   * way round. There must be some.
   */
  get span() {
    const { start, end } = this.unacked;
    return start < this.base && end > this.base ? NaN : end - start;
  }

  /** Bytes since the last segment with PSH. @param {boolean} pushes @param {number} length of the next segment @returns {number} */
  push(pushes, length) {
    this.pushBytes = this.lastPushed ? length : this.pushBytes + length;
    this.lastPushed = pushes;
    return this.pushBytes;
  }
}
