import { UnackedSegments } from './unacked-segments.js';

/** Offset of a sender's first sequence number: so high that none below it is negative. */
const FIRST_OFFSET = 2 ** 34;

/**
 * What Wireshark's analyser remembers of one direction, in unwrapped offsets. Kept for the next stream, as most are
 * short.
 */
export class Sender {
  unacked = new UnackedSegments();
  /** Highest end of a segment, 0 none yet, and its row. */
  next = 0;
  nextRow = -1;
  /** End of the contiguous data, 0 none yet. */
  highestToBeAcked = 0;
  /** As in the header. */
  lastAck = 0;
  /**
   * Duplicate ACKs since the acknowledgement changed, and the row where it did; −1 after an ACK of data not captured.
   */
  duplicateAcks = 0;
  lastNewAckRow = -1;
  /** Whether bytes in flight are known: no hole since the other side's last acknowledgement. */
  inFlightKnown = true;
  /** Bytes in the SACK blocks of its last packet. */
  sackedBytes = 0;
  #pushBytes = 0;
  #lastPushed = false;
  #referenceSeq = 0;
  #reference = 0;

  clear() {
    this.unacked.clear();
    this.next =
      this.highestToBeAcked =
      this.lastAck =
      this.duplicateAcks =
      this.sackedBytes =
      this.#pushBytes =
      this.#reference =
        0;
    this.nextRow = this.lastNewAckRow = -1;
    this.inFlightKnown = true;
    this.#lastPushed = false;
  }

  get isPlaced() {
    return this.#reference > 0;
  }

  /**
   * @param {number} wire sequence number @param {number} before 1 where the first number is not that of a SYN
   * @returns {number} offset within 2^31 of the latest
   */
  place(wire, before) {
    if (this.#reference === 0) {
      this.#moveTo(wire, FIRST_OFFSET);
      this.unacked.base = FIRST_OFFSET - before;
    }
    return this.#reference + ((wire - this.#referenceSeq) | 0);
  }

  /** Segments have been seen up to there. @param {number} offset @param {number} row */
  advance(offset, row) {
    this.#moveTo(this.#wireOf(offset), offset);
    this.next = offset;
    this.nextRow = row;
  }

  /** Wireshark treats sequence number 0 as not known yet. @param {number} offset */
  isKnown(offset) {
    return offset !== 0 && this.#wireOf(offset) !== 0;
  }

  #wireOf(/** @type {number} */ offset) {
    return (this.#referenceSeq + (offset - this.#reference)) | 0;
  }

  #moveTo(/** @type {number} */ wire, /** @type {number} */ offset) {
    this.#referenceSeq = wire;
    this.#reference = offset;
  }

  /**
   * Bytes since the last segment with PSH.
   * @param {boolean} pushes
   * @param {number} length of the next segment
   * @returns {number}
   */
  push(pushes, length) {
    this.#pushBytes = this.#lastPushed ? length : this.#pushBytes + length;
    this.#lastPushed = pushes;
    return this.#pushBytes;
  }
}
