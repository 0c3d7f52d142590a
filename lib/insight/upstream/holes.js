/**
 * Holes in a direction's sequence space, the packet that revealed each (one that begins above all previous data), and
 * the packet before that.
 */
export class Holes {
  /** After the highest byte captured; −1: none. */
  top = -1;
  /** Start of each, ascending. @type {number[]} */
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
   * The packet that revealed the hole in which an offset lies, if it was ever in one; otherwise that of the last hole
   * before it.
   * @param {number} offset
   * @returns {number} −1 none
   */
  shownBy(offset) {
    return this.#of(offset, this.#packet);
  }

  /** The last packet with data before that. @param {number} offset @returns {number} −1 none */
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
