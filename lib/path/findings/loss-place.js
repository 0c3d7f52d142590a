import { FATE } from '../../shared/path/fate.js';
import { NOT_SEEN } from '../packets/joined-packets.js';

/** @typedef {import('../path.js').Path} Path */
/** @typedef {import('../fates/fates.js').Fates} Fates */

/** A queue is full from here on, as a share of the longest delay in it. */
const FULL_SHARE = 0.5;
/** Shorter queues are the jitter of hosts. */
const MIN_QUEUE_NS = 2e6;

/**
 * Whether packets were lost at a full queue: whether those that came through before them waited about as long as any.
 * @param {Path} path @param {Fates} fates @param {readonly [number, number]} between
 * @param {Int32Array} packets of one direction of a connection
 * @returns {boolean | null} null: nothing was lost there, or it cannot be told
 */
export function isLostAtFullQueue(path, fates, [from, to], packets) {
  const { rowOf } = path.packets;
  const sent = packets
    .filter((packet) => rowOf[from][packet] !== NOT_SEEN)
    .sort((a, b) => rowOf[from][a] - rowOf[from][b]);
  const delayOf = (/** @type {number} */ packet) =>
    path.timeNs(to, rowOf[to][packet]) - path.timeNs(from, rowOf[from][packet]);
  let [least, most, last] = [Infinity, -Infinity, NaN];
  for (const packet of sent) {
    if (rowOf[to][packet] === NOT_SEEN || path.lengthOf(packet) === 0) continue;
    least = Math.min(least, delayOf(packet));
    most = Math.max(most, delayOf(packet));
  }
  if (most - least < MIN_QUEUE_NS) return sent.some((packet) => fates.at[to][packet] === FATE.LOST) ? false : null;
  let [full, lost] = [0, 0];
  for (const packet of sent) {
    if (rowOf[to][packet] !== NOT_SEEN) last = delayOf(packet);
    else if (fates.at[to][packet] === FATE.LOST && !Number.isNaN(last)) {
      lost++;
      full += Number(last - least >= FULL_SHARE * (most - least));
    }
  }
  return lost === 0 ? null : full * 2 >= lost;
}
