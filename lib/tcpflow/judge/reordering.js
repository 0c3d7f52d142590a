import { VERDICT } from '../verdict.js';

/** @typedef {import('./direction-trace.js').DirectionTrace} DirectionTrace */

/** A packet before which three later ones arrive makes a receiver send three duplicate ACKs. */
const LARGEST_N = 3;

/**
 * How packets of a direction were reordered on their way to the capture point (RFC 4737), over first sendings of data: retransmissions and copies left out.
 * @typedef {object} Reordering
 * @property {number} packets
 * @property {number} reordered Type-P-Reordered (section 4.1): below the highest that came before
 * @property {number} extentMax packets since the first of those that overtook it (section 4.2.1)
 * @property {number} extentMean over the reordered ones
 * @property {[number, number, number]} nReordered packets right before which at least 1, 2, 3 came that were sent after them (section 5.4)
 * @property {number} lateNs most time after the first of those that overtook it
 */

/**
 * @param {DirectionTrace} trace after its verdict walk @param {number} leftOut first sendings in order that are not in the trace
 * @returns {Reordering | null} null where nothing was reordered
 */
export function reorderingOf({ packets, direction, verdicts, cells }, leftOut) {
  /** Packets that had come when packet i came. */
  const position = new Int32Array(packets.count);
  /** Offsets of the latest packets, by position modulo LARGEST_N. */
  const latest = new Float64Array(LARGEST_N).fill(-Infinity);
  /** @type {[number, number, number]} */
  const nReordered = [0, 0, 0];
  let count = 0, reordered = 0, extentMax = 0, extents = 0, lateNs = 0;
  for (let i = 0; i < packets.count; i++) {
    position[i] = count;
    const verdict = verdicts.verdict[i], seq = packets.seqOffset[i];
    if (packets.direction[i] !== direction || packets.length[i] === 0 || (verdict !== VERDICT.ORIGINAL && verdict !== VERDICT.REORDERED)) continue;
    if (verdict === VERDICT.REORDERED) {
      const above = cells.earliestFrom[cells.find(seq) + 1], extent = above >= 0 && above < i ? count - position[above] : 0;
      reordered++;
      extents += extent;
      extentMax = Math.max(extentMax, extent);
      if (extent > 0) lateNs = Math.max(lateNs, packets.timeNs[i] - packets.timeNs[above]);
      for (let n = 0; n < LARGEST_N && latest[(count - 1 - n + LARGEST_N) % LARGEST_N] > seq; n++) nReordered[n]++;
    }
    latest[count % LARGEST_N] = seq;
    count++;
  }
  return reordered > 0 ? { packets: count + leftOut, reordered, extentMax, extentMean: extents / reordered, nReordered, lateNs } : null;
}
