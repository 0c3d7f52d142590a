import { TCP } from '../../../../transport/tcp/header.js';
import { defineKind, SHOWS } from '../../define-kind.js';
import { endingOf } from '../../evidence/evidence.js';
import { bytesText, detector, finding, senderName, timeText } from '../../finding.js';
import { HUNG_NS } from '../../times.js';

/** @typedef {import('../../context.js').Context} Context */

export const CLIENT_GAVE_UP = defineKind(
  'client_gave_up',
  'Client gave up',
  'application',
  ['RFC 9110 section 15.5.9'],
  { needs: SHOWS.BOTH_WAYS, explains: ['server_think_time', 'reset', 'reset_after_close', 'request_unanswered'] },
);
export const REQUEST_CUT = defineKind('request_cut', 'Request incomplete', 'application', ['RFC 9112 section 8']);

/** Limits are whole or half seconds, and a program's timer (Linux, Windows) is late by a little. */
const ROUND_NS = 500e6;
const ROUND_WITHIN_NS = 50e6;

/**
 * The client closed its connection long after its request and before the answer came, which its host then reset: its
 * own limit of time. One that only has nothing more to ask closes at once, and takes the answer.
 */
export const clientGaveUp = detector([CLIENT_GAVE_UP], (context) => {
  const { packets, messages } = context;
  const ending = endingOf(packets);
  if (messages === null || ending === null || ending.direction !== 0) return [];
  const late = messages.exchanges.find(
    ({ sentNs, answerNs, isMultiplexed }) =>
      !isMultiplexed && answerNs > ending.timeNs && ending.timeNs - sentNs >= HUNG_NS,
  );
  if (late === undefined || isTaken(packets, late.answerNs)) return [];
  const waitNs = ending.timeNs - late.sentNs;
  const answeredNs = late.answerNs - late.sentNs;
  return finding(
    {
      kind: CLIENT_GAVE_UP,
      severity: 'warning',
      direction: 1,
      startNs: late.sentNs,
      endNs: ending.timeNs,
      costNs: waitNs,
      message: `The client ${ending.verb} the connection ${timeText(waitNs)} after its request, before the server answered, which was ${timeText(answeredNs)} after it: the client gave up${limitText(waitNs)}.`,
      advice:
        "Find out why the server took that long (its log), or raise the client's time limit above what such a request takes.",
    },
    { waitSeconds: waitNs / 1e9, answeredSeconds: answeredNs / 1e9, frames: [late.requestFrame, late.responseFrame] },
  );
});

/** @param {number} waitNs */
function limitText(waitNs) {
  const roundNs = Math.round(waitNs / ROUND_NS) * ROUND_NS;
  return Math.abs(waitNs - roundNs) <= ROUND_WITHIN_NS ? `, at a time limit of ${roundNs / 1e9} s probably` : '';
}

/** Whether the client took anything of an answer. @param {Context['packets']} packets @param {number} sinceNs */
function isTaken({ count, direction, flags, timeNs, length, endOffset, ackOffset }, sinceNs) {
  let answerEnd = Infinity;
  for (let i = 0; i < count; i++) {
    if (timeNs[i] < sinceNs) continue;
    if (direction[i] === 1 && length[i] > 0) answerEnd = Math.min(answerEnd, endOffset[i]);
    else if (direction[i] === 0 && (flags[i] & TCP.RST) === 0 && ackOffset[i] >= answerEnd) return true;
  }
  return false;
}

/**
 * A request whose end never came, though the server had room for it: the client stopped sending, or what it sends is
 * dropped before this point. Refuted where the capture ends with it, or lacks a part, or the server answered at once.
 */
export const requestCut = detector([REQUEST_CUT], (context) => {
  const { messages, packets, capturedUntilNs } = context;
  const cut = messages?.cutRequest ?? null;
  const last = cut === null ? -1 : lastOf(packets, 0);
  if (cut === null || last < 0 || (cut.answerNs < 0 && lastOf(packets, 1) > last) || !hasRoom(packets, last)) return [];
  const { bytes, ofBytes, answerNs, status } = cut;
  const ending = endingOf(packets);
  const untilNs = answerNs >= 0 ? answerNs : (ending?.timeNs ?? capturedUntilNs);
  const waitNs = untilNs - packets.timeNs[last];
  if (waitNs < HUNG_NS) return [];
  const part = ofBytes > bytes ? `: ${bytesText(bytes)} of ${bytesText(ofBytes)} came` : '';
  const closed =
    ending === null ? 'the capture ended' : `the ${senderName(ending.direction)} ${ending.verb} the connection`;
  const end = answerNs >= 0 ? `the server answered with status ${status}` : closed;
  return finding(
    {
      kind: REQUEST_CUT,
      severity: 'warning',
      direction: 0,
      startNs: packets.timeNs[last],
      endNs: untilNs,
      costNs: waitNs,
      message: `The request is incomplete${part}; nothing more of it came for ${timeText(waitNs)}, until ${end}.`,
      advice:
        'Capture at the client, too: where it goes on sending there, something between drops it (a firewall that does not know the window scale, packets larger than the path carries); where it does not, its program waits.',
    },
    { bytes, ofBytes: ofBytes > 0 ? ofBytes : null, frames: [packets.frame[last]] },
  );
});

/**
 * Whether the server's window, as it last said, had room behind the client's last data.
 * @param {Context['packets']} packets @param {number} last
 */
function hasRoom({ count, direction, ackOffset, windowBytes, endOffset }, last) {
  for (let i = count - 1; i >= 0; i--) {
    if (direction[i] === 1 && ackOffset[i] >= 0) return ackOffset[i] + windowBytes[i] > endOffset[last];
  }
  return true;
}

/** An end's last data; −1: none. @param {Context['packets']} packets @param {number} end */
function lastOf({ count, direction, length }, end) {
  for (let i = count - 1; i >= 0; i--) if (direction[i] === end && length[i] > 0) return i;
  return -1;
}
