import { TRIGGER } from '../bursts.js';
import { LIMIT } from '../limits.js';
import { MAX_EVIDENCE_FRAMES, finding, inSeconds, ofEachDirection, receiverName, senderName } from './finding.js';

/** Delayed acknowledgements wait 40 ms (Linux) to 500 ms (RFC 1122 section 4.2.3.2): more than this above the round trip is no jitter. */
const LEAST_DELAY_NS = 25e6;
const LEAST_WAITS = 3;
const LEAST_SHARE = 0.5;
const LEAST_NS = 200e6;

/** A short segment waits for the acknowledgement of the one before (RFC 896), and the receiver waits before it acknowledges (RFC 1122). */
export const nagleDelayedAck = ofEachDirection(({ direction, insight: { bursts }, startNs, endNs, rttMinNs }, { packets }) => {
  /** @type {number[]} */
  const frames = [];
  let waits = 0, costNs = 0, last = -1;
  for (let b = 0; b < bursts.count; b++) {
    if (bursts.sentNew[b] === 0) continue;
    const waitedNs = last < 0 ? 0 : bursts.startNs[b] - bursts.endNs[last] - rttMinNs;
    if (last >= 0 && bursts.short[last] && bursts.short[b] && bursts.trigger[b] === TRIGGER.ACK && bursts.pipeBefore[b] === 0 && bursts.outstanding[last] > 0 && waitedNs > LEAST_DELAY_NS) {
      waits++;
      costNs += waitedNs;
      if (frames.length < MAX_EVIDENCE_FRAMES) frames.push(packets.frame[bursts.packet[b]]);
    }
    last = b;
  }
  if (waits < LEAST_WAITS) return null;
  return finding({
    code: 'nagle_delayed_ack', severity: 'warning', direction, startNs, endNs, costNs,
    message: `${waits} times the ${senderName(direction)} held back a small segment until the ${receiverName(direction)} acknowledged the one before, which that delayed: ${inSeconds(costNs)} s.`,
    advice: 'Write a request in one piece, or set TCP_NODELAY at the sender.',
  }, { waits, meanSeconds: inSeconds(costNs / waits), frames });
});

/** There was nothing to send: the application set the pace. Who only asks and acknowledges always waits, which is no finding. */
export const applicationLimited = ofEachDirection(({ direction, limitNs, activeNs, startNs, endNs, dataPackets }, { ways }) => {
  const costNs = limitNs[LIMIT.APPLICATION];
  if (ways.some((way) => way.dataPackets > dataPackets || (way.dataPackets === dataPackets && way.direction < direction))) return null;
  if (costNs < activeNs * LEAST_SHARE || costNs < LEAST_NS) return null;
  return finding({
    code: 'application_limited', severity: 'note', direction, startNs, endNs, costNs,
    message: `For ${inSeconds(costNs)} of ${inSeconds(activeNs)} s the ${senderName(direction)} had nothing to send.`,
    advice: `The network was not what it waited for: look at the application at the ${senderName(direction)}.`,
  }, { share: Math.round((costNs / activeNs) * 1e3) / 1e3 });
});
