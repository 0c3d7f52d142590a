import { OPTION, refusalOf, TCP } from '../../../transport/tcp/header.js';
import { SYN_UNANSWERED } from '../../verdict/outcome.js';
import { defineKind } from '../define-kind.js';
import { controlsOf, controlsWhere } from '../evidence/evidence.js';
import { isSynDropped } from '../evidence/icmp.js';
import { counted, detector, finding, timesText, timeText } from '../finding.js';
import { GREETED_WITHIN_NS, MIN_SYN_TIMEOUT_NS } from '../times.js';

/** They say who dropped the segment, or why it was not answered. */
const SAY_WHO = { yieldsTo: { listen_queue: 0, stale_connection: 0 } };

export const SYN_LOSS = defineKind(
  'syn_loss',
  'SYN lost',
  'handshake',
  ['RFC 6298 section 2', 'RFC 9293 section 3.5'],
  SAY_WHO,
);
const SYN_ACK_LOSS = defineKind(
  'syn_ack_loss',
  'SYN-ACK lost',
  'handshake',
  ['RFC 6298 section 2', 'RFC 9293 section 3.5'],
  // where it cost nothing, as the client had nothing to say
  { yieldsTo: { ...SAY_WHO.yieldsTo, never_used: 1, no_data: 1 } },
);
export const SYN_ACK_LATE = defineKind(
  'syn_ack_late',
  'SYN-ACK late',
  'handshake',
  ['RFC 6298 section 2', 'RFC 7323 section 4.3'],
  { ...SAY_WHO, explains: ['syn_loss', 'syn_ack_loss'] },
);

/** @typedef {import('../context.js').Context} Context */

const SYN_ACK = TCP.SYN | TCP.ACK;

/** The handshake's packets. @param {Context} context */
function handshakeOf({ packets }) {
  const { flags } = packets;
  // What is refused opens nothing, and was not lost (`CHECKSUM`, `SIGNATURE`).
  const kind = (/** @type {number} */ i) => (refusalOf(flags[i]) === 0 ? flags[i] & (SYN_ACK | TCP.RST) : 0);
  return {
    opening: controlsWhere(packets, (i) => kind(i) === TCP.SYN),
    reply: controlsWhere(packets, (i) => kind(i) === SYN_ACK),
    resets: controlsWhere(packets, (i) => (kind(i) & TCP.RST) !== 0),
  };
}

/** Whether anything but SYNs and resets acknowledges. @param {Context} context */
function goesOn({ packets: { count, flags, ackOffset } }) {
  for (let i = 0; i < count; i++) if ((flags[i] & (TCP.SYN | TCP.RST)) === 0 && ackOffset[i] >= 0) return true;
  return false;
}

/** No answer: the SYN is repeated after one second, then two, then four (RFC 6298 section 2). */
export const synUnanswered = detector([SYN_UNANSWERED], (context) => {
  const { opening, reply, resets } = handshakeOf(context);
  if (opening.count === 0 || reply.count + resets.count > 0 || goesOn(context) || isSynDropped(context)) return [];
  return finding(
    {
      kind: SYN_UNANSWERED,
      severity: 'error',
      during: opening,
      costNs: opening.endNs - opening.startNs,
      message: `${counted(opening.count, 'SYN')} over ${timeText(opening.endNs - opening.startNs)} got no answer in this capture.`,
      advice:
        'Look for a firewall on the path, a wrong address, or a server that is down; capture at the server to see whether the SYNs arrive.',
    },
    { syns: opening.count, frames: opening.frames },
  );
});

/** A SYN or its answer had to be sent again. */
export const synLoss = detector([SYN_LOSS, SYN_ACK_LOSS, SYN_ACK_LATE], (context) => {
  const { opening, reply, resets } = handshakeOf(context);
  if (reply.count === 0 || (opening.count < 2 && reply.count < 2)) return [];
  if (opening.count === 0 && resets.count > 0) return [];
  if (isSynDropped(context) || isSynDropped(context, 1)) return [];
  const costNs = Math.max(opening.endNs - opening.startNs, reply.endNs - reply.startNs);
  if (areAllLate(opening, reply)) return [allLate(opening, reply)];
  const lost = lostPart(context);
  if (costNs < MIN_SYN_TIMEOUT_NS) return [];
  if (opening.count < 2 && isRepeatedToIdle(context.packets)) return [repeatedToIdle(reply)];
  if (reply.count >= MIN_UNANSWERED && opening.count < 2 && !isAnswered(context.packets)) return [unanswered(reply)];
  const words = lost === 'reply' && opening.count < 2 ? withoutAcknowledgement(context) : LOST[lost];
  return finding(
    {
      kind: lost === 'reply' ? SYN_ACK_LOSS : SYN_LOSS,
      severity: 'warning',
      startNs: Math.min(opening.startNs, reply.startNs),
      endNs: Math.max(opening.endNs, reply.endNs),
      costNs,
      message: `${words}, which delayed the handshake by ${timeText(costNs)}: ${counted(opening.count, 'SYN')} and ${counted(reply.count, 'SYN-ACK')} were sent.`,
      advice:
        'Look for loss on the path, and at the server for a full listen queue (nstat: ListenOverflows, ListenDrops).',
    },
    {
      syns: opening.count,
      synAcks: reply.count,
      frames: [...opening.frames, ...reply.frames].sort((a, b) => a - b).slice(0, 10),
    },
  );
});

/**
 * Whether the answers to SYNs that a timer had sent apart came together, behind the last of them: none was lost, and
 * something held them back. A server that answers when the listener has room answers one of them.
 * @param {import('../evidence/evidence.js').Shown} opening @param {import('../evidence/evidence.js').Shown} reply
 */
const areAllLate = (opening, reply) =>
  opening.count >= 2 &&
  reply.count >= opening.count &&
  opening.endNs - opening.startNs >= MIN_SYN_TIMEOUT_NS &&
  reply.endNs - reply.startNs < MIN_SYN_TIMEOUT_NS &&
  reply.startNs > opening.endNs;

/** @param {import('../evidence/evidence.js').Shown} opening @param {import('../evidence/evidence.js').Shown} reply */
function allLate(opening, reply) {
  const costNs = reply.startNs - opening.startNs;
  return finding(
    {
      kind: SYN_ACK_LATE,
      severity: 'warning',
      startNs: opening.startNs,
      endNs: reply.startNs,
      costNs,
      message: `${counted(reply.count, 'SYN-ACK')} for ${counted(opening.count, 'SYN')} came together, ${timeText(costNs)} after the first SYN: nothing was lost, the path held them back, or the SYNs.`,
      advice:
        'Look for what holds packets on the path: a link that is set up on demand or was down for a moment, address resolution (ARP) of a router, a middlebox that inspects new connections.',
    },
    { syns: opening.count, synAcks: reply.count, frames: [...opening.frames, ...reply.frames].slice(0, 10) },
  );
}

/**
 * Whether the client had acknowledged the SYN-ACK before each repeat and had nothing to say, up to its first data
 * behind them, if there is any: nobody waited. A server that has waited for it says so later than one greets.
 * @param {Context['packets']} packets
 */
function isRepeatedToIdle({ count, direction, flags, length, ackOffset, timeNs }) {
  let hasAcknowledged = false;
  let isRepeated = false;
  let heardNs = Infinity;
  for (let i = 0; i < count; i++) {
    const isServers = direction[i] === 1;
    if (isServers && (flags[i] & SYN_ACK) === SYN_ACK) isRepeated = hasAcknowledged;
    else if (!isServers && ackOffset[i] >= 1) {
      hasAcknowledged = true;
      heardNs = timeNs[i];
    }
    if (length[i] > 0) return isRepeated && (!isServers || timeNs[i] - heardNs > GREETED_WITHIN_NS);
  }
  return isRepeated;
}

/** @param {import('../evidence/evidence.js').Shown} reply */
const repeatedToIdle = ({ count, startNs, endNs, frames }) => ({
  ...finding(
    {
      kind: SYN_ACK_LOSS,
      severity: 'note',
      startNs,
      endNs,
      message: `The server retransmitted its SYN-ACK ${timesText(count - 1)} although the client had acknowledged it; the client had no data to send, so nobody waited.`,
      advice:
        'Normal for a listener with TCP_DEFER_ACCEPT; otherwise look for a full listen queue (nstat: ListenOverflows) or lost ACKs.',
    },
    { synAcks: count, frames },
  ),
  title: 'SYN-ACK repeated',
});

/** Sent so often without an answer. */
const MIN_UNANSWERED = 2;

/** Whether the client ever said anything behind the SYN-ACK. @param {Context['packets']} packets */
function isAnswered({ count, direction, flags }) {
  for (let i = 0; i < count; i++) if (direction[i] === 0 && (flags[i] & SYN_ACK) !== TCP.SYN) return true;
  return false;
}

/** @param {import('../evidence/evidence.js').Shown} reply */
const unanswered = ({ count, startNs, endNs, frames }) => ({
  ...finding(
    {
      kind: SYN_ACK_LOSS,
      severity: 'error',
      startNs,
      endNs,
      costNs: endNs - startNs,
      message: `The client never answered the SYN-ACK, which the server sent ${timesText(count)} over ${timeText(endNs - startNs)}: no connection was established.`,
      advice:
        'Look for SYNs with forged addresses (a SYN flood: many such connections at once), for a return path that loses the SYN-ACK or the ACK (asymmetric routes through a firewall), or for a client that gave up.',
    },
    { synAcks: count, frames },
  ),
  title: 'SYN-ACK unanswered',
});

/** Only a capture at the server's host shows which (`listen_queue`). */
const LOST = {
  opening: 'The SYN was lost, or the server dropped it',
  reply: 'The SYN-ACK was lost',
  either: 'The SYN or the SYN-ACK was lost, or the server dropped the SYN',
};

/** Why a server sent its SYN-ACK again, though one SYN was enough. @param {Context} context */
function withoutAcknowledgement({ packets }) {
  const { count, direction, flags, ackOffset, timeNs } = packets;
  const replies = controlsOf(packets).filter((i) => (flags[i] & (SYN_ACK | TCP.RST)) === SYN_ACK);
  const lastNs = timeNs[replies[replies.length - 1]];
  for (let i = replies[0] + 1; i < count && timeNs[i] < lastNs; i++) {
    if (direction[i] !== direction[replies[0]] && ackOffset[i] >= 1) {
      return 'The last ACK of the handshake was lost, or the server dropped it';
    }
  }
  return 'The SYN-ACK or its ACK was lost';
}

/**
 * Which part was lost. A SYN-ACK that echoes the first SYN's timestamp shows that that one arrived; so does a SYN-ACK
 * between two SYNs.
 * @param {Context} context @returns {keyof typeof LOST}
 */
function lostPart({ packets }) {
  const { flags, options, tsValue, tsEcho } = packets;
  let syns = 0;
  let first = -1;
  let differ = false;
  for (const i of controlsOf(packets)) {
    const kind = flags[i] & (SYN_ACK | TCP.RST);
    const isStamped = (options[i] & OPTION.TIMESTAMPS) !== 0;
    if (kind === TCP.SYN) {
      syns++;
      if (first < 0) first = i;
      else differ ||= isStamped && tsValue[i] !== tsValue[first];
    } else if (kind === SYN_ACK) {
      if (first < 0) return 'reply';
      if (syns === 1) return 'reply';
      if (!isStamped || !differ) return 'either';
      return tsEcho[i] === tsValue[first] ? 'reply' : 'opening';
    }
  }
  return 'either';
}
