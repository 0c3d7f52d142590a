import { LIMIT } from '../limits.js';
import { MAX_EVIDENCE_FRAMES, counted, finding, ofEachDirection, senderName, timeText } from './finding.js';

const LEAST_FALL = 0.75;

/** Behind a silence the window starts anew from less than it was (RFC 5681 section 4.1; Linux: tcp_slow_start_after_idle), and has to grow again. */
export const restartAfterIdle = ofEachDirection(({ direction, insight, startNs, endNs, rttMinNs }, { packets }) => {
  const { bursts, cwnd, limits } = insight;
  /** @type {number[]} */
  const frames = [];
  let restarts = 0, costNs = 0;
  for (const { burst: b } of insight.restarts) {
    if (limits[b] !== LIMIT.CONGESTION_WINDOW || cwnd[b] >= cwnd[b - 1] * LEAST_FALL) continue;
    restarts++;
    costNs += Math.log2(cwnd[b - 1] / cwnd[b]) * rttMinNs;
    if (frames.length < MAX_EVIDENCE_FRAMES) frames.push(packets.frame[bursts.packet[b]]);
  }
  if (restarts === 0) return null;
  return finding({
    code: 'restart_after_idle', severity: 'note', direction, startNs, endNs, costNs,
    message: `Behind ${counted(restarts, 'pause')} the ${senderName(direction)} began again with a small window, which cost about ${timeText(costNs)}.`,
    advice: 'On Linux net.ipv4.tcp_slow_start_after_idle=0 keeps the window over pauses.',
  }, { restarts, frames });
});
