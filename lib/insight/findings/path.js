import { quantile } from '../pacing.js';
import { VERDICT } from '../../tcpflow/verdict.js';
import { framesAt, packetsWhere } from './evidence.js';
import { finding, inSeconds, ofEachDirection, receiverName, shareOf, tripText } from './finding.js';

const LEAST_REORDERED = 2;
const MUCH_REORDERING = 0.005;
/** A queue is felt from this delay on, if it is also as long as the path itself. */
const FELT_QUEUE_NS = 100e6;
const LEAST_SAMPLES = 20;
const HIGH = 0.95;

/** Segments overtook others: seen here, or told by acknowledgements where the reordering is behind the capture point (RFC 4737). */
export const reordering = ofEachDirection(({ direction, insight: { bursts }, reordering: seen, startNs, endNs, dataPackets }, { packets }) => {
  const told = bursts.count > 0 ? bursts.overtaken[bursts.count - 1] : 0, reordered = Math.max(seen?.reordered ?? 0, told), share = reordered / dataPackets;
  if (reordered < LEAST_REORDERED) return null;
  const late = packetsWhere(packets, (i) => packets.direction[i] === direction && packets.verdict[i] === VERDICT.REORDERED);
  return finding({
    code: 'reordering', severity: share > MUCH_REORDERING ? 'warning' : 'note', direction, startNs, endNs, costNs: null,
    message: `${reordered} of ${dataPackets} segments to the ${receiverName(direction)} were overtaken by later ones${late.count > 0 ? '' : ', as its acknowledgements tell'}.`,
    advice: 'Look for paths over several links, a radio that repeats, or a host with several receive queues; RACK tells reordering from loss.',
  }, { reordered, share: shareOf(share), lateSeconds: seen === null ? null : inSeconds(seen.lateNs), frames: late.frames });
});

/** The sender's own data fills a queue on the path: round trips far above the shortest. */
export const queueingDelay = ofEachDirection(({ direction, samples, rttMinNs, startNs, endNs }, { packets }) => {
  if (samples.count < LEAST_SAMPLES) return null;
  const queueNs = quantile(samples.rttNs.subarray(0, samples.count), HIGH) - rttMinNs;
  if (queueNs < FELT_QUEUE_NS || queueNs < rttMinNs) return null;
  const longNs = Array.from(samples.timeNs.subarray(0, samples.count)).filter((_, k) => samples.rttNs[k] >= rttMinNs + queueNs);
  return finding({
    code: 'queueing_delay', severity: 'note', direction, startNs, endNs, costNs: null,
    message: `Round trips grew from ${tripText(rttMinNs)} to ${tripText(rttMinNs + queueNs)}: a queue on the way to the ${receiverName(direction)} is long.`,
    advice: 'Give the slowest link a queue that keeps short (CoDel, FQ-CoDel, CAKE), or let the sender pace (BBR).',
  }, {
    rttMinSeconds: inSeconds(rttMinNs), rttHighSeconds: inSeconds(rttMinNs + queueNs), samples: samples.count,
    frames: framesAt(packets, longNs, 1 - direction),
  });
});
