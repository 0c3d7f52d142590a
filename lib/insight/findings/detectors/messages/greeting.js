import { TCP } from '../../../../transport/tcp/header.js';
import { VERDICT } from '../../../../transport/verdict.js';
import { SERVER_THINK_TIME } from '../../evidence/think-time.js';
import { unseenPauses } from '../../evidence/upstream.js';
import { detector, finding, timeText } from '../../finding.js';
import { AT_ONCE_NS, NOTICEABLE_NS, NOTICEABLE_SHARE } from '../../times.js';

/** @typedef {import('../../context.js').Context} Context */

/**
 * The packet that told the server that the connection is open, and its first data, where that came first.
 * @param {Context['packets']} packets
 */
function openingOf({ count, direction, flags, length, verdict }) {
  let hasReplied = false;
  let open = -1;
  for (let i = 0; i < count; i++) {
    if (length[i] > 0) {
      return open >= 0 && direction[i] === 1 && verdict[i] === VERDICT.ORIGINAL ? { open, greeting: i } : null;
    }
    if (flags[i] & (TCP.FIN | TCP.RST)) return null;
    if (direction[i] === 1) hasReplied ||= (flags[i] & TCP.SYN) !== 0;
    else if (hasReplied && open < 0) open = i;
  }
  return null;
}

/**
 * Whether the client goes on at once: else it was no greeting, but news.
 * @param {Context['packets']} packets @param {number} greeting @param {number} wayNs to the client and back
 */
function isAnswered({ count, direction, length, timeNs }, greeting, wayNs) {
  for (let i = greeting + 1; i < count; i++) {
    if (direction[i] === 0 && length[i] > 0) return timeNs[i] - timeNs[greeting] <= wayNs + AT_ONCE_NS;
  }
  return false;
}

/**
 * A server that speaks first, as those of mail, FTP and databases do, and took its time: mostly it looks the client's
 * name up, or has no process free. A lost greeting is the loss's.
 */
export const slowGreeting = detector([SERVER_THINK_TIME], (context) => {
  const { packets, ways, vantages, durationNs, listenDrops } = context;
  const opening = listenDrops !== null ? null : openingOf(packets);
  if (opening === null) return [];
  const { timeNs, frame } = packets;
  const startNs = timeNs[opening.open] + (vantages?.[0].receiverNs ?? 0);
  const endNs = timeNs[opening.greeting];
  const way = ways.find(({ direction }) => direction === 1);
  const isUnseen = way !== undefined && unseenPauses(way, context).some((pause) => pause.endNs === endNs);
  if (endNs - startNs < NOTICEABLE_NS || isUnseen) return [];
  if (!isAnswered(packets, opening.greeting, vantages?.[0].senderNs ?? 0)) return [];
  return finding(
    {
      kind: SERVER_THINK_TIME,
      severity: endNs - startNs >= durationNs * NOTICEABLE_SHARE ? 'warning' : 'note',
      direction: 1,
      startNs,
      endNs,
      costNs: endNs - startNs,
      message: `The server, which speaks first, sent its greeting ${timeText(endNs - startNs)} after the connection was established, and the client waited for it.`,
      advice:
        "Check what the server does with a new connection: it may look up the client's name (DNS, ident), have no free process, or delay on purpose.",
    },
    { frames: [frame[opening.open], frame[opening.greeting]] },
  );
});
