/**
 * The data receiver of a simulated connection: what has arrived in order, what beyond holes (SACK blocks), and its
 * window.
 */

const MAX_BLOCKS = 3;

export class Receiver {
  /** Next offset expected. */
  next = 1;
  #blocks = /** @type {number[][]} latest first */ ([]);
  #unread = 0;
  #readAtNs = 0;

  /**
   * @param {number} bufferBytes
   * @param {number} readNsPerByte 0: the application reads at once
   * @param {number} granularity of the window, bytes
   */
  constructor(bufferBytes, readNsPerByte, granularity) {
    this.bufferBytes = bufferBytes;
    this.readNsPerByte = readNsPerByte;
    this.granularity = granularity;
  }

  /**
   * A segment has arrived.
   * @param {number} seq
   * @param {number} end
   * @returns {boolean} whether it was the next in order and left no hole
   */
  accept(seq, end) {
    if (end <= this.next) return false;
    const before = this.next;
    if (seq > this.next) {
      this.#keep(seq, end);
      return false;
    }
    this.next = end;
    const hadHoles = this.#blocks.length > 0;
    for (let index = this.#touching(); index >= 0; index = this.#touching()) {
      this.next = Math.max(this.next, this.#blocks[index][1]);
      this.#blocks.splice(index, 1);
    }
    if (this.readNsPerByte > 0) this.#unread += this.next - before;
    return !hadHoles;
  }

  /** @returns {number[]} left, right … */
  sackBlocks() {
    return this.#blocks.slice(0, MAX_BLOCKS).flat();
  }

  /** @returns {boolean} */
  get hasHoles() {
    return this.#blocks.length > 0;
  }

  /** @param {number} nowNs @returns {number} bytes free */
  window(nowNs) {
    if (this.readNsPerByte > 0) {
      this.#unread = Math.max(0, this.#unread - (nowNs - this.#readAtNs) / this.readNsPerByte);
      this.#readAtNs = nowNs;
    }
    const free = Math.max(0, this.bufferBytes - this.#unread);
    return free - (free % this.granularity);
  }

  #touching() {
    return this.#blocks.findIndex(([left]) => left <= this.next);
  }

  /** @param {number} seq @param {number} end */
  #keep(seq, end) {
    let left = seq;
    let right = end;
    for (let index = this.#blocks.length - 1; index >= 0; index--) {
      const block = this.#blocks[index];
      if (block[0] > right || block[1] < left) continue;
      left = Math.min(left, block[0]);
      right = Math.max(right, block[1]);
      this.#blocks.splice(index, 1);
    }
    this.#blocks.unshift([left, right]);
  }
}
