import { TCP } from '../../../transport/tcp/header.js';
import { Shown } from '../evidence/evidence.js';
import { counted, detector, finding, senderName, timeText } from '../finding.js';
import { defineKind } from '../kind.js';
import { NOTICEABLE_NS } from '../times.js';

export const STALE_CONNECTION = defineKind('stale_connection', 'Stale connection', 'handshake', [
  'RFC 9293 section 3.5.1',
  'RFC 5961 section 4',
]);

/** @typedef {import('../context.js').Context} Context */

const { ACK, RST, SYN } = TCP;

/**
 * The other end still has a connection with these addresses and ports, unknown to the end that opens this one (RFC 9293
 * section 3.5.1, RFC 5961 section 4):
 *
 * ```
 *   SYN           ───────►
 *                 ◄───────  ACK of the earlier connection
 *   RST           ───────►  which ends that
 *   SYN, again    ───────►
 *                 ◄───────  SYN-ACK
 * ```
 *
 * @param {Context['packets']} packets
 * @returns {{ syns: Shown, acks: Shown, resets: Shown, own: Set<number>, isReplied: boolean } | null} own: packets of
 *   the earlier one; null: there is none
 */
export function earlierConnection(packets) {
  const { count, flags, direction, ackOffset } = packets;
  const syns = new Shown(packets);
  const acks = new Shown(packets);
  const resets = new Shown(packets);
  if (count === 0 || (flags[0] & (SYN | ACK | RST)) !== SYN) return null;
  const client = direction[0];
  const /** @type {Set<number>} */ own = new Set();
  let isReplied = false;
  for (let i = 0; i < count && !isReplied; i++) {
    const kind = flags[i] & (SYN | ACK | RST);
    const isClient = direction[i] === client;
    isReplied = !isClient && kind === (SYN | ACK);
    if (isReplied) continue;
    if (isClient && kind === SYN) {
      syns.add(i);
      continue;
    }
    const isAck = !isClient && kind === ACK && ackOffset[i] !== 1;
    const isReset = isClient && kind === RST && acks.count > 0;
    if (!isAck && !isReset) return null;
    (isAck ? acks : resets).add(i);
    own.add(i);
  }
  return acks.count > 0 && resets.count > 0 ? { syns, acks, resets, own, isReplied } : null;
}

/** @param {boolean} isReplied @param {number} costNs */
function severityOf(isReplied, costNs) {
  if (!isReplied) return 'error';
  return costNs < NOTICEABLE_NS ? 'note' : 'warning';
}

/** Occurs where the other end's host, or a middlebox, missed the end of the earlier one. */
export const staleConnection = detector([STALE_CONNECTION], (context) => {
  const earlier = earlierConnection(context.packets);
  if (earlier === null) return [];
  const { syns, acks, resets, isReplied } = earlier;
  const costNs = syns.endNs - syns.startNs;
  const by = senderName(syns.direction);
  const other = senderName(acks.direction);
  const found = `The ${other} still had an earlier connection with the same addresses and ports, and answered the SYN with an ACK of that one`;
  return [
    finding(
      {
        kind: STALE_CONNECTION,
        severity: severityOf(isReplied, costNs),
        direction: null,
        startNs: syns.startNs,
        endNs: Math.max(syns.endNs, acks.endNs),
        costNs,
        message: isReplied
          ? `${found}; the ${by} reset it, and the new one opened ${timeText(costNs)} later.`
          : `${found}; ${counted(resets.count, 'reset')} of the ${by} did not end it, and ${counted(syns.count, 'SYN')} over ${timeText(costNs)} got no SYN-ACK.`,
        advice: `Find out why the ${other} missed the end of the earlier one: a host that restarted, or a middlebox that dropped its state. Avoid a fixed or quickly reused source port at the ${by}.`,
      },
      {
        syns: syns.count,
        acks: acks.count,
        resets: resets.count,
        frames: [...syns.frames, ...acks.frames].sort((a, b) => a - b).slice(0, 10),
      },
    ),
  ];
});
