/**
 * F-RTO (RFC 5682, with SACK or without): after a time-out, new data instead of more retransmissions tell whether the
 * originals are still on their way.
 *
 *     time-out ─▶ first is sent again ─▶ more is acknowledged ─▶ new data ─▶ an original arrived: it was spurious
 *                                                                        └─▶ a duplicate, or data beyond: needed
 */
export class ForwardRto {
  #isOn = false;
  /** New data are to go instead of retransmissions. */
  wantsNew = false;

  /** @param {boolean} isOn the time-out begins a loss recovery, or is one of a row */
  begin(isOn) {
    this.#isOn = isOn;
    this.wantsNew = false;
  }

  /** The time-out counts as needed. */
  giveUp() {
    this.#isOn = this.wantsNew = false;
  }

  /**
   * @param {object} acknowledgement
   * @param {boolean} acknowledgement.advanced
   * @param {boolean} acknowledgement.isDuplicate
   * @param {boolean} acknowledgement.hasNewSack
   * @param {boolean} acknowledgement.originalArrived data from before the time-out that was sent only once
   * @param {boolean} hasSentNew since the time-out
   * @returns {boolean} the time-out was unneeded
   */
  onAck({ advanced, isDuplicate, hasNewSack, originalArrived }, hasSentNew) {
    if (!this.#isOn) return false;
    if (originalArrived) return true;
    if (hasSentNew) {
      if (hasNewSack || isDuplicate) this.#isOn = false;
    } else if (advanced) this.wantsNew = true;
    return false;
  }
}
