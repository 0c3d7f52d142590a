/** Which bytes of a capture were lost, so that a replay loses the same ones. */
import { isNeeded } from '../insight/path/losses.js';

/** @typedef {import('../tcpflow/connection/connection-packets.js').ConnectionPackets} Packets */
/** @typedef {import('../simulator/scenario/run.js').ScenarioLink} ScenarioLink */

/** Losses of a direction that a replay repeats, the first of each connection. */
export const MAX_REPEATED_LOSSES = 10_000;
/** Fewer give no rate. */
const MIN_FOR_RATE = 3;

/**
 * Each needed retransmission identifies a byte whose previous transmission was lost. Those bytes, not segments by
 * position, are lost again: a replay that sends one segment more or less still loses the same data.
 * @param {Packets[]} connections in the order of the replay
 * @param {number} direction
 * @param {number} mss
 * @returns {Map<number, number[]>} by connection, offsets in sequence space, ascending; once for each loss
 */
export function lostBytes(connections, direction, mss) {
  /** @type {Map<number, number[]>} */
  const lost = new Map();
  connections.forEach((packets, flow) => {
    const offsets = lostOf(packets, direction, mss);
    if (offsets.length > 0) lost.set(flow, offsets);
  });
  return lost;
}

/**
 * @param {Packets} packets @param {number} direction @param {number} mss
 * @returns {number[]}
 */
function lostOf(packets, direction, mss) {
  /** @type {number[]} */
  const offsets = [];
  for (let i = 0; i < packets.count; i++) {
    if (packets.direction[i] !== direction || !isNeeded(packets, i)) continue;
    // Where the host's segmentation offload was captured, one packet stands for several segments.
    for (let at = packets.seqOffset[i]; at < packets.endOffset[i]; at += mss) {
      if (offsets.length === MAX_REPEATED_LOSSES) return offsets.sort((a, b) => a - b);
      offsets.push(at);
    }
  }
  return offsets.sort((a, b) => a - b);
}

/** @param {Map<number, number[]>} lost @returns {number} */
export const countOf = (lost) => [...lost.values()].reduce((sum, { length }) => sum + length, 0);

/**
 * @param {Packets[]} connections
 * @param {number} direction
 * @returns {number} segments with data
 */
function sentSegments(connections, direction) {
  let sent = 0;
  for (const { count, direction: directions, length } of connections) {
    for (let i = 0; i < count; i++) if (directions[i] === direction && length[i] > 0) sent++;
  }
  return sent;
}

/**
 * A link for requests made in other ways than observed: other connections carry other bytes then, so losses are random
 * at the observed rate.
 * @param {ScenarioLink} link with losses as observed
 * @param {number} rate 0: too few for a rate, so they stay as observed
 * @returns {ScenarioLink}
 */
export function drawn({ dropBytes, ...link }, rate) {
  return rate > 0 ? { ...link, loss: rate } : { ...link, ...(dropBytes && { dropBytes }) };
}

/**
 * @param {Packets[]} connections @param {number} direction @param {number} lost
 * @returns {number} share of the segments with data; 0 where too few were lost
 */
export const lossRate = (connections, direction, lost) =>
  lost < MIN_FOR_RATE ? 0 : lost / sentSegments(connections, direction);
