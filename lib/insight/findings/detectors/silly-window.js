import { SCALE_UNKNOWN } from '../../../transport/tcp/header.js';
import { VERDICT } from '../../../transport/verdict.js';
import { defineKind } from '../define-kind.js';
import { Shown } from '../evidence/evidence.js';
import { finding, ofEachDirection, receiverName, shareOf } from '../finding.js';

export const SILLY_WINDOW = defineKind('silly_window', 'Silly window syndrome', 'receive_window', [
  'RFC 813',
  'RFC 9293 section 3.8.6.2',
]);

/**
 * Less than a full segment, and this much less (RFC 9293 section 3.8.6.2.2: a receiver waits for a segment or half of
 * its buffer).
 */
const SMALL_SHARE = 0.9;
/** Above Ethernet's segments, as on loopback, headers cost nothing that anyone would notice. */
const MAX_SMALL_BYTES = 1460;
const MIN_SMALL = 5;
const MIN_SHARE = 0.1;

/**
 * Silly window syndrome: the receiver opens its window by less than a segment at a time, and the sender fills it with
 * ever smaller segments (RFC 813).
 */
export const sillyWindow = ofEachDirection(
  [SILLY_WINDOW],
  ({ direction, mss, dataPackets, partial }, { packets, options }) => {
    if (
      options.windowScale[1 - direction] === SCALE_UNKNOWN ||
      partial < Math.max(MIN_SMALL, dataPackets * MIN_SHARE)
    ) {
      return null;
    }
    const shown = new Shown(packets);
    const smallBytes = Math.min(mss * SMALL_SHARE, MAX_SMALL_BYTES);
    let edge = -1;
    let bytes = 0;
    for (let i = 0; i < packets.count; i++) {
      if (packets.direction[i] !== direction) {
        if (packets.ackOffset[i] >= 0) edge = packets.ackOffset[i] + packets.windowBytes[i];
        continue;
      }
      const length = packets.length[i];
      const isNew = packets.verdict[i] === VERDICT.ORIGINAL;
      if (!isNew || length < 2 || length > smallBytes || packets.endOffset[i] !== edge) continue;
      shown.add(i);
      bytes += length;
    }
    if (shown.count < MIN_SMALL || shown.count < dataPackets * MIN_SHARE) return null;
    return finding(
      {
        kind: SILLY_WINDOW,
        severity: 'warning',
        direction,
        during: shown,
        message: `${shown.count} of ${dataPackets} data packets just filled what the ${receiverName(direction)}'s window had opened by: ${Math.round(bytes / shown.count)} bytes on average, with an MSS of ${mss}.`,
        advice: `The ${receiverName(direction)} should open its window by whole segments (RFC 9293 section 3.8.6.2.2): update its TCP stack, or let its application read more at a time.`,
      },
      {
        packets: shown.count,
        share: shareOf(shown.count / dataPackets),
        meanBytes: Math.round(bytes / shown.count),
        mss,
        frames: shown.frames,
      },
    );
  },
);
