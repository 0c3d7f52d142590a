import { defineKind } from '../define-kind.js';
import { earlierConnection } from '../evidence/opening.js';
import { counted, detector, finding, senderName, timeText } from '../finding.js';
import { NOTICEABLE_NS } from '../times.js';

export const STALE_CONNECTION = defineKind('stale_connection', 'Stale connection', 'handshake', [
  'RFC 9293 section 3.5.1',
  'RFC 5961 section 4',
]);

/** @param {boolean} isReplied @param {number} costNs */
function severityOf(isReplied, costNs) {
  if (!isReplied) return 'error';
  return costNs < NOTICEABLE_NS ? 'note' : 'warning';
}

/** @param {import('../evidence/evidence.js').Shown} resets */
const isResetIn = (resets) => resets.count > 0;

/** Occurs where the other end's host, or a middlebox, missed the end of the earlier one. */
export const staleConnection = detector([STALE_CONNECTION], (context) => {
  const earlier = earlierConnection(context.packets);
  if (earlier === null) return [];
  const { syns, acks, resets, isReplied } = earlier;
  const costNs = syns.endNs - syns.startNs;
  const by = senderName(syns.direction);
  const other = senderName(acks.direction);
  const found = `The ${other} still had an earlier connection with the same addresses and ports, and answered the SYN with an ACK of that one`;
  return finding(
    {
      kind: STALE_CONNECTION,
      severity: severityOf(isReplied, costNs),
      startNs: syns.startNs,
      endNs: Math.max(syns.endNs, acks.endNs),
      costNs,
      message: isReplied
        ? `${found}; the ${by} reset it, and the new one opened ${timeText(costNs)} later.`
        : `${found}; ${isResetIn(resets) ? `${counted(resets.count, 'reset')} of the ${by} did not end it` : `no reset of the ${by} for it is in this capture, so something on the way drops the ACK or the reset`}, and ${counted(syns.count, 'SYN')} over ${timeText(costNs)} got no SYN-ACK.`,
      advice: `Find out why the ${other} missed the end of the earlier one: a host that restarted, or a middlebox that dropped its state. Avoid a fixed or quickly reused source port at the ${by}.`,
    },
    {
      syns: syns.count,
      acks: acks.count,
      resets: resets.count,
      frames: [...syns.frames, ...acks.frames].sort((a, b) => a - b).slice(0, 10),
    },
  );
});
