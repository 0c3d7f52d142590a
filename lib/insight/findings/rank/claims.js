import { isExplainedByIcmp } from '../evidence/icmp.js';
import { isDroppedByListener } from '../evidence/listen-queue.js';

/** @typedef {import('../../../transport/losses.js').LossEpisode} LossEpisode */

/**
 * Loss episodes whose cause the capture itself states belong to the finding that says so, and to no other.
 * @param {readonly LossEpisode[]} episodes @param {number} direction of their data
 * @param {Pick<import('../context.js').Context, 'icmpErrors' | 'listenDrops'>} stated
 * @returns {LossEpisode[]} the others
 */
export const withoutClaimed = (episodes, direction, { icmpErrors, listenDrops }) =>
  episodes.filter(
    (episode) =>
      !isExplainedByIcmp(episode, icmpErrors, direction) && !isDroppedByListener(episode, listenDrops, direction),
  );
