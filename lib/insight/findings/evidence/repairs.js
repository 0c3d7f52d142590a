import { timeText } from '../finding.js';
import { framesAt } from './evidence.js';
import { coveredNs } from './spans.js';

/** @typedef {import('../context.js').DirectionContext} DirectionContext */
/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('../../../tcpflow/verdicts/loss-episodes.js').LossEpisode} LossEpisode */

/** Less `timeText`, which has tenths of a millisecond, would make 0 ms. */
const LEAST_SAID_NS = 5e4;

/**
 * What episodes cost together, as far as that is known: where one began before the other was over, the time counts
 * once.
 * @param {Pick<LossEpisode, 'startNs' | 'endNs' | 'costNs'>[]} episodes
 * @returns {number | null} null: of none
 */
export function costOf(episodes) {
  const spans = episodes.flatMap(({ startNs, endNs, costNs }) => {
    if (costNs === null) return [];
    const untilNs = endNs ?? startNs + costNs;
    return [{ startNs: untilNs - costNs, endNs: untilNs }];
  });
  return spans.length === 0 ? null : coveredNs(spans);
}

/**
 * @param {string} before
 * @param {number | null} costNs
 * @param {string} [after]
 * @returns {string} nothing where it is not known, or would read as 0 ms
 */
export const costWords = (before, costNs, after = '') =>
  costNs === null || costNs < LEAST_SAID_NS ? '' : `${before}${timeText(costNs)}${after}`;

/**
 * What of an episode a finding tells; `trigger` null: not known.
 * @typedef {Omit<LossEpisode, 'trigger' | 'cause' | 'recoveryPoint' | 'bytesResent' | 'packetsResent' | 'flightAfter'>
 *   & { trigger: LossEpisode['trigger'] | null }} Repair
 */

/** Stretch of time, cost and place of some episodes. @param {Repair[]} episodes @param {DirectionContext} way */
export function about(episodes, { direction, endNs }) {
  return {
    direction,
    startNs: episodes[0].startNs,
    endNs: episodes[episodes.length - 1].endNs ?? endNs,
    costNs: costOf(episodes),
  };
}

/** Where episodes were repaired. @param {Context} context @param {DirectionContext} way @param {Repair[]} episodes */
export const repairFrames = ({ packets }, { direction }, episodes) =>
  framesAt(
    packets,
    episodes.map(({ repairNs }) => repairNs),
    direction,
  );
