import { timeText } from '../finding.js';
import { framesAt } from './evidence.js';
import { coveredNs } from './spans.js';

/** @typedef {import('../context.js').DirectionContext} DirectionContext */
/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('../../../transport/losses.js').LossEpisode} LossEpisode */

/** The direction of the client's data. */
const CLIENT = 0;
/** A shorter time would read as 0 ms in `timeText`, which has tenths of a millisecond. */
const MIN_SHOWN_NS = 5e4;

/**
 * Combined cost of episodes, as far as known: overlapping time counts once.
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
 * @returns {string} empty where it is not known, or would read as 0 ms
 */
export const costWords = (before, costNs, after = '') =>
  costNs === null || costNs < MIN_SHOWN_NS ? '' : `${before}${timeText(costNs)}${after}`;

/**
 * The evidence of an episode; `trigger` null: not known.
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

/**
 * Whether the server's close ends a body, so that the client waits for it (RFC 9112 section 6.3).
 * @param {NonNullable<Context['messages']>} messages
 * @param {import('./message-facts.js').ExchangeFacts} last
 */
function isEndOfBody(messages, { isMultiplexed, isHttp, responseRow }) {
  if (isMultiplexed) return false;
  if (!isHttp) return true;
  return ['content-length', 'transfer-encoding'].every((name) => messages.field(responseRow, name) === null);
}

/**
 * Whether an end retransmitted only its FIN, when every request had been answered in full: nobody waited for it.
 * Without messages this is unknown.
 * @param {Pick<LossEpisode, 'startNs' | 'bytesResent'>} episode
 * @param {DirectionContext} way
 * @param {Context} context
 */
export function repeatedCloseOnly({ startNs, bytesResent }, { direction }, { messages, clock }) {
  // Message times are not corrected for a clock that was set back.
  if (messages === null || bytesResent > 0 || clock !== null) return false;
  const last = messages.exchanges.at(-1);
  if (last === undefined || !messages.exchanges.every(({ isAnswered, endNs }) => isAnswered && endNs < startNs)) {
    return false;
  }
  return direction === CLIENT || !isEndOfBody(messages, last);
}
