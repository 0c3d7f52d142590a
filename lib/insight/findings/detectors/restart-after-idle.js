import { LIMIT } from '../../sender/limits.js';
import { defineKind } from '../define-kind.js';
import { Spans } from '../evidence/spans.js';
import { unseenPauses } from '../evidence/upstream.js';
import { counted, finding, MAX_EVIDENCE_FRAMES, ofEachDirection, senderName, timeText } from '../finding.js';

export const RESTART_AFTER_IDLE = defineKind('restart_after_idle', 'Window restart after idle', 'congestion_window', [
  'RFC 5681 section 4.1',
  'RFC 7661',
]);

const MIN_FALL = 0.75;

/**
 * After an idle period the window restarts from a smaller value (RFC 5681 section 4.1; Linux:
 * tcp_slow_start_after_idle), and has to grow again.
 */
export const restartAfterIdle = ofEachDirection([RESTART_AFTER_IDLE], (way, context) => {
  const { direction, insight, rttMinNs } = way;
  const { packets } = context;
  const { bursts, cwnd, limits } = insight;
  // While a sender waits for its timer it is silent too, and its lost segments may not be in the capture.
  const waits = new Spans([...unseenPauses(way, context), ...timeouts(way)]);
  /** @type {number[]} */
  const frames = [];
  let restarts = 0;
  let costNs = 0;
  for (const { burst: b, silenceNs } of insight.restarts) {
    if (waits.within(bursts.startNs[b] - silenceNs, bursts.startNs[b]) > 0) continue;
    if (limits[b] !== LIMIT.CONGESTION_WINDOW || cwnd[b] >= cwnd[b - 1] * MIN_FALL) continue;
    restarts++;
    costNs += Math.log2(cwnd[b - 1] / cwnd[b]) * rttMinNs;
    if (frames.length < MAX_EVIDENCE_FRAMES) frames.push(packets.frame[bursts.packet[b]]);
  }
  if (restarts === 0) return null;
  return finding(
    {
      kind: RESTART_AFTER_IDLE,
      severity: 'note',
      direction,
      during: way,
      costNs,
      message: `After ${counted(restarts, 'pause')} the ${senderName(direction)} restarted with a small congestion window, which cost about ${timeText(costNs)}.`,
      advice: 'On Linux, net.ipv4.tcp_slow_start_after_idle=0 at the sender keeps the window across pauses.',
    },
    { restarts, frames },
  );
});

/** @param {import('../context.js').DirectionContext} way */
const timeouts = ({ episodes }) =>
  episodes
    .filter((episode) => episode.timeouts > 0)
    .map(({ startNs, endNs }) => ({ startNs, endNs: endNs ?? Infinity }));
