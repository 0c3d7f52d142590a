/** Conflicts of one connection that are kept; more are counted. */
export const MAX_CONFLICTS_PER_FLOW = 16;
/** Conflicts of all connections that are kept. */
export const MAX_CONFLICTS = 10_000;
/** Bytes kept of each version, from the first that differs on. */
export const MAX_CONFLICT_BYTES = 32;

/**
 * Two segments with different bytes for the same range of a stream.
 * @typedef {object} Conflict
 * @property {number} endpoint that sent both
 * @property {number} offset stream offset of the first byte that differs, 0 = the first byte after the SYN
 * @property {number} length to the last byte that differs
 * @property {Version} first as it came first in the capture
 * @property {Version} second
 * @property {'first'|'second'} used which of them is in the stream
 * @property {boolean} delivered the first had been handed on already, so no policy could choose
 *
 * @typedef {{ frame: number, bytes: string }} Version `bytes` in hexadecimal, the first MAX_CONFLICT_BYTES
 */

/**
 * One copy of a range: `bytes[from, …)`, from `frame`.
 * @typedef {{ bytes: Uint8Array, from: number, frame: number }} Copy
 */

/** Ranges whose copies differ. */
export class Conflicts {
  /** @type {Map<number, { total: number, list: Conflict[] }>} */
  #flows = new Map();
  #kept = 0;

  /** All of them, for a report. */
  get kept() {
    return this.#flows;
  }

  /** @param {Conflicts['kept']} kept */
  restore(kept) {
    this.#flows = kept;
  }

  /**
   * Compares two copies of a range, and records a conflict if they differ.
   * @param {number} flow
   * @param {number} endpoint
   * @param {number} offset of the stream
   * @param {number} length of both copies
   * @param {Copy} first @param {Copy} second @param {'first'|'second'} used @param {boolean} delivered
   */
  compare(flow, endpoint, offset, length, first, second, used, delivered) {
    let start = 0;
    let end = length;
    while (start < end && first.bytes[first.from + start] === second.bytes[second.from + start]) start++;
    if (start >= end) return;
    while (first.bytes[first.from + end - 1] === second.bytes[second.from + end - 1]) end--;
    let of = this.#flows.get(flow);
    if (of === undefined) this.#flows.set(flow, (of = { total: 0, list: [] }));
    of.total++;
    if (of.list.length >= MAX_CONFLICTS_PER_FLOW || this.#kept >= MAX_CONFLICTS) return;
    this.#kept++;
    of.list.push({
      endpoint,
      offset: offset + start,
      length: end - start,
      first: version(first, start, end),
      second: version(second, start, end),
      used,
      delivered,
    });
  }

  /** @param {number} flow @returns {Conflict[]} in the order in which they were found */
  of(flow) {
    return this.#flows.get(flow)?.list ?? [];
  }

  /** @param {number} flow @returns {number} those not kept included */
  totalOf(flow) {
    return this.#flows.get(flow)?.total ?? 0;
  }
}

/** @param {Copy} copy @param {number} start @param {number} end @returns {Version} */
function version({ bytes, from, frame }, start, end) {
  const shown = bytes.subarray(from + start, from + Math.min(end, start + MAX_CONFLICT_BYTES));
  return { frame, bytes: Array.from(shown, (byte) => byte.toString(16).padStart(2, '0')).join('') };
}
