import { KeyHeap } from './key-heap.js';
import { OldestFirst } from './oldest-first.js';

/** Segments of a direction that wait for their acknowledgement; later ones are not noted, as in Wireshark. */
export const MAX_UNACKED_SEGMENTS = 10_000;

/**
 * What a direction has sent and the other side has not acknowledged: Wireshark's list, segments sent again included. Wireshark walks all of
 * it for each packet; here each segment costs a logarithm of their number.
 */
export class UnackedSegments {
  /** Key: a segment's end, value: its row. */
  #byEnd = new KeyHeap();
  /** Key: where the unacknowledged part of a segment begins, value: its end. */
  #byStart = new KeyHeap();
  #byAge = new OldestFirst();

  clear() {
    this.#byEnd.clear();
    this.#byStart.clear();
    this.#byAge.clear();
  }

  get count() { return this.#byEnd.size; }

  /** Row of the one sent first, −1 for none. */
  get oldestRow() { return this.#byAge.row; }

  /** The lowest offset not acknowledged; Infinity where nothing waits. */
  get start() { return this.#byStart.key; }

  /** The highest offset sent; −Infinity where nothing waits. */
  get end() { return this.#byAge.end; }

  /** @param {number} row above all before @param {number} start @param {number} end above it */
  push(row, start, end) {
    this.#byEnd.push(end, row);
    this.#byStart.push(start, end);
    this.#byAge.push(row, end);
  }

  /**
   * Takes out what the acknowledgement covers; of a segment that it covers in part, the rest stays.
   * @param {number} ack
   * @returns {number} row of the first sending of the segment that ends just there, −1 for none
   */
  acknowledge(ack) {
    let match = -1;
    for (const segments = this.#byEnd; segments.key <= ack; segments.pop()) {
      if (segments.key === ack && (match < 0 || segments.value < match)) match = segments.value;
    }
    this.#byAge.acknowledge(ack);
    this.#trim(ack);
    return match;
  }

  /** All that begins below now begins at the acknowledgement: one entry does for them. @param {number} ack */
  #trim(ack) {
    let end = -Infinity;
    for (const parts = this.#byStart; parts.key < ack; parts.pop()) end = Math.max(end, parts.value);
    if (end > ack) this.#byStart.push(ack, end);
  }
}
