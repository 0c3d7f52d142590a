import { KIND_MASK } from '../../../engine/enums.js';
import { KIND, spuriousOf } from '../../../tcpflow/verdicts/verdict.js';
import { fillsQueue, MIN_LOSSES, policer } from '../../path/policer.js';
import { STATE } from '../../sender/bursts.js';
import { PHASE } from '../../sender/phases.js';
import { lowerBound } from './evidence.js';
import { unseenHere } from './upstream.js';

/** @typedef {import('../context.js').DirectionContext} DirectionContext */
/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('../../../tcpflow/verdicts/loss-episodes.js').LossEpisode} LossEpisode */

/** A full queue: its delay before the loss was at least this share of the longest usual one. */
const FULL_SHARE = 0.8;
/** … and more than jitter: this much above the shortest round trip. */
const MIN_QUEUE_SHARE = 0.1;
/**
 * Share of lost segments right behind a lost one. With random loss that is as rare as any loss; a full queue drops the
 * next segments too (Bolot, SIGCOMM 1993).
 */
const RUN_SHARE = 0.3;
/** Fewer segments in flight fill no queue on a path: their losses are no congestion losses. */
const MIN_FLIGHT = 4;
const MIN_RUNS = 3;

/**
 * The cause of losses. Congestion: the round trip had grown to its longest, or segments after a lost one are lost too.
 * In slow start a full queue drops half of a round trip's segments, so a single loss is not its.
 * @param {DirectionContext} way @param {LossEpisode[]} lost @param {Context} context
 * @returns {{ full: number, random: number }}
 */
export function classifyLosses(way, lost, context) {
  const {
    samples: { highNs },
    rttMinNs,
  } = way;
  const queueNs = highNs - rttMinNs;
  const isQueue = queueNs > MIN_QUEUE_SHARE * rttMinNs;
  if (isQueue && hasRuns(way, context)) return { full: lost.length, random: 0 };
  const delayNs = queueDelays(way, lost);
  const full = lost.filter(
    ({ packetsResent, repairNs, flightBefore }, k) =>
      isQueue &&
      flightBefore >= MIN_FLIGHT * way.mss &&
      delayNs[k] >= FULL_SHARE * queueNs &&
      !(packetsResent === 1 && inSlowStart(way, repairNs)),
  ).length;
  return { full, random: lost.length - full };
}

/**
 * Whether a token bucket (policer) on the path dropped them: what exceeds a rate, whatever the queue.
 * @param {DirectionContext} way @param {LossEpisode[]} lost @param {Context} context
 * @returns {import('../../path/policer.js').Policer | null}
 */
export function policerOf(way, lost, context) {
  const { gaps } = unseenHere(way, context);
  if (gaps.reduce((sum, { missing }) => sum + missing, way.retransmissions) < MIN_LOSSES) return null;
  const delays = queueDelays(way, lost).filter((delayNs) => delayNs >= 0);
  if (fillsQueue(delays, way.rttMinNs)) return null;
  const { value } = policer(context.packets, way.direction, {
    rttNs: way.insight.rttNs,
    baseRttNs: way.rttMinNs,
    lossQueuesNs: delays,
    gaps,
  });
  return value === 'none' ? null : value;
}

/**
 * Whether lost segments were adjacent. Without SACK a sender does not know which were lost, and also retransmits
 * others.
 * @param {DirectionContext} way
 * @param {Context} context
 */
function hasRuns({ direction, mss, retransmissions }, { packets }) {
  if (packets.sackLeft.length === 0 || retransmissions <= MIN_RUNS) return false;
  let lost = 0;
  let runs = 0;
  let lastEnd = -1;
  for (const i of packets.resends) {
    if (packets.direction[i] !== direction) continue;
    if ((packets.judgement[i] & KIND_MASK) !== KIND.FAST || spuriousOf(packets.judgement[i]) === true) continue;
    const gap = packets.seqOffset[i] - lastEnd;
    if (lastEnd >= 0 && gap >= 0 && gap <= mss) runs++;
    lost++;
    lastEnd = packets.endOffset[i];
  }
  return runs >= MIN_RUNS && runs >= lost * RUN_SHARE;
}

/**
 * Queueing delay before each repair: the latest round trip minus the shortest.
 * @param {DirectionContext} way
 * @param {LossEpisode[]} lost by time
 */
function queueDelays({ samples: { count, timeNs, rttNs }, rttMinNs }, lost) {
  let k = 0;
  return lost.map(({ repairNs }) => {
    while (k < count && timeNs[k] <= repairNs) k++;
    return k > 0 ? rttNs[k - 1] - rttMinNs : -1;
  });
}

/** Whether the window was in slow start when the repair began. @param {DirectionContext} way @param {number} atNs */
function inSlowStart({ insight }, atNs) {
  const { bursts, phases } = insight;
  let b = lowerBound(bursts.startNs, atNs, bursts.count) - 1;
  while (b >= 0 && bursts.state[b] !== STATE.OPEN) b--;
  return b >= 0 && phases[b] === PHASE.SLOW_START;
}
