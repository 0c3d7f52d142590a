/**
 * A column of numbers that can be appended to, for series that grow while a capture runs.
 * `values` is longer than `length` says; readers take both.
 */
export class GrowingColumn {
  /** @param {number} [capacity] */
  constructor(capacity = 256) {
    this.values = new Float64Array(capacity);
    this.length = 0;
  }

  /** @param {number} value */
  push(value) {
    if (this.length === this.values.length) this.reserve(this.length + 1);
    this.values[this.length++] = value;
  }

  /** @param {number} capacity */
  reserve(capacity) {
    if (capacity <= this.values.length) return;
    const grown = new Float64Array(Math.max(capacity, this.values.length * 2));
    grown.set(this.values);
    this.values = grown;
  }

  /** @returns {number} the last value; −Infinity without any */
  get last() {
    return this.length === 0 ? -Infinity : this.values[this.length - 1];
  }
}
