import { hasVerdict } from '../../../transport/packets.js';
import { VERDICT } from '../../../transport/verdict.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('../../../transport/losses.js').LossEpisode} LossEpisode */

/**
 * Recognises loss episodes that began with a damaged segment: its receiver dropped it, not a queue.
 * @param {Context} context @param {number} direction
 * @returns {(episode: Pick<LossEpisode, 'startNs'>) => boolean}
 */
export function beganWithDamage({ packets, seen }, direction) {
  if (!hasVerdict(seen, direction, VERDICT.CORRUPTED)) return () => false;
  /** @type {Set<number>} */
  const damagedNs = new Set();
  for (let i = 0; i < packets.count; i++) {
    if (packets.direction[i] === direction && packets.verdict[i] === VERDICT.CORRUPTED) {
      damagedNs.add(packets.timeNs[i]);
    }
  }
  return ({ startNs }) => damagedNs.has(startNs);
}
