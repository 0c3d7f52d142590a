import { defineKind } from '../define-kind.js';
import { MIN_DUPLICATES, reportedTwice } from '../evidence/reported-twice.js';
import { counted, finding, ofEachDirection, receiverName, shareOf } from '../finding.js';

export const DUPLICATES_ON_PATH = defineKind('duplicates_on_path', 'Packets duplicated on the path', 'network', [
  'RFC 2883',
  'RFC 3708',
]);

/**
 * The receiver got twice what was sent once: something on the path duplicates packets, before or after the capture
 * point.
 */
export const duplicatesOnPath = ofEachDirection([DUPLICATES_ON_PATH], ({ direction, dataPackets }, { packets }) => {
  const shown = reportedTwice(packets, direction);
  if (shown.count < MIN_DUPLICATES) return null;
  return finding(
    {
      kind: DUPLICATES_ON_PATH,
      severity: 'note',
      direction,
      during: shown,
      message: `The ${receiverName(direction)} received ${counted(shown.count, 'packet')} twice that had been sent once (D-SACK): something on the path duplicates packets.`,
      advice:
        'Look for a switching loop, a mirror port that feeds back into the network, or a radio link that repeats frames it had delivered.',
    },
    { packets: shown.count, share: shareOf(shown.count / dataPackets), frames: shown.frames },
  );
});
