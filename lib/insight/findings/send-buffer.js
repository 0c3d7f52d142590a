import { STATE, TRIGGER } from '../bursts.js';
import { LIMIT } from '../limits.js';
import { framesOfBursts } from './evidence.js';
import { finding, inSeconds, ofEachDirection, senderName, timeText } from './finding.js';

/**
 * Before its first loss a window that holds a sender back grows, in slow start, and by half a segment a round trip at least behind it (RFC 9438 section 4.3): as flat
 * as this for so long it is something else. Behind a loss CUBIC's may be as flat.
 */
const LEAST_ROUND_TRIPS = 8;
/** In flight over a round trip, highest to lowest. */
const FLAT_SEGMENTS = 2;
const LEAST_SHARE = 0.3;
const LEAST_NS = 100e6;

/**
 * Every acknowledgement sets off as much as it took away, nothing is lost, the receiver allows more, and still what is in flight stays the same
 * for many round trips: the sender has no more room for data that waits for acknowledgement. At the sender `limits` tells it sooner, by how fast an
 * application answers that is let go on; elsewhere times are not that exact.
 */
export const sendBufferLimited = ofEachDirection((way, { packets, vantages }) => {
  const { direction, insight: { bursts, pacing }, limitNs, activeNs, startNs, endNs, rttMinNs, mss } = way;
  const flat = pacing === 'none' && rttMinNs > 0 ? flatStretch(way) : null;
  const toldNs = vantages?.[direction].place === 'sender' ? limitNs[LIMIT.SEND_BUFFER] : 0, costNs = Math.max(toldNs, flat === null ? 0 : flat.endNs - flat.startNs);
  if (costNs < activeNs * LEAST_SHARE || costNs < LEAST_NS) return null;
  const bytes = Math.round((flat?.segments ?? 0) * mss);
  return finding({
    code: 'send_buffer_limited', severity: 'note', direction, startNs: flat?.startNs ?? startNs, endNs: flat?.endNs ?? endNs, costNs,
    message: `For ${timeText(costNs)} of ${timeText(activeNs)} the ${senderName(direction)} kept ${bytes > 0 ? `${bytes} bytes` : 'as much'} in flight, though nothing was lost and the receiver allowed more: its send buffer holds no more.`,
    advice: `Give the ${senderName(direction)}'s socket a larger send buffer (SO_SNDBUF), or let the system size it.`,
  }, { bytes, seconds: inSeconds(costNs), frames: framesOfBursts(way, packets, (b) => bursts.trigger[b] === TRIGGER.ACK && bursts.startNs[b] >= (flat?.startNs ?? startNs)) });
});

/**
 * The longest stretch in which the most in flight, looked at each round trip, stayed the same.
 * @param {import('./context.js').DirectionContext} way @returns {{ startNs: number, endNs: number, segments: number } | null}
 */
function flatStretch({ insight: { bursts, rttNs }, mss }) {
  let best = null, from = -1, low = Infinity, high = 0, lookNs = 0, most = 0;
  for (let b = 0; b < bursts.count; b++) {
    if (bursts.state[b] !== STATE.OPEN) break;
    const isHeld = bursts.edge[b] - bursts.sentEnd[b] < mss || bursts.outstanding[b] === 0 || bursts.trigger[b] === TRIGGER.DATA;
    if (isHeld) {
      from = -1;
      continue;
    }
    if (from < 0) {
      from = b;
      low = Infinity;
      high = most = 0;
      lookNs = bursts.startNs[b];
    }
    most = Math.max(most, bursts.pipeAfter[b]);
    if (bursts.startNs[b] - lookNs < rttNs) continue;
    if (Math.max(high, most) - Math.min(low, most) > FLAT_SEGMENTS) {
      from = b;
      low = Infinity;
      high = 0;
    } else {
      low = Math.min(low, most);
      high = Math.max(high, most);
    }
    lookNs = bursts.startNs[b];
    most = 0;
    const lastsNs = bursts.startNs[b] - bursts.startNs[from];
    if (low > FLAT_SEGMENTS * 2 && lastsNs >= LEAST_ROUND_TRIPS * rttNs && (best === null || lastsNs > best.endNs - best.startNs)) best = { startNs: bursts.startNs[from], endNs: bursts.startNs[b], segments: high };
  }
  return best;
}
