import { ReceiveQueue } from '../../tcp/receive-queue.js';

/** Received pieces are dropped in batches of this size. */
const DROPPED_AT_ONCE = 4096;

/** Which response each byte of a connection is of, for a receiver that takes responses' bytes in any order. */
export class StreamPieces {
  #received = new ReceiveQueue();
  /** Of pieces: offsets at which they end, and whose they are. @type {number[]} */
  #ends = [];
  /** @type {number[]} */
  #ids = [];

  constructor() {
    this.#received.take(0, 1); // the SYN
  }

  /** @param {number} end offset in the stream at which the next piece ends @param {number} id */
  push(end, id) {
    this.#ends.push(end);
    this.#ids.push(id);
  }

  /**
   * @param {number} start of a segment, in sequence space
   * @param {number} length
   * @param {(id: number, bytes: number) => void} onBytes called with each piece's bytes in it; not for earlier ones
   */
  take(start, length, onBytes) {
    if (this.#received.take(start, start + length) === 'duplicate') return;
    const stop = start - 1 + length;
    let offset = start - 1;
    for (let piece = this.#pieceAt(offset); offset < stop; piece++) {
      const end = Math.min(this.#ends[piece], stop);
      onBytes(this.#ids[piece], end - offset);
      offset = end;
    }
    this.#drop();
  }

  /** @param {number} offset @returns {number} the first that ends behind it */
  #pieceAt(offset) {
    let low = 0;
    let high = this.#ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#ends[middle] > offset) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** Complete pieces, with all before them, are no longer requested. */
  #drop() {
    if (this.#ends.length <= DROPPED_AT_ONCE || this.#ends[DROPPED_AT_ONCE] >= this.#received.next - 1) return;
    this.#ends.splice(0, DROPPED_AT_ONCE);
    this.#ids.splice(0, DROPPED_AT_ONCE);
  }
}
