import { TCP } from '../../../../transport/tcp/header.js';
import { VERDICT } from '../../../../transport/verdict.js';
import { defineKind, SHOWS } from '../../define-kind.js';
import { MAX_EXAMINED_HEADS } from '../../evidence/message-facts.js';
import { unseenPauses } from '../../evidence/upstream.js';
import { counted, detector, finding, MAX_EVIDENCE_FRAMES, timeText } from '../../finding.js';
import { NOTICEABLE_NS, NOTICEABLE_SHARE } from '../../times.js';

/** Of a connection whose opening was captured. @type {import('../../define-kind.js').Standing} */
const AT_OPENING = {
  needs: SHOWS.BOTH_WAYS,
  mayOccur: ({ options: { synOptions } }) => synOptions[0] !== 0 || synOptions[1] !== 0,
};

export const FIRST_REQUEST_LATE = defineKind(
  'first_request_late',
  'Client idle before its first request',
  'idle',
  ['W3C Resource Timing, requestStart'],
  AT_OPENING,
);
export const OPENED_AHEAD = defineKind(
  'opened_ahead',
  'Preconnect',
  'idle',
  ['W3C Resource Hints, preconnect'],
  AT_OPENING,
);
export const EXPECT_UNANSWERED = defineKind(
  'expect_unanswered',
  'Waited for 100 Continue',
  'application',
  ['RFC 9110 section 10.1.1'],
  { needs: SHOWS.BOTH_WAYS, mayOccur: ({ messages }) => messages?.hasHeads === true },
);

/** @typedef {import('../../context.js').Context} Context */

/**
 * Share of the time up to the first response, and least wait, for the client's delay to matter. No stack sets it; a
 * person takes 0.1 to 0.5 s to react (Card, Moran and Newell 1983).
 */
const MOST = 0.5;
const LONG_NS = 500e6;

/**
 * The client's first data, when it could have sent it, and when the server's first came; null where the server spoke
 * first, as with SMTP, or the handshake is not in the capture: then what the client waited for is unknown. Where its
 * first data acknowledges the SYN-ACK, it was ready at most a round trip between capture point and client later.
 * @param {Context['packets']} packets
 * @param {number | null} clientNs round trip between the capture point and the client
 */
function openingOf({ count, direction, flags, length, timeNs, verdict }, clientNs) {
  let readyNs = -1;
  let hasAcknowledged = false;
  let first = -1;
  for (let i = 0; i < count; i++) {
    const isServers = direction[i] === 1;
    if (isServers && flags[i] & TCP.SYN) readyNs = timeNs[i];
    else if (first < 0 && length[i] === 0 && !isServers && readyNs >= 0 && flags[i] & TCP.ACK) {
      readyNs = Math.max(readyNs, timeNs[i]);
      hasAcknowledged = true;
      if (flags[i] & (TCP.FIN | TCP.RST)) return null;
    } else if (length[i] > 0 && isServers) return first < 0 ? null : { readyNs, first, answerNs: timeNs[i] };
    else if (length[i] > 0 && first < 0) {
      if (readyNs < 0 || verdict[i] !== VERDICT.ORIGINAL) return null;
      if (!hasAcknowledged) {
        if (clientNs === null) return null;
        readyNs += clientNs;
      }
      first = i;
    }
  }
  return first < 0 ? null : { readyNs, first, answerNs: timeNs[count - 1] };
}

/**
 * A connection that was idle while its client used others: nothing shows that anyone waited for it.
 * @param {{ startNs: number, endNs: number }} wait @param {{ others: number, frames: number[] }} evidence
 */
const openedAhead = (wait, evidence) =>
  finding(
    {
      ...wait,
      kind: OPENED_AHEAD,
      severity: 'note',
      direction: 0,
      message: `The connection was idle for ${timeText(wait.endNs - wait.startNs)} before its first request, while the client used ${counted(evidence.others, 'other connection')}: opened in advance, as browsers do, at no cost to the transfer.`,
      advice: '',
    },
    evidence,
  );

/** The connection was open, and the client left it idle before its first request. */
export const firstRequestLate = detector([FIRST_REQUEST_LATE, OPENED_AHEAD], (context) => {
  const { packets, ways, vantages, messages } = context;
  const opening = openingOf(packets, vantages?.[0].senderNs ?? null);
  if (opening === null) return [];
  const { readyNs, first, answerNs } = opening;
  const sentNs = packets.timeNs[first];
  const costNs = sentNs - readyNs;
  const way = ways.find(({ direction }) => direction === 0);
  // The original transmission may have been lost before the capture point.
  const isUnseen = way !== undefined && unseenPauses(way, context).some(({ endNs }) => endNs === sentNs);
  if (costNs < NOTICEABLE_NS || isUnseen) return [];
  const frames = [packets.frame[first]];
  const others = messages?.othersAtWork({ openNs: readyNs, askedNs: sentNs }) ?? 0;
  if (others > 0) return [openedAhead({ startNs: readyNs, endNs: sentNs }, { others, frames })];
  return finding(
    {
      kind: FIRST_REQUEST_LATE,
      severity: costNs >= Math.max(LONG_NS, (answerNs - context.startNs) * MOST) ? 'warning' : 'note',
      direction: 0,
      startNs: readyNs,
      endNs: sentNs,
      costNs,
      message: `The client waited ${timeText(costNs)} before its first request, though the connection was open: neither the network nor the server delayed it.`,
      advice:
        'Check what the client does between connecting and its first request (start-up, queueing, a busy thread).',
    },
    { frames },
  );
});

/**
 * When the client had sent a request's header fields and when its content followed, where nothing of the server's came
 * between.
 * @param {Context['packets']} packets @param {number} headEnd offset behind the header fields
 */
function contentWait({ count, direction, length, seqOffset, timeNs, verdict, frame }, headEnd) {
  let sentNs = -1;
  for (let i = 0; i < count; i++) {
    if (length[i] === 0 || verdict[i] !== VERDICT.ORIGINAL) continue;
    if (direction[i] === 1) {
      if (sentNs >= 0) return null;
    } else if (seqOffset[i] >= headEnd) {
      return sentNs < 0 ? null : { sentNs, followedNs: timeNs[i], frame: frame[i] };
    } else if (seqOffset[i] + length[i] === headEnd) sentNs = timeNs[i];
  }
  return null;
}

/**
 * The client sent "Expect: 100-continue" (RFC 9110 section 10.1.1), and its content after a timeout without an answer.
 */
export const expectUnanswered = detector([EXPECT_UNANSWERED], (context) => {
  const { messages, packets, durationNs } = context;
  if (messages === null || !messages.hasHeads) return [];
  const waits = messages.exchanges
    .slice(0, MAX_EXAMINED_HEADS)
    .filter(({ headEndOffset, startNs, sentNs }) => headEndOffset >= 0 && sentNs - startNs >= NOTICEABLE_NS)
    .filter(({ row }) => /^100-continue$/i.test(messages.field(row, 'expect') ?? ''))
    .slice(0, MAX_EVIDENCE_FRAMES)
    .map(({ headEndOffset }) => contentWait(packets, headEndOffset))
    .filter((wait) => wait !== null)
    .filter(({ sentNs, followedNs }) => followedNs - sentNs >= NOTICEABLE_NS);
  if (waits.length === 0) return [];
  const costNs = waits.reduce((sum, { sentNs, followedNs }) => sum + followedNs - sentNs, 0);
  return finding(
    {
      kind: EXPECT_UNANSWERED,
      severity: costNs >= durationNs * NOTICEABLE_SHARE ? 'warning' : 'note',
      direction: 0,
      startNs: waits[0].sentNs,
      endNs: waits[waits.length - 1].followedNs,
      costNs,
      message: `The client waited ${timeText(costNs)} for 100 Continue, which the server did not send, before it sent the content of ${counted(waits.length, 'request')}.`,
      advice:
        'Turn "Expect: 100-continue" off at the client (curl: -H "Expect:"), or let the server answer it (RFC 9110 section 10.1.1).',
    },
    { requests: waits.length, frames: waits.map(({ frame }) => frame) },
  );
});
