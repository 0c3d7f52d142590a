/** @typedef {{ startNs: number, endNs: number }} Span */

/** Spans of time, merged where they overlap, and how much of another span they cover. */
export class Spans {
  #starts;
  #ends;
  /** Covered up to the start of each. */
  #before;
  count = 0;

  /** @param {Span[]} spans */
  constructor(spans) {
    const sorted = [...spans].sort((a, b) => a.startNs - b.startNs);
    this.#starts = new Float64Array(sorted.length);
    this.#ends = new Float64Array(sorted.length);
    this.#before = new Float64Array(sorted.length + 1);
    for (const { startNs, endNs } of sorted) {
      const last = this.count - 1;
      if (endNs <= startNs) continue;
      if (last >= 0 && startNs <= this.#ends[last]) this.#ends[last] = Math.max(this.#ends[last], endNs);
      else {
        this.#starts[this.count] = startNs;
        this.#ends[this.count++] = endNs;
      }
    }
    for (let k = 0; k < this.count; k++) this.#before[k + 1] = this.#before[k] + this.#ends[k] - this.#starts[k];
  }

  /** Total time covered. */
  get coveredNs() {
    return this.#before[this.count];
  }

  /** Time covered up to a time. @param {number} ns */
  #upTo(ns) {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#starts[middle] < ns) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? 0 : this.#before[low - 1] + Math.min(ns, this.#ends[low - 1]) - this.#starts[low - 1];
  }

  /** Time covered within a span. @param {number} startNs @param {number} endNs */
  within(startNs, endNs) {
    return endNs <= startNs ? 0 : this.#upTo(endNs) - this.#upTo(startNs);
  }

  /** Time covered that `others` do not cover. @param {Spans} others */
  without(others) {
    let sum = 0;
    for (let k = 0; k < this.count; k++) {
      sum += this.#ends[k] - this.#starts[k] - others.within(this.#starts[k], this.#ends[k]);
    }
    return sum;
  }
}

/** Time that some stretches cover together: where they overlap it counts once. @param {Span[]} spans */
export const coveredNs = (spans) => new Spans(spans).coveredNs;
