/**
 * Where a direction's sequence space had holes, which packet showed each, one that begins above all before, and which
 * had come before that.
 */
export class Holes {
  /** Above the highest byte that came by; −1: none did. */
  top = -1;
  /** Where each begins, rising. @type {number[]} */
  #from = [];
  /** @type {number[]} */
  #packet = [];
  /** @type {number[]} */
  #before = [];
  #last = -1;

  /**
   * Takes the direction's next packet with data.
   * @param {number} packet
   * @param {number} seqOffset
   * @param {number} endOffset
   */
  add(packet, seqOffset, endOffset) {
    if (this.top >= 0 && seqOffset > this.top) {
      this.#from.push(this.top);
      this.#packet.push(packet);
      this.#before.push(this.#last);
    }
    this.#last = packet;
    this.top = Math.max(this.top, endOffset);
  }

  /**
   * The packet that showed the hole in which an offset lies, if it was ever in one: else the latest hole's before it.
   * @param {number} offset
   * @returns {number} −1 none
   */
  shownBy(offset) {
    return this.#of(offset, this.#packet);
  }

  /** The packet with data that came last before that. @param {number} offset @returns {number} −1 none */
  lostBehind(offset) {
    return this.#of(offset, this.#before);
  }

  /** @param {number} offset @param {number[]} packets */
  #of(offset, packets) {
    let low = 0;
    let high = this.#from.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#from[middle] <= offset) low = middle + 1;
      else high = middle;
    }
    return low === 0 || offset >= this.top ? -1 : packets[low - 1];
  }
}
