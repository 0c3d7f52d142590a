import { droppedAtReceiver } from '../evidence/dropped-at-receiver.js';
import { isExplainedByIcmp } from '../evidence/icmp.js';
import { isDroppedByListener } from '../evidence/listen-queue.js';
import { beganRefused } from '../evidence/refused.js';

/** @typedef {import('../../../transport/losses.js').LossEpisode} LossEpisode */

/**
 * Loss episodes whose cause the capture itself states belong to the finding that says so, and to no other.
 * @param {readonly LossEpisode[]} episodes @param {number} direction of their data
 * @param {Pick<import('../context.js').Context, 'icmpErrors' | 'listenDrops' | 'packets' | 'vantages'>} stated
 * @returns {LossEpisode[]} the others
 */
export function withoutClaimed(episodes, direction, { icmpErrors, listenDrops, packets, vantages }) {
  if (episodes.length === 0) return [];
  const isRefused = beganRefused(packets, direction);
  const isBeyondSender = vantages?.[direction].place !== 'sender';
  const droppedNs = isBeyondSender ? droppedAtReceiver(packets, direction).droppedNs : null;
  return episodes.filter(
    (episode) =>
      !isExplainedByIcmp(episode, icmpErrors, direction) &&
      !isDroppedByListener(episode, listenDrops, direction) &&
      !isRefused(episode) &&
      !droppedNs?.has(episode.startNs),
  );
}
