import { LIMIT } from '../../../sender/limits.js';
import { framesOfBursts } from '../../evidence/evidence.js';
import { finding, inSeconds, ofEachDirection, senderName, timeText } from '../../finding.js';
import { defineKind } from '../../kind.js';
import { FELT_NS } from '../../times.js';

export const SEND_BUFFER_LIMITED = defineKind('send_buffer_limited', 'Send buffer limited', 'send_buffer', [
  'RFC 9293 section 3.9.1.2',
]);

const LEAST_SHARE = 0.3;

/**
 * The sender has no room for more data that waits for acknowledgement, as `limits` tells it
 * (`lib/engine/inference/send-buffer.ts`), though the window and the receiver would allow more.
 */
export const sendBufferLimited = ofEachDirection([SEND_BUFFER_LIMITED], (way, { packets, durationNs }) => {
  const {
    direction,
    insight: { bursts, limits },
    limitNs,
    activeNs,
    startNs,
    endNs,
    mss,
  } = way;
  const costNs = limitNs[LIMIT.SEND_BUFFER];
  if (costNs < activeNs * LEAST_SHARE || costNs < FELT_NS) return null;
  let segments = 0;
  for (let b = 0; b < bursts.count; b++) {
    if (limits[b] === LIMIT.SEND_BUFFER) segments = Math.max(segments, bursts.pipeAfter[b]);
  }
  return finding(
    {
      kind: SEND_BUFFER_LIMITED,
      severity: 'note',
      direction,
      startNs,
      endNs,
      costNs,
      message: `For ${timeText(costNs)} of ${timeText(durationNs)} the ${senderName(direction)} had at most ${Math.round(segments * mss)} bytes in flight, though nothing was lost and the receiver allowed more: its send buffer holds no more.`,
      advice: `Give the ${senderName(direction)}'s socket a larger send buffer (SO_SNDBUF), or let the system size it.`,
    },
    {
      bytes: Math.round(segments * mss),
      seconds: inSeconds(costNs),
      frames: framesOfBursts(way, packets, (b) => limits[b] === LIMIT.SEND_BUFFER && bursts.sentNew[b] > 0),
    },
  );
});
