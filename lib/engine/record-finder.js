/** @typedef {import('../capture/frame-batch.js').RecordLayout} RecordLayout */

/**
 * Exports of the core for finding records (decode/records.ts); numbers that name places are byte offsets into its
 * memory.
 * @typedef {object} RecordsCore
 * @property {ArrayBufferLike} buffer
 * @property {(bigEndian: boolean, header: number, order: number, most: number, link: number, fractionNs: number,
 *   seconds: number,
 *   fraction: number) => void} beginRecords
 * @property {(bytes: number, position: number, end: number, entry: number, base: number) => number} findRecords
 * @property {() => number} recordCount
 * @property {() => number} refusedLength
 */

/** Finds records in bytes in the core's memory, and fills the columns there (`coreFrames`). */
export class CoreRecords {
  #core;

  /** @param {RecordsCore} core */
  constructor(core) {
    this.#core = core;
  }

  /** @param {Uint8Array} bytes */
  holds(bytes) {
    return bytes.buffer === this.#core.buffer;
  }

  /** Another file. @param {RecordLayout} layout */
  begin({
    bigEndian,
    recordHeaderBytes,
    lengthOrder,
    maxFrameBytes,
    linkType,
    nsPerFraction,
    baseSeconds,
    baseFraction,
  }) {
    this.#core.beginRecords(
      bigEndian,
      recordHeaderBytes,
      lengthOrder,
      maxFrameBytes,
      linkType,
      nsPerFraction,
      baseSeconds,
      baseFraction,
    );
  }

  /**
   * Takes whole records from `bytes[position, end)` until the batch is full.
   * @param {import('../capture/frame-batch.js').FrameBatch} batch
   * @param {Uint8Array} bytes
   * @param {number} position
   * @param {number} end
   * @param {number} base stream offset of the bytes
   * @returns {number} position of the first record not taken
   */
  fill(batch, bytes, position, end, base) {
    const core = this.#core;
    const next = core.findRecords(bytes.byteOffset, position, end, batch.count, base);
    batch.count = core.recordCount();
    return next;
  }

  /** Captured length of the record that `fill` left. */
  get refusedLength() {
    return this.#core.refusedLength();
  }
}
