import { SEQUENCE_SPACE } from '../../shared/tcp-numbers.js';
import { KeyHeap } from './key-heap.js';
import { OldestFirst } from './oldest-first.js';

/** Most unacknowledged segments of a direction; later ones are not recorded, as in Wireshark. */
export const MAX_UNACKED_SEGMENTS = 10_000;

/**
 * What a direction has sent and the other side has not acknowledged: Wireshark's list, retransmissions included.
 * Wireshark walks all of it for each packet; here each segment costs a logarithm of their number.
 */
export class UnackedSegments {
  /** Key: a segment's end, value: its row. */
  #byEnd = new KeyHeap();
  /** Key: where the unacknowledged part of a segment begins, value: its end; from the base on, and below. */
  #byStart = new KeyHeap();
  #belowBase = new KeyHeap();
  #byAge = new OldestFirst();
  #base = 0;
  /** Highest end below the base. */
  #endBelow = -Infinity;

  clear() {
    this.#byEnd.clear();
    this.#byStart.clear();
    this.#belowBase.clear();
    this.#byAge.clear();
    this.#base = 0;
    this.#endBelow = -Infinity;
  }

  get count() {
    return this.#byEnd.size;
  }

  /** Row of the one sent first, −1 for none. */
  get oldestRow() {
    return this.#byAge.row;
  }

  /** The offset that Wireshark counts relative numbers from; below it they are close to 2^32. */
  get base() {
    return this.#base;
  }

  set base(base) {
    const parts = [];
    for (const heap of [this.#byStart, this.#belowBase]) {
      for (; heap.size > 0; heap.pop()) parts.push([heap.key, heap.value]);
    }
    this.#base = base;
    this.#endBelow = -Infinity;
    for (const [start, end] of parts) this.#pushPart(start, end);
  }

  /** The lowest unacknowledged offset; Infinity without any. */
  get start() {
    return Math.min(this.#byStart.key, this.#belowBase.key);
  }

  /** The highest offset sent; −Infinity without any unacknowledged. */
  get end() {
    return this.#byAge.end;
  }

  /**
   * Bytes from the lowest relative number to the highest, modulo 2^32, as Wireshark subtracts them. There must be a
   * segment.
   */
  get span() {
    const start = this.#byStart.size > 0 ? this.#byStart.key : this.#belowBase.key + SEQUENCE_SPACE;
    const end = this.#endBelow > 0 ? this.#endBelow + SEQUENCE_SPACE : this.end;
    return end < start ? end + SEQUENCE_SPACE - start : end - start;
  }

  /** @param {number} row above all before @param {number} start @param {number} end above it */
  push(row, start, end) {
    this.#byEnd.push(end, row);
    this.#pushPart(start, end);
    this.#byAge.push(row, end);
  }

  /**
   * Removes what the acknowledgement covers; of a partly covered segment the rest stays.
   * @param {number} ack
   * @returns {number} row of the original transmission of the segment that ends exactly there, −1 for none
   */
  acknowledge(ack) {
    let match = -1;
    for (const segments = this.#byEnd; segments.key <= ack; segments.pop()) {
      if (segments.key === ack && (match < 0 || segments.value < match)) match = segments.value;
    }
    this.#byAge.acknowledge(ack);
    if (this.#endBelow <= ack) this.#endBelow = -Infinity;
    this.#trim(ack);
    return match;
  }

  /** All that begins below now begins at the acknowledgement: one entry represents them. @param {number} ack */
  #trim(ack) {
    const end = Math.max(takeBelow(this.#byStart, ack), takeBelow(this.#belowBase, ack));
    if (end > ack) this.#pushPart(ack, end);
  }

  #pushPart(/** @type {number} */ start, /** @type {number} */ end) {
    (start < this.#base ? this.#belowBase : this.#byStart).push(start, end);
    if (end < this.#base) this.#endBelow = Math.max(this.#endBelow, end);
  }
}

/**
 * Removes the parts that begin below the acknowledgement.
 * @param {KeyHeap} parts
 * @param {number} ack
 * @returns {number} the highest end of them
 */
function takeBelow(parts, ack) {
  let end = -Infinity;
  for (; parts.key < ack; parts.pop()) end = Math.max(end, parts.value);
  return end;
}
