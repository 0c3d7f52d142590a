import { TCP } from '../../../engine/segment-batch.js';
import { controlsWhere } from '../evidence/evidence.js';
import { detector, finding, senderName } from '../finding.js';
import { defineKind } from '../kind.js';
import { isDataInSynsAlone } from './fast-open.js';
import { earlierConnection } from './stale-connection.js';

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

/** Packets of an end from which on its TTL is known. */
const LEAST_OTHERS = 3;
/** Longest close_notify of TLS (RFC 8446 section 6.1): 24 to 31 bytes with an AEAD, this much with CBC and SHA-384. */
const MOST_FAREWELL_BYTES = 85;

/** Resets, by what they ended. */
export const reset = detector(
  [RESET, CONNECTION_REFUSED, NEVER_USED, RESET_AFTER_CLOSE, RESET_WITHIN_REQUEST, RESET_BY_OTHER],
  (context) => {
    const { packets, ways } = context;
    const { flags } = packets;
    const ofEarlier = earlierConnection(packets)?.own;
    const resets = controlsWhere(packets, (i) => (flags[i] & TCP.RST) !== 0 && !ofEarlier?.has(i));
    if (resets.count === 0 || context.listenDrops?.what === 'reset') return [];
    const known = { direction: null, startNs: resets.startNs, endNs: resets.endNs, costNs: null };
    const evidence = { resets: resets.count, frames: resets.frames };
    const by = senderName(resets.direction);
    const say = (
      /** @type {import('../kind.js').Kind} */ kind,
      /** @type {'error' | 'warning' | 'note'} */ severity,
      /** @type {string} */ message,
      /** @type {string} */ advice,
    ) => [finding({ ...known, kind, severity, message, advice }, evidence)];
    const syns = controlsWhere(packets, (i) => (flags[i] & TCP.SYN) !== 0);
    if (isRefused(context, resets.direction)) {
      return say(
        CONNECTION_REFUSED,
        'error',
        `The ${by} refused the connection.`,
        'Check that a process listens on that address and port (ss -ltn), and that no firewall rejects the connection.',
      );
    }
    if (isForeign(context, resets.direction)) {
      return say(
        RESET_BY_OTHER,
        'warning',
        `Something other than the ${by} reset the connection in its name: the TTL of the reset is not that of the ${by}'s other packets.`,
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
      if (isWithinRequest(context, finished.direction, resets.direction)) {
        return say(
          RESET_WITHIN_REQUEST,
          'warning',
          'The server closed and reset the connection before it had received the whole request: the reset may have discarded its response.',
          'Let the server read on for a while after it has answered and sent its FIN (lingering close), or the client ask first (Expect: 100-continue).',
        );
      }
      return say(
        RESET_AFTER_CLOSE,
        'note',
        `The ${by} reset the connection after the close.`,
        'Usually harmless: an application closed with data unread, or with SO_LINGER 0.',
      );
    }
    return say(
      RESET,
      'warning',
      `The ${by} reset the connection.`,
      `Check the ${by}'s application for an error or a timeout, and the path for a middlebox whose state for the connection had expired.`,
    );
  },
);

/**
 * Whether an end answered SYNs, with data or not, with resets only.
 * @param {Context} context
 * @param {number} end that reset it
 */
export function isRefused(context, end) {
  const { flags, direction } = context.packets;
  const syns = controlsWhere(context.packets, (i) => (flags[i] & TCP.SYN) !== 0);
  const replies = controlsWhere(context.packets, (i) => (flags[i] & TCP.SYN) !== 0 && direction[i] === end);
  return syns.count > 0 && replies.count === 0 && isDataInSynsAlone(context);
}

/**
 * Whether a connection was over for the end that reset it: it had sent its own FIN, or the other's had come and nothing
 * new was sent behind that. Where it sent more data than TLS's close_notify, the other end had only closed its own
 * direction (RFC 9293 section 3.6) and was waiting for this data.
 * @param {Context} context @param {import('../evidence/evidence.js').Shown} resets
 */
function isOver({ packets, messages }, { direction: end, frames: [firstReset] }) {
  const { count, direction, flags, frame, length, endOffset, ackOffset } = packets;
  const mostBehind = messages?.tls ? MOST_FAREWELL_BYTES : 0;
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

/**
 * Whether a server that had closed its direction reset the connection on data still being sent to it: the client's host
 * then discards what it has received.
 * @param {Context} context @param {number} closer @param {number} resetter
 */
function isWithinRequest({ messages }, closer, resetter) {
  if (messages === null || closer !== 1 || resetter !== 1 || !messages.isAllKnown) return false;
  return messages.exchanges.some(({ isSent, isMultiplexed }) => !isSent && !isMultiplexed);
}

/**
 * Whether no other packet of that end had the reset's TTL: a host's packets mostly take the same route.
 * @param {Context} context
 * @param {number} end
 */
function isForeign({ packets: { count, direction, flags, ttl } }, end) {
  let others = 0;
  let low = 255;
  let high = 0;
  let resetTtl = -1;
  for (let i = 0; i < count; i++) {
    if (direction[i] !== end) continue;
    if (flags[i] & TCP.RST) {
      if (resetTtl < 0) resetTtl = ttl[i];
      continue;
    }
    others++;
    low = Math.min(low, ttl[i]);
    high = Math.max(high, ttl[i]);
  }
  return others >= LEAST_OTHERS && low === high && !isSameHost(resetTtl, low);
}

/**
 * A host may send resets with another initial TTL than its connections' packets (64, 128 and 255 are usual): the
 * distance is then the same.
 * @param {number} a
 * @param {number} b
 */
function isSameHost(a, b) {
  const distance = (/** @type {number} */ ttl) =>
    [64, 128, 255].map((initial) => initial - ttl).find((hops) => hops >= 0);
  return distance(a) === distance(b);
}
