import { SEQUENCE_SPACE } from '../../shared/tcp-numbers.js';
import { seconds } from './flow-values.js';

/** @typedef {import('../../transport/losses.js').LossEpisode} LossEpisode */
/** @typedef {import('../../transport/losses.js').Reordering} Reordering */
/** @typedef {import('../../transport/losses.js').LossesAndReordering} LossesAndReordering */

const DIRECTIONS = /** @type {const} */ (['clientToServer', 'serverToClient']);

/** @param {number|null} ns */
const secondsOrNull = (ns) => (ns === null ? null : seconds(ns));

/** @param {LossEpisode} episode @param {number} direction */
function describeEpisode(episode, direction) {
  const {
    startNs,
    repairNs,
    endNs,
    cause,
    trigger,
    timeouts,
    recoveryPoint,
    bytesLost,
    bytesResent,
    packetsResent,
    costNs,
    flightBefore,
    flightAfter,
  } = episode;
  return {
    direction: DIRECTIONS[direction],
    start: seconds(startNs),
    repair: seconds(repairNs),
    end: secondsOrNull(endNs),
    cause,
    trigger,
    timeouts,
    recoveryPoint: ((recoveryPoint % SEQUENCE_SPACE) + SEQUENCE_SPACE) % SEQUENCE_SPACE,
    bytesLost,
    bytesResent,
    packetsResent,
    duration: endNs === null ? null : seconds(endNs - startNs),
    costSeconds: secondsOrNull(costNs),
    flightBefore,
    flightAfter,
  };
}

/** @param {Reordering} reordering @param {number} direction */
function describeReordering({ packets, reordered, extentMax, extentMean, nReordered, lateNs }, direction) {
  return {
    direction: DIRECTIONS[direction],
    packets,
    reordered,
    ratio: Math.round((reordered / packets) * 1e6) / 1e6,
    extentMax,
    extentMean: Math.round(extentMean * 1e3) / 1e3,
    nReordered,
    lateTime: seconds(lateNs),
  };
}

/**
 * What `analyze --json` adds to a flow: `lossEpisodes` by time and `reordering`, each only where there is any. Times in
 * seconds since the capture's first packet, sequence numbers relative.
 * @param {LossesAndReordering | undefined} verdicts
 * @returns {{ lossEpisodes?: ReturnType<typeof describeEpisode>[], reordering?: ReturnType<typeof describeReordering>[]
 *   }}
 */
export function describeVerdicts(verdicts) {
  if (verdicts === undefined) return {};
  const episodes = verdicts.episodes.flatMap((list, direction) =>
    list.map((episode) => describeEpisode(episode, direction)),
  );
  const reordering = verdicts.reordering.flatMap((found, direction) =>
    found === null ? [] : [describeReordering(found, direction)],
  );
  return {
    ...(episodes.length > 0 ? { lossEpisodes: episodes.sort((a, b) => a.start - b.start) } : {}),
    ...(reordering.length > 0 ? { reordering } : {}),
  };
}
