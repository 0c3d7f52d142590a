/** @typedef {import('../connection/connection-packets.js').ConnectionPackets} ConnectionPackets */

/** Cells that one segment may cover and still be booked in each: 64 KiB of the smallest usual segments. What lies beyond counts as not seen. */
export const MAX_CELLS_PER_SEGMENT = 256;

/**
 * The sequence space of a direction, cut wherever a segment begins or ends, so that every segment covers whole cells:
 *
 * ```
 *  segments     ├────────────┤├──────────┤
 *                      ├─────────────┤        sent again, cut otherwise
 *  cells        ├──────┼─────┼───────┼───┤
 * ```
 *
 * Made in one go of a connection's packets, so that finding a cell is a look beside the last one found, or a binary search.
 */
export class SequenceCells {
  #latest = 0;

  /** @param {ConnectionPackets} packets @param {Int32Array} indexes of the direction's segments that use sequence space */
  constructor(packets, indexes) {
    /** Cell c is [start[c], start[c + 1]). */
    this.start = edges(packets, indexes);
    this.count = Math.max(0, this.start.length - 1);
    /** Which packet is the first in the capture of those that begin at the cell's start or above; -1 none. */
    this.earliestFrom = earliestFrom(packets, indexes, this.start);
  }

  /** @param {number} offset @returns {number} the cell that holds it; −1 below all, `count` at their end and above */
  find(offset) {
    const { start, count } = this, latest = this.#latest;
    for (let cell = latest; cell < latest + 2 && cell < count; cell++) {
      if (start[cell] <= offset && offset < start[cell + 1]) return (this.#latest = cell);
    }
    let low = 0, high = start.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (start[middle] <= offset) low = middle + 1; else high = middle;
    }
    if (low > 0 && low <= count) this.#latest = low - 1;
    return low - 1;
  }
}

/** All beginnings and ends, ascending, each once. @param {ConnectionPackets} packets @param {Int32Array} indexes */
function edges(packets, indexes) {
  const inOrder = new Float64Array(indexes.length * 2), late = new Float64Array(indexes.length * 2);
  let ordered = 0, lates = 0, top = -Infinity;
  for (const i of indexes) {
    for (const edge of [packets.seqOffset[i], packets.endOffset[i]]) {
      if (edge > top) top = inOrder[ordered++] = edge;
      else if (edge < top) late[lates++] = edge;
    }
  }
  return merged(inOrder.subarray(0, ordered), late.subarray(0, lates).sort());
}

/** @param {Float64Array} one ascending @param {Float64Array} other ascending */
function merged(one, other) {
  const all = new Float64Array(one.length + other.length);
  let count = 0;
  for (let a = 0, b = 0; a < one.length || b < other.length;) {
    const next = b >= other.length || one[a] <= other[b] ? one[a++] : other[b++];
    if (count === 0 || all[count - 1] !== next) all[count++] = next;
  }
  return all.slice(0, count);
}

/** @param {ConnectionPackets} packets @param {Int32Array} indexes @param {Float64Array} start */
function earliestFrom(packets, indexes, start) {
  const earliest = new Int32Array(start.length + 1).fill(-1);
  let cell = 0;
  for (const i of indexes) {
    cell = place(start, packets.seqOffset[i], cell);
    if (earliest[cell] < 0) earliest[cell] = i;
  }
  for (cell = start.length - 1; cell >= 0; cell--) {
    const above = earliest[cell + 1];
    if (above >= 0 && (earliest[cell] < 0 || above < earliest[cell])) earliest[cell] = above;
  }
  return earliest;
}

/** Where an edge lies in the list, looked for beside `near` first. @param {Float64Array} start @param {number} edge @param {number} near */
function place(start, edge, near) {
  if (start[near] === edge) return near;
  if (start[near + 1] === edge) return near + 1;
  let low = 0, high = start.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (start[middle] < edge) low = middle + 1; else high = middle;
  }
  return low;
}
