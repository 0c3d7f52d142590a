import { CE } from '../../shared/tcp-numbers.js';
import { CWR, ECE, SYN } from './segment.js';

/** As in the IP header. */
export const NOT_ECT = 0;
export const ECT_0 = 2;

/**
 * Explicit congestion notification of one end (RFC 3168), as Linux does it: requested by SYN with ECE and CWR, accepted
 * by SYN/ACK with ECE; then new data is sent as ECT, and marks are echoed (ECE) until the sender has signalled that it
 * reduced its window (CWR).
 */
export class Ecn {
  /** Both ends have agreed. */
  isOn = false;
  /** @type {import('./profiles.js').TcpFeatures['ecn']} */
  #mode = 'off';
  #isAskedFor = false;
  #mustEcho = false;
  #mustTellReduction = false;

  /** As new. @param {import('./profiles.js').TcpFeatures['ecn']} mode */
  restart(mode) {
    this.#mode = mode;
    this.isOn = this.#isAskedFor = this.#mustEcho = this.#mustTellReduction = false;
  }

  /**
   * @param {boolean} isAgain sent before without an answer: something on the path may take offence (RFC 3168, section
   *   6.1.1.1)
   * @returns {number} flags of a SYN
   */
  synFlags(isAgain) {
    this.#isAskedFor = this.#mode === 'request' && !isAgain;
    return this.#isAskedFor ? ECE | CWR : 0;
  }

  /** @returns {number} flags of a SYN/ACK */
  synAckFlags() {
    return this.isOn ? ECE : 0;
  }

  /** @param {number} flags of a SYN or SYN/ACK that has come @param {boolean} isAnswer */
  onSyn(flags, isAnswer) {
    const asks = (flags & (ECE | CWR)) === (ECE | CWR);
    const agrees = (flags & (ECE | CWR)) === ECE;
    this.isOn = isAnswer ? this.#isAskedFor && agrees : this.#mode !== 'off' && asks;
  }

  /**
   * Writes into a segment that is about to be sent.
   * @param {import('./segment.js').Segment} segment @param {boolean} isNew with data that were not sent before
   */
  mark(segment, isNew) {
    segment.ecn = NOT_ECT;
    if (!this.isOn || segment.flags & SYN) return;
    if (isNew) {
      segment.ecn = ECT_0;
      if (this.#mustTellReduction) segment.flags |= CWR;
      this.#mustTellReduction = false;
    }
    if (this.#mustEcho) segment.flags |= ECE;
  }

  /** The window was reduced. */
  noteReduction() {
    this.#mustTellReduction = this.isOn;
  }

  /**
   * @param {import('./segment.js').Segment} segment has come
   * @returns {boolean} it reports congestion for the first time, or a reduction: to be acknowledged at once
   */
  onSegment({ flags, ecn, length }) {
    const tellsReduction = (flags & CWR) !== 0;
    if (tellsReduction) this.#mustEcho = false;
    const isFirstMark = ecn === CE && !this.#mustEcho;
    if (ecn === CE) this.#mustEcho = true;
    return isFirstMark || (tellsReduction && length > 0);
  }

  /** @param {number} flags of an acknowledgement @returns {boolean} a mark is echoed */
  isEcho(flags) {
    return this.isOn && (flags & (ECE | SYN)) === ECE;
  }
}
