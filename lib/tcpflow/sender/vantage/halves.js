import { METHOD } from '../../../transport/round-trips.js';

/** @typedef {import('../sample-list.js').SampleList} SampleList */

/** Samples below which the minimum is not trusted: a brief stall of the capturing machine shortens a few of them. */
const SHARE_DISTRUSTED = 0.02;

/**
 * One half of the path: from the capture point to an end and back.
 * @typedef {object} Half
 * @property {number | null} ns the shortest round trip, without outliers; null: unknown
 * @property {number} samples
 * @property {boolean} handshake includes one of the handshake, which no application delays
 */

/**
 * The shortest of them, except a few that stalls of the capturing machine shortened; the handshake's where that is
 * shorter.
 * @param {SampleList} samples round trips between the capture point and one end, ns
 * @returns {Half}
 */
export function halfOf({ count, rttNs, method }) {
  let handshakeNs = Infinity;
  let others = 0;
  const sorted = new Float64Array(count);
  for (let k = 0; k < count; k++) {
    if (method[k] === METHOD.HANDSHAKE) handshakeNs = Math.min(handshakeNs, rttNs[k]);
    else sorted[others++] = rttNs[k];
  }
  const low = others > 0 ? sorted.subarray(0, others).sort()[Math.floor(SHARE_DISTRUSTED * others)] : Infinity;
  const ns = Math.min(handshakeNs, low);
  return { ns: Number.isFinite(ns) ? ns : null, samples: count, handshake: handshakeNs < Infinity };
}
