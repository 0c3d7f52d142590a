import { Shown } from './evidence.js';

/** @typedef {import('../context.js').Context} Context */

/**
 * Data that passed the capture point within the window and that the receiver then had no memory for: its next packet
 * acknowledges none of it and takes the window back to before its end. Linux does that where the segments' buffers, not
 * their bytes, fill SO_RCVBUF (`tcp_prune_queue`, `tcp_select_window`; TcpExt TCPRcvQDrop, TCPZeroWindowDrop).
 * @param {Context['packets']} packets @param {number} way direction of the data
 * @returns {{ dropped: Shown, droppedNs: Set<number>, bytes: number, costNs: number }} `costNs`: until data beyond the
 *   first was acknowledged, each time
 */
export function droppedAtReceiver(packets, way) {
  const { count, direction, ackOffset, windowBytes, endOffset, length, timeNs, seen } = packets;
  const dropped = new Shown(packets);
  /** @type {Set<number>} */
  const droppedNs = new Set();
  const result = { dropped, droppedNs, bytes: 0, costNs: 0 };
  if (seen.shut[1 - way] === 0 || seen.resent[way] === 0) return result;
  let offered = -1;
  /** The first data since the receiver's latest packet; −1: none. */
  let first = -1;
  let waitsFor = -1;
  let sinceNs = 0;
  for (let i = 0; i < count; i++) {
    if (direction[i] === way) {
      if (length[i] > 1 && first < 0) first = i;
      continue;
    }
    if (ackOffset[i] < 0) continue;
    if (waitsFor >= 0 && ackOffset[i] > waitsFor) {
      result.costNs += timeNs[i] - sinceNs;
      waitsFor = -1;
    }
    const edge = ackOffset[i] + windowBytes[i];
    for (let k = first; k >= 0 && k < i; k++) {
      const isRefused = endOffset[k] > Math.max(ackOffset[i], edge) && endOffset[k] <= offered;
      if (direction[k] !== way || length[k] <= 1 || !isRefused || holds(packets, i, k)) continue;
      dropped.add(k);
      droppedNs.add(timeNs[k]);
      result.bytes += length[k];
      if (waitsFor < 0) [waitsFor, sinceNs] = [ackOffset[i], timeNs[k]];
    }
    first = -1;
    offered = Math.max(offered, edge);
  }
  return result;
}

/** Whether an acknowledgement says by SACK that it has a segment. */
function holds(
  /** @type {Context['packets']} */ { sackStart, sackCount, sackLeft, sackRight, seqOffset, endOffset },
  /** @type {number} */ ack,
  /** @type {number} */ segment,
) {
  for (let k = sackStart[ack]; k < sackStart[ack] + sackCount[ack]; k++) {
    if (sackLeft[k] <= seqOffset[segment] && endOffset[segment] <= sackRight[k]) return true;
  }
  return false;
}
