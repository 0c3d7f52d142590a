/** Packets from which a clock is estimated; of more, evenly some. */
export const MAX_CLOCK_SAMPLES = 2 ** 17;

/**
 * Packets that two captures have, in the order of the second: when they passed the first (`atNs`), how much later the
 * second's clock said (`aheadNs`), which way they went, how long they were. Forwards is from the first to the second.
 */
export class ClockSamples {
  count = 0;

  /** @param {number} room */
  constructor(room) {
    this.atNs = new Float64Array(room);
    this.aheadNs = new Float64Array(room);
    this.bytes = new Int32Array(room);
    /** 1: against the way from the first to the second. */
    this.isBack = new Uint8Array(room);
    /** In the second capture. */
    this.row = new Int32Array(room);
  }

  /** @param {number} atNs @param {number} aheadNs @param {number} bytes @param {0|1} isBack @param {number} row */
  add(atNs, aheadNs, bytes, isBack, row) {
    const at = this.count++;
    this.atNs[at] = atNs;
    this.aheadNs[at] = aheadNs;
    this.bytes[at] = bytes;
    this.isBack[at] = isBack;
    this.row[at] = row;
  }
}
