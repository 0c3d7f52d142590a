import { STATE, TRIGGER } from '../bursts.js';
import { LIMIT } from '../limits.js';
import { framesOfBursts } from './evidence.js';
import { finding, inSeconds, ofEachDirection, senderName, shareOf, timeText } from './finding.js';

const LEAST_SHARE = 0.5;
const LEAST_NS = 200e6;
/** Segments in flight that count as one, and a burst. */
const ONE = 1.2;
const BURST = 4;
const STALLED_SHARE = 0.5;
const LEAST_ROUND_TRIPS = 20;

/** There was nothing to send: the application set the pace. Who only asks and acknowledges always waits, which is no finding; nor is a pause that was kept alive. */
export const applicationLimited = ofEachDirection((way, { ways, packets, keptAliveNs }) => {
  const { direction, limitNs, activeNs, startNs, endNs, dataPackets, rttMinNs, insight: { bursts, limits } } = way, costNs = limitNs[LIMIT.APPLICATION] - keptAliveNs[0] - keptAliveNs[1];
  if (ways.some((other) => other.dataPackets > dataPackets || (other.dataPackets === dataPackets && other.direction < direction))) return null;
  if (costNs < activeNs * LEAST_SHARE || costNs < LEAST_NS) return null;
  const leastNs = Math.max(rttMinNs, activeNs / 50), frames = framesOfBursts(way, packets, (b) => b > 0 && limits[b - 1] === LIMIT.APPLICATION && bursts.sentNew[b] > 0 && bursts.startNs[b] - bursts.startNs[b - 1] > leastNs);
  return finding({
    code: 'application_limited', severity: 'note', direction, startNs, endNs, costNs,
    message: `For ${timeText(costNs)} of ${timeText(activeNs)} the ${senderName(direction)} had nothing to send.`,
    advice: `The network was not what it waited for: look at the application at the ${senderName(direction)}.`,
  }, { share: shareOf(costNs / activeNs), seconds: inSeconds(costNs), frames });
});

/** Bursts, and between them one segment under way for most of the time: XUDP's figure 8.3. */
export const burstAndStall = ofEachDirection((way, { packets }) => {
  const { direction, limitNs, insight: { bursts }, activeNs, startNs, endNs, rttMinNs } = way;
  if (activeNs < LEAST_ROUND_TRIPS * rttMinNs || limitNs[LIMIT.APPLICATION] > activeNs * LEAST_SHARE) return null;
  let stalledNs = 0, most = 0;
  for (let b = 0; b + 1 < bursts.count; b++) {
    most = Math.max(most, bursts.pipeAfter[b]);
    if (bursts.state[b] === STATE.OPEN && bursts.pipeAfter[b] > 0 && bursts.pipeAfter[b] <= ONE) stalledNs += bursts.startNs[b + 1] - bursts.startNs[b];
  }
  if (most < BURST || stalledNs < activeNs * STALLED_SHARE) return null;
  return finding({
    code: 'burst_and_stall', severity: 'note', direction, startNs, endNs, costNs: stalledNs,
    message: `The ${senderName(direction)} sent bursts of up to ${Math.round(most)} segments, and between them for ${timeText(stalledNs)} of ${timeText(activeNs)} waited with one segment under way.`,
    advice: 'Look for what keeps the window at one segment: time-outs, a timer at the receiver, or writes that wait for answers.',
  }, { mostSegments: Math.round(most), stalledSeconds: inSeconds(stalledNs), frames: framesOfBursts(way, packets, (b) => bursts.trigger[b] !== TRIGGER.NOTHING && bursts.pipeAfter[b] >= BURST) });
});
