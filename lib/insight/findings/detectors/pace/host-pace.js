import { rateText } from '../../../../shared/text/quantities.js';
import { LIMIT } from '../../../sender/limits.js';
import { defineKind, SHOWS } from '../../define-kind.js';
import { framesOfBursts } from '../../evidence/evidence.js';
import { finding, inSeconds, ofEachDirection, receiverName, senderName, timeText } from '../../finding.js';
import { MIN_COST_NS, NOTICEABLE_NS } from '../../times.js';

export const HOST_QUEUE = defineKind('host_queue', 'Paced by a queue at the sender', 'network', [
  'tc-tbf(8)',
  'RFC 7567',
]);
export const PACED = defineKind('paced', 'Paced', 'send_buffer', ['RFC 9293 section 3.9.1.2', 'tc-fq(8)'], {
  needs: SHOWS.BOTH_WAYS,
});

/** @typedef {import('../../context.js').DirectionContext} DirectionContext */

/** Of the time that the direction was active. */
const MIN_SHARE = 0.3;

/** Bytes a second that a direction sent, over its whole duration. @param {DirectionContext} way */
function meanRate({ insight: { bursts }, activeNs }) {
  return activeNs === 0 ? 0 : (bursts.sentEnd[bursts.count - 1] / activeNs) * 1e9;
}

/**
 * Segments waited in the sender's own host: a shaper, or a slow interface, in front of the capture point.
 */
export const hostQueue = ofEachDirection([HOST_QUEUE], (way, { packets, durationNs }) => {
  const { direction, insight, limitNs, activeNs } = way;
  const { hostQueueNs, limits, bursts } = insight;
  const costNs = limitNs[LIMIT.NETWORK];
  if (hostQueueNs === null || costNs < activeNs * MIN_SHARE || costNs < NOTICEABLE_NS) return null;
  const rate = meanRate(way);
  return finding(
    {
      kind: HOST_QUEUE,
      severity: 'note',
      direction,
      during: way,
      costNs,
      message: `For ${timeText(costNs)} of ${timeText(durationNs)} a queue before the capture point set the pace, about ${rateText(rate)}: by their timestamps, segments had waited in the ${senderName(direction)}'s host, or on its link, for up to ${timeText(hostQueueNs)}.`,
      advice: `Check the ${senderName(direction)}'s interface for a shaper (tc -s qdisc), the socket's pacing rate, and the link's own rate. Congestion window and bytes in flight are not observable here.`,
    },
    {
      bytesPerSecond: Math.round(rate),
      queueSeconds: inSeconds(hostQueueNs),
      frames: framesOfBursts(way, packets, (b) => b > 0 && limits[b - 1] === LIMIT.NETWORK && bursts.sentNew[b] > 0),
    },
  );
});

/** Full segments left evenly spaced: a clock sets the pace, of unknown origin. */
export const paced = ofEachDirection([PACED], (way, { packets, durationNs }) => {
  const {
    direction,
    insight: { pace },
  } = way;
  if (pace === null || pace.timeNs < MIN_COST_NS) return null;
  const shown = new Set(pace.burstAt);
  return finding(
    {
      kind: PACED,
      severity: 'note',
      direction,
      during: way,
      costNs: pace.timeNs,
      message: `For ${timeText(pace.timeNs)} of ${timeText(durationNs)} the ${senderName(direction)}'s segments left evenly spaced, at ${rateText(pace.bytesPerSecond)}; what paces them is not observable here.`,
      advice: `Check the ${senderName(direction)}'s application, its send buffer, its socket's pacing rate, and its host for a shaper (tc -s qdisc); the ${receiverName(direction)}'s window is not the limit.`,
    },
    {
      bytesPerSecond: Math.round(pace.bytesPerSecond),
      seconds: inSeconds(pace.timeNs),
      frames: framesOfBursts(way, packets, (b) => shown.has(b)),
    },
  );
});
