/** Tracks one direction of a connection: how far its bytes have passed without a gap. */
export class InOrder {
  /** Sequence offset after them; the first byte of data has 1. */
  next = 1;
  /** Ranges after a gap. @type {[number, number][]} */
  #waiting = [];

  /** @param {number} start sequence offset @param {number} end @returns {number} `next` now */
  add(start, end) {
    if (end <= this.next) return this.next;
    if (start > this.next) {
      if (this.#waiting.length < MAX_WAITING) this.#waiting.push([start, end]);
      return this.next;
    }
    this.next = end;
    if (this.#waiting.length > 0) this.#fill();
    return this.next;
  }

  #fill() {
    this.#waiting.sort(([a], [b]) => a - b);
    let used = 0;
    for (const [start, end] of this.#waiting) {
      if (start > this.next) break;
      this.next = Math.max(this.next, end);
      used++;
    }
    this.#waiting.splice(0, used);
  }
}

/** Most ranges kept after a gap; others are retransmitted or ignored. */
export const MAX_WAITING = 4096;
