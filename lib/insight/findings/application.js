import { STATE, TRIGGER } from '../bursts.js';
import { LIMIT } from '../limits.js';
import { framesOfBursts } from './evidence.js';
import { Spans } from './messages/spans.js';
import { finding, inSeconds, ofEachDirection, senderName, shareOf, timeText } from './finding.js';

/** @typedef {import('./context.js').DirectionContext} DirectionContext */

const LEAST_SHARE = 0.5;
const LEAST_NS = 200e6;
/** Segments in flight that count as one, and a burst. */
const ONE = 1.2;
const BURST = 4;
const STALLED_SHARE = 0.5;
const LEAST_ROUND_TRIPS = 20;

/**
 * Stretches in which the direction's application was at it, as far as its messages tell: what it waits before a response is the server's think time, and with nothing
 * asked for there is nothing to send. Null where no messages can be read.
 * @param {import('./context.js').Context} context @param {number} direction
 */
function workingSpans({ messages }, direction) {
  const exchanges = messages?.exchanges ?? [];
  if (exchanges.length === 0 || exchanges.some(({ isSwitch }) => isSwitch)) return null;
  return new Spans(exchanges.map(({ startNs, sentNs, answerNs, endNs }) => (direction === 0 ? { startNs, endNs: sentNs } : { startNs: answerNs, endNs: answerNs < 0 ? -1 : endNs })));
}

/** Time that the application held a direction back, a pause that was kept alive left out. @param {DirectionContext} way @param {import('./context.js').Context} context */
function applicationNs({ direction, limitNs, insight: { bursts, limits } }, context) {
  const working = workingSpans(context, direction);
  if (working === null) return limitNs[LIMIT.APPLICATION] - context.keptAliveNs[0] - context.keptAliveNs[1];
  let sumNs = 0;
  for (let b = 0; b + 1 < bursts.count; b++) if (limits[b] === LIMIT.APPLICATION) sumNs += working.within(bursts.startNs[b], bursts.startNs[b + 1]);
  return sumNs;
}

/** There was nothing to send: the application set the pace. Who only asks and acknowledges always waits, which is no finding; nor is a pause that was kept alive. */
export const applicationLimited = ofEachDirection((way, context) => {
  const { direction, activeNs, startNs, endNs, dataPackets, rttMinNs, insight: { bursts, limits } } = way, { ways, packets } = context;
  if (ways.some((other) => other.dataPackets > dataPackets || (other.dataPackets === dataPackets && other.direction < direction))) return null;
  const costNs = applicationNs(way, context);
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
