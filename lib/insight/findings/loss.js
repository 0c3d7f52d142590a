import { quantile } from '../pacing.js';
import { finding, inSeconds, ofEachDirection, receiverName, senderName } from './finding.js';

/** @typedef {import('./context.js').DirectionContext} DirectionContext */
/** @typedef {import('../../tcpflow/judge/loss-episodes.js').LossEpisode} LossEpisode */

/** A loss is the queue's own where the round trip before it was longer than this share of all; a loss at random does not choose its time. */
const QUEUE_RANK = 0.7;
const HIGH = 0.95;
/** … and the queue is more than jitter: this much above the shortest round trip. */
const LEAST_QUEUE_SHARE = 0.1;
/** Losses at random as rare as this, or as few, are hardly felt. */
const RARE_LOSS = 0.001;
const FEW_LOSSES = 2;

/** @param {LossEpisode[]} episodes */
const costOf = (episodes) => episodes.reduce((sum, { costNs }) => sum + (costNs ?? 0), 0);

/** Stretch of time, cost and place of some episodes. @param {LossEpisode[]} episodes @param {DirectionContext} way */
function about(episodes, { direction, endNs }) {
  return { direction, startNs: episodes[0].startNs, endNs: episodes[episodes.length - 1].endNs ?? endNs, costNs: costOf(episodes) };
}

/** Lost, and told by nothing but the sender's timer: mostly the end of what it had to send (RFC 8985 section 7). */
export const tailLossTimeout = ofEachDirection((way) => {
  const episodes = way.episodes.filter(({ timeouts, trigger, cause }) => cause === 'loss' && (timeouts > 0 || trigger !== 'fast'));
  if (episodes.length === 0) return null;
  const timeouts = episodes.reduce((sum, episode) => sum + episode.timeouts, 0), known = about(episodes, way);
  return finding({
    ...known, code: 'tail_loss_timeout', severity: 'warning',
    message: `${episodes.length} losses were repaired only by the ${senderName(way.direction)}'s timer, which cost ${inSeconds(known.costNs)} s.`,
    advice: 'Tail loss probes and RACK (RFC 8985) and SACK repair the end of a transfer sooner; look for outages where time-outs double.',
  }, { episodes: episodes.length, timeouts, bytesLost: episodes.reduce((sum, { bytesLost }) => sum + bytesLost, 0) });
});

/** Sent again for nothing: the original had arrived, late or overtaken, or its acknowledgement was lost. */
export const spuriousRetransmission = ofEachDirection((way) => {
  const episodes = way.episodes.filter(({ cause }) => cause !== 'loss');
  if (episodes.length === 0) return null;
  const delayed = episodes.filter(({ cause }) => cause === 'delay').length, known = about(episodes, way);
  return finding({
    ...known, code: 'spurious_retransmission', severity: delayed > 0 ? 'warning' : 'note',
    message: `The ${senderName(way.direction)} sent again in ${episodes.length} episodes what had not been lost: ${delayed} times because answers came late, else because packets were overtaken.`,
    advice: 'Timestamps, D-SACK and F-RTO let the sender undo the harm. Look for what delays or reorders packets on the path.',
  }, { episodes: episodes.length, delayed, packets: episodes.reduce((sum, { packetsResent }) => sum + packetsResent, 0) });
});

/** Losses by a full queue against those that come whatever the load: by the round trip when the lost segment was sent. */
export const losses = (/** @type {import('./context.js').Context} */ { ways }) => ways.flatMap((way) => {
  const lost = way.episodes.filter(({ cause, trigger }) => cause === 'loss' && trigger === 'fast');
  if (lost.length === 0) return [];
  const full = lost.filter(fullQueue(way)), random = lost.length - full.length, known = about(lost, way);
  const share = lost.reduce((sum, { packetsResent }) => sum + packetsResent, 0) / way.dataPackets;
  const evidence = { episodes: lost.length, withFullQueue: full.length, shareOfPacketsSentAgain: Math.round(share * 1e4) / 1e4 };
  if (random <= full.length) {
    return finding({
      ...known, code: 'congestion_loss', severity: 'note',
      message: `A queue on the path to the ${receiverName(way.direction)} ran full ${full.length} times; repairing that took ${inSeconds(known.costNs)} s.`,
      advice: 'That is how TCP finds its rate. Shorter queues with marks (AQM, ECN) find it without loss.',
    }, evidence);
  }
  return finding({
    ...known, code: 'random_loss', severity: share > RARE_LOSS && lost.length > FEW_LOSSES ? 'warning' : 'note',
    message: `Segments to the ${receiverName(way.direction)} were lost ${lost.length} times while the path's queue was short; repairing that took ${inSeconds(known.costNs)} s, and the window was cut each time.`,
    advice: 'Look for a bad link, a radio, a wrong duplex or a policer on the path; congestion is not the cause.',
  }, evidence);
});

/** Tells whether the round trip before a repair was among the longest. @param {DirectionContext} way @returns {(episode: LossEpisode) => boolean} */
function fullQueue({ samples: { count, timeNs, rttNs }, rttMinNs }) {
  const all = rttNs.subarray(0, count), leastNs = quantile(all, QUEUE_RANK), isQueue = quantile(all, HIGH) - rttMinNs > LEAST_QUEUE_SHARE * rttMinNs;
  return ({ repairNs }) => {
    let low = 0, high = count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (timeNs[middle] <= repairNs) low = middle + 1;
      else high = middle;
    }
    return isQueue && low > 0 && rttNs[low - 1] >= leastNs;
  };
}
