/**
 * A column of numbers that can be appended to, for series that grow while a capture runs.
 * `values` is longer than `length`; readers use both.
 */

/** @template {Float64Array|Uint32Array} [T=Float64Array] */
export class GrowingColumn {
  /**
   * @param {number} [capacity]
   * @param {new (length: number) => T} [type]
   */
  constructor(capacity = 64, type = /** @type {new (length: number) => T} */ (/** @type {unknown} */ (Float64Array))) {
    this.values = new type(capacity);
    this.length = 0;
  }

  /** @param {number} value */
  push(value) {
    if (this.length === this.values.length) this.reserve(this.length * 2);
    this.values[this.length++] = value;
  }

  /** Makes room: for what is known to come, so that nothing is copied twice. @param {number} capacity */
  reserve(capacity) {
    if (capacity <= this.values.length) return;
    const grown = new /** @type {new (length: number) => T} */ (this.values.constructor)(capacity);
    grown.set(this.length === this.values.length ? this.values : this.values.subarray(0, this.length));
    this.values = grown;
  }

  /** @returns {number} the last value; −Infinity without any */
  get last() {
    return this.length === 0 ? -Infinity : this.values[this.length - 1];
  }
}
