import { refusalOf, TCP } from '../../../transport/tcp/header.js';
import { VERDICT } from '../../../transport/verdict.js';
import { defineKind } from '../define-kind.js';
import { controlsWhere } from '../evidence/evidence.js';
import { foreignText } from '../evidence/foreign-reset.js';
import { earlierConnection, isRefused } from '../evidence/opening.js';
import { directlyBefore, silenceBefore } from '../evidence/silence.js';
import { detector, finding, inSeconds, receiverName, senderName, timeText } from '../finding.js';

export const CONNECTION_REFUSED = defineKind('connection_refused', 'Connection refused', 'handshake', [
  'RFC 9293 section 3.5.2',
]);
export const NEVER_USED = defineKind('never_used', 'Opened, never used', 'handshake', []);
export const RESET = defineKind('reset', 'Reset', 'recovery', ['RFC 9293 section 3.5.2', 'RFC 2525 section 2.17']);
export const RESET_AFTER_CLOSE = defineKind('reset_after_close', 'Reset after close', 'idle', [
  'RFC 9293 section 3.6',
  'RFC 2525 section 2.17',
]);
export const RESET_WITHIN_REQUEST = defineKind('reset_within_request', 'Reset within a request', 'application', [
  'RFC 9112 section 9.6',
  'RFC 2525 section 2.17',
]);
export const RESET_BY_OTHER = defineKind('reset_by_other', 'Reset by a middlebox', 'recovery', [
  'RFC 3360',
  'RFC 5961',
]);

/** @typedef {import('../context.js').Context} Context */

/** Longest close_notify of TLS (RFC 8446 section 6.1): 24 to 31 bytes with an AEAD, this much with CBC and SHA-384. */
const MAX_FAREWELL_BYTES = 85;

const REFUSED = 'The server refused the connection.';
const UNASKED = 'The client answered the SYN-ACK with a reset: it had not requested this connection.';

/** Resets, by what they ended. */
export const reset = detector(
  [RESET, CONNECTION_REFUSED, NEVER_USED, RESET_AFTER_CLOSE, RESET_WITHIN_REQUEST, RESET_BY_OTHER],
  (context) => {
    const { packets, ways } = context;
    const { flags } = packets;
    const ofEarlier = earlierConnection(packets)?.own;
    const resets = controlsWhere(
      packets,
      (i) => (flags[i] & TCP.RST) !== 0 && refusalOf(flags[i]) === 0 && !ofEarlier?.has(i),
    );
    if (resets.count === 0 || isByListener(context.listenDrops)) return [];
    const known = { direction: null, startNs: resets.startNs, endNs: resets.endNs, costNs: null };
    const evidence = { resets: resets.count, frames: resets.frames };
    const by = senderName(resets.direction);
    /** @type {Say} */
    const say = (kind, severity, message, advice) => [finding({ ...known, kind, severity, message, advice }, evidence)];
    const syns = controlsWhere(packets, (i) => (flags[i] & TCP.SYN) !== 0);
    if (isRefused(context, resets.direction)) {
      return resets.direction === 1
        ? say(
            CONNECTION_REFUSED,
            'error',
            REFUSED,
            'Check that a process listens on that address and port (ss -ltn), and that no firewall rejects the connection.',
          )
        : say(
            CONNECTION_REFUSED,
            'error',
            UNASKED,
            "Check which address answered the client's SYN, and look for address translation on the path.",
          );
    }
    const foreign = foreignText(context, resets);
    if (foreign !== null) {
      return say(
        RESET_BY_OTHER,
        'warning',
        `The connection was reset in the ${by}'s name by something ${foreign}.`,
        'Look for a firewall, proxy or intrusion prevention system on the path that resets connections.',
      );
    }
    if (ways.length === 0 && syns.count > 0) {
      return say(
        NEVER_USED,
        'note',
        `The ${by} reset the connection before any data was sent.`,
        'Usually harmless: a browser that opened a connection in advance, or a health check.',
      );
    }
    const finished = controlsWhere(packets, (i) => (flags[i] & TCP.FIN) !== 0);
    if (isOver(context, resets)) {
      if (finished.direction === 1 && isWithinRequest(context, resets.direction)) {
        return withinRequest('closed and reset', say);
      }
      return say(
        RESET_AFTER_CLOSE,
        'note',
        `The ${by} reset the connection after the close.`,
        'Usually harmless: an application closed with data unread, or with SO_LINGER 0.',
      );
    }
    return ofOpen(context, resets, say);
  },
);

/** @typedef {import('../finding.js').Finding} Finding */
/**
 * @typedef {(kind: import('../define-kind.js').Kind, severity: Finding['severity'], message: string, advice: string) =>
 *   Finding[]} Say
 */

/**
 * A reset of a connection that neither end had closed.
 * @param {Context} context @param {import('../evidence/evidence.js').Shown} resets @param {Say} say
 * @returns {Finding[]}
 */
function ofOpen(context, resets, say) {
  const { packets } = context;
  const by = senderName(resets.direction);
  const at = packets.frame.indexOf(resets.frames[0]);
  if (hasGivenUp(packets, at)) return [];
  const idle = afterIdle(context, resets, at);
  if (idle !== null) return idle;
  if (isOfNoConnection(packets, at)) return [unknownHere(resets)];
  if (isWithinRequest(context, resets.direction) && isAnyAnswered(context)) return withinRequest('reset', say);
  return isAllAnswered(context, at)
    ? say(
        RESET,
        'note',
        `The ${by} reset the connection instead of closing it, after every request had been answered: nothing was lost.`,
        'Harmless: usually a health check, or a program that closes with SO_LINGER 0.',
      )
    : say(
        RESET,
        'warning',
        `The ${by} reset the connection.`,
        `Check the ${by}'s application for an error or a timeout, and the path for a middlebox whose state for the connection had expired.`,
      );
}

/**
 * A reset without ACK, whose number is the acknowledgement of what it answers: so a host resets what belongs to no
 * connection of its own (RFC 9293, section 3.10.7.1). One that ends its own connection acknowledges.
 * @param {Context['packets']} packets @param {number} at the reset
 */
function isOfNoConnection({ direction, flags, ackOffset, seqOffset }, at) {
  if (at < 1 || flags[at] & TCP.ACK) return false;
  let asked = at - 1;
  while (asked >= 0 && direction[asked] === direction[at]) asked--;
  return asked === at - 1 && ackOffset[asked] > 1 && seqOffset[at] === ackOffset[asked];
}

/** @param {import('../evidence/evidence.js').Shown} resets */
function unknownHere({ direction, startNs, endNs, frames, count }) {
  const by = senderName(direction);
  const found = finding(
    {
      kind: RESET,
      severity: 'warning',
      startNs,
      endNs,
      message: `The ${by} answered with a reset that has no ACK and takes its number from the packet it answers: the host that sent it knows no such connection. It restarted, failed over, or a balancer moved the connection to another host.`,
      advice: `Check whether the ${by} or its program restarted then, and what stands in front of it (load balancer, anycast, NAT whose state was lost).`,
    },
    { resets: count, frames },
  );
  return { ...found, title: 'Reset: no such connection' };
}

/** Sent so often without any answer. */
const MIN_IN_VAIN = 3;

/**
 * Whether an end reset what it had sent in vain, or probed: that is told of as such (`half_open`).
 * @param {Context['packets']} packets @param {number} at the reset
 */
function hasGivenUp({ direction, verdict }, at) {
  let inVain = 0;
  for (let i = at - 1; i >= 0 && direction[i] === direction[at]; i--) {
    if (verdict[i] === VERDICT.KEEP_ALIVE || verdict[i] === VERDICT.RETRANSMISSION) inVain++;
  }
  return inVain >= MIN_IN_VAIN;
}

/**
 * Whether nobody waited any more: all requests had been answered, and the other end had not begun anything new.
 * @param {Context} context @param {number} at the reset
 */
function isAllAnswered({ messages, packets, outcome }, at) {
  if (messages === null || !messages.isAllKnown || messages.exchanges.length === 0) return false;
  if (outcome !== null && outcome.code !== 'requests_failed') return false;
  const lastNs = messages.exchanges.reduce((last, { endNs }) => Math.max(last, endNs), 0);
  return messages.exchanges.every(({ isAnswered }) => isAnswered) && lastNs <= packets.timeNs[at];
}

/** What the listener dropped of the handshake says why it was reset. @param {Context['listenDrops']} drops */
const isByListener = (drops) => drops !== null && (drops.what === 'reset' || drops.untilNs === null);

/**
 * A reset behind a long silence: in answer to the first packet behind it, or when the silence had lasted long enough.
 * Who was asked for something is told of by `request_unanswered`, too.
 * @param {Context} context @param {import('../evidence/evidence.js').Shown} resets @param {number} at the first
 * @returns {import('../finding.js').Finding[] | null}
 */
function afterIdle({ packets, messages }, { direction, startNs, endNs, frames, count }, at) {
  const by = senderName(direction);
  const asked = at > 0 && packets.direction[at - 1] !== direction ? silenceBefore(packets, at - 1) : null;
  const silence = asked ?? directlyBefore(packets, at);
  if (silence === null) return null;
  const isOfNobody = asked === null && (messages?.exchanges ?? []).every(({ isAnswered }) => isAnswered);
  const idle = timeText(silence.ns);
  return [
    {
      ...finding(
        {
          kind: RESET,
          severity: isOfNobody ? 'note' : 'warning',
          startNs,
          endNs,
          message:
            asked === null
              ? `The ${by} reset the connection after ${idle} in which neither end had sent anything: an idle timeout, of its host or of a middlebox.`
              : `The ${by} reset the connection when the ${receiverName(direction)} sent data after ${idle} of silence: its host, or a middlebox (NAT, firewall, load balancer), had dropped the connection in the meantime.`,
          advice: `Keep it alive more often than that (TCP keep-alives: Linux net.ipv4.tcp_keepalive_time, SO_KEEPALIVE, or the protocol's own), let the ${receiverName(direction)} close what was idle for longer, or raise the idle timeout.`,
        },
        { resets: count, idleSeconds: inSeconds(silence.ns), frames },
      ),
      title: `Reset after ${idle} idle`,
    },
  ];
}

/**
 * Whether a connection was over for the end that reset it: it had sent its own FIN, or the other's had come and nothing
 * new was sent behind that. Where it sent more data than TLS's close_notify, the other end had only closed its own
 * direction (RFC 9293 section 3.6) and was waiting for this data.
 * @param {Context} context @param {import('../evidence/evidence.js').Shown} resets
 */
function isOver({ packets, messages }, { direction: end, frames: [firstReset] }) {
  const { count, direction, flags, frame, length, endOffset, ackOffset } = packets;
  const mostBehind = messages?.tls ? MAX_FAREWELL_BYTES : 0;
  let othersFin = Infinity;
  let sentEnd = 0;
  let behind = 0;
  for (let i = 0; i < count && frame[i] !== firstReset; i++) {
    if (direction[i] !== end) {
      if (flags[i] & TCP.FIN) othersFin = endOffset[i];
      continue;
    }
    if (flags[i] & TCP.FIN) return true;
    if (length[i] > 0 && endOffset[i] > sentEnd && ackOffset[i] >= othersFin) behind += endOffset[i] - sentEnd;
    sentEnd = Math.max(sentEnd, endOffset[i]);
  }
  return othersFin < Infinity && behind <= mostBehind;
}

/** @param {string} how @param {Say} say */
const withinRequest = (how, say) =>
  say(
    RESET_WITHIN_REQUEST,
    'warning',
    `The server ${how} the connection before it had received the whole request: the reset may have discarded its response.`,
    'Let the server read on for a while after it has answered and sent its FIN (lingering close), or the client ask first (Expect: 100-continue).',
  );

/** @param {Context} context */
const isAnyAnswered = ({ messages }) =>
  messages?.exchanges.some(({ isSent, responseRow }) => !isSent && responseRow >= 0) ?? false;

/**
 * Whether a server reset the connection on data still being sent to it: the client's host then discards what it has
 * received.
 * @param {Context} context @param {number} resetter
 */
function isWithinRequest({ messages }, resetter) {
  if (messages === null || resetter !== 1 || !messages.isAllKnown) return false;
  return messages.exchanges.some(({ isSent, isMultiplexed }) => !isSent && !isMultiplexed);
}
