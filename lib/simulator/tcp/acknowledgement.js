import { SYN } from './segment.js';

/** @typedef {import('./sent.js').Sent} Sent */

/** The news of an acknowledgement: one object per sender, refilled for each. */
export class Acknowledgement {
  /** It acknowledged more. */
  advanced = false;
  isDuplicate = false;
  /** Segments that the cumulative acknowledgement covers. */
  taken = 0;
  /** Segments that are known to have arrived now. */
  arrived = 0;
  /** The same, and without SACK one for a duplicate. */
  delivered = 0;
  /** Something came twice. */
  hasDsack = false;
  /** Segments were selectively acknowledged that were not before. */
  hasNewSack = false;
  /** A segment arrived that was sent once only, before the recovery began. */
  originalArrived = false;
  /** Of a mark of congestion. */
  isEcho = false;
  /** The timestamp that it echoes; −1: none. */
  echoMs = -1;
  /** When the first and the last of those were sent that were sent once only; −1: none. */
  oldestSentNs = NaN;
  newestSentNs = NaN;
  #recovery;

  /** @param {import('./recovery/recovery.js').Recovery} recovery */
  constructor(recovery) {
    this.#recovery = recovery;
    this.oldestSentNs = this.newestSentNs = -1;
  }

  /**
   * @param {boolean} advanced
   * @param {boolean} isDuplicate
   * @param {boolean} hasDsack
   * @param {boolean} isEcho
   * @param {number} echoMs
   */
  begin(advanced, isDuplicate, hasDsack, isEcho, echoMs) {
    this.advanced = advanced;
    this.isDuplicate = isDuplicate;
    this.hasDsack = hasDsack;
    this.isEcho = isEcho;
    this.echoMs = echoMs;
    this.taken = this.arrived = 0;
    this.hasNewSack = this.originalArrived = false;
    this.oldestSentNs = this.newestSentNs = -1;
  }

  /** No round trip sample from the data acknowledged so far. */
  forgetTimes() {
    this.oldestSentNs = this.newestSentNs = -1;
  }

  /** @param {Sent} sent has arrived */
  add(sent) {
    if (!(sent.flags & SYN)) this.arrived++; // the SYN does not open the window (RFC 5681, section 3.1)
    this.#recovery.onDelivered(sent);
    if (sent.times > 1) return; // Karn's rule
    const { sentNs } = sent;
    if (sent.end <= this.#recovery.highOffset) this.originalArrived = true;
    if (this.oldestSentNs < 0) this.oldestSentNs = sentNs;
    if (sentNs > this.newestSentNs) this.newestSentNs = sentNs;
  }
}
