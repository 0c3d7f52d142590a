import { LIMIT } from '../../../sender/limits.js';
import { defineKind } from '../../define-kind.js';
import { framesOfBursts } from '../../evidence/evidence.js';
import { counted, finding, inSeconds, ofEachDirection, senderName, timeText } from '../../finding.js';
import { NOTICEABLE_NS } from '../../times.js';

export const SEND_BUFFER_LIMITED = defineKind('send_buffer_limited', 'Send buffer limited', 'send_buffer', [
  'RFC 9293 section 3.9.1.2',
]);
export const FIXED_WINDOW = defineKind('fixed_window', 'Fixed window', 'fixed_window', [
  'RFC 9293 section 3.9.1.2',
  'RFC 5681 section 3.1',
]);

const MIN_SHARE = 0.3;

/**
 * The sender's buffer has no room for more unacknowledged data (`limits`, `lib/engine/inference/send-buffer.ts`),
 * though both windows would allow more. Where the only evidence is a constant flight size, it may also be a limit of
 * the stack (`lib/engine/inference/plateau.ts`).
 */
export const sendBufferLimited = ofEachDirection(
  [SEND_BUFFER_LIMITED, FIXED_WINDOW],
  (way, { packets, durationNs }) => {
    const { direction, insight, limitNs, activeNs, startNs, endNs, mss } = way;
    const { bursts, limits, isFixed } = insight;
    const costNs = limitNs[LIMIT.SEND_BUFFER];
    if (costNs < activeNs * MIN_SHARE || costNs < NOTICEABLE_NS) return null;
    let segments = 0;
    for (let b = 0; b < bursts.count; b++) {
      if (limits[b] === LIMIT.SEND_BUFFER) segments = Math.max(segments, bursts.pipeAfter[b]);
    }
    const bytes = Math.round(segments * mss);
    const sender = senderName(direction);
    const time = `For ${timeText(costNs)} of ${timeText(durationNs)}`;
    const found = { severity: /** @type {const} */ ('note'), direction, startNs, endNs, costNs };
    return finding(
      isFixed
        ? {
            ...found,
            kind: FIXED_WINDOW,
            message: `${time} the ${sender} had a fixed window of ${counted(Math.round(segments), 'segment')} (${bytes} bytes), though the receiver allowed more: its send buffer, or its TCP stack's own limit.`,
            advice: `Raise the send buffer of the ${sender}'s socket (SO_SNDBUF). If that does not help, check the limit of its TCP stack (lwIP: TCP_SND_BUF).`,
          }
        : {
            ...found,
            kind: SEND_BUFFER_LIMITED,
            message: `${time} the ${sender} had at most ${bytes} bytes in flight, though nothing was lost and the receiver allowed more: its send buffer was full.`,
            advice: `Raise the send buffer of the ${sender}'s socket (SO_SNDBUF), or leave it to autotuning (Linux: no SO_SNDBUF, raise net.ipv4.tcp_wmem).`,
          },
      {
        bytes,
        ...(isFixed ? { segments: Math.round(segments) } : {}),
        seconds: inSeconds(costNs),
        frames: framesOfBursts(way, packets, (b) => limits[b] === LIMIT.SEND_BUFFER && bursts.sentNew[b] > 0),
      },
    );
  },
);
