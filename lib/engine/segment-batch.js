import { MemoryColumns } from './columns.js';
import { BATCH_COLUMNS, BatchColumns, COLUMN_GAP_BYTES } from './table-columns.js';

export { OPTION, STANDING, TCP } from './enums.js';
export { MAX_SACK_BLOCKS } from './table-columns.js';

/**
 * TCP segments of consecutive frames, as columns. Refilled for each batch: a receiver copies what it keeps beyond the
 * call.
 */
export class SegmentBatch extends BatchColumns {
  /**
   * @param {number} capacity
   * @param {object} [place] where the columns are; in a buffer of their own by default
   * @param {number} [place.index] among the engine's batches, where it is one of those
   * @param {ArrayBufferLike} [place.buffer] @param {number} [place.at] first byte
   */
  constructor(capacity, { index = 0, buffer = ownBuffer(capacity), at = 0 } = {}) {
    super(new MemoryColumns(buffer, at, capacity));
    this.capacity = capacity;
    this.index = index;
    this.count = 0;
    /** What `payloadOffset` points into; valid only until the consumer returns. @type {Uint8Array} */
    this.bytes = new Uint8Array(0);
  }
}

/** @param {number} capacity */
const ownBuffer = (capacity) =>
  new ArrayBuffer(capacity * BATCH_COLUMNS.bytes + COLUMN_GAP_BYTES * BATCH_COLUMNS.count);
