import { VERDICT } from '../../../../transport/verdict.js';
import { defineKind } from '../../define-kind.js';
import { endingOf } from '../../evidence/evidence.js';
import { SERVER_THINK_TIME } from '../../evidence/think-time.js';
import { counted, detector, finding, MAX_EVIDENCE_FRAMES, senderName, timeText } from '../../finding.js';
import { HUNG_NS, NOTICEABLE_NS } from '../../times.js';

/** @typedef {import('../../context.js').Context} Context */
/** @typedef {Context['packets']} Packets */

export const DATA_UNANSWERED = defineKind('data_unanswered', 'No answer seen', 'application', [
  'RFC 9293 section 3.10.7.4',
]);

/** From so many turns on habits show, and `unreadAnswers` compares with them. */
const MANY_TURNS = 8;
/** Keep-alives of a protocol, by both ends' clocks: MSDP 3 bytes, BGP 19, IRC 6. */
const MAX_KEEP_ALIVE_BYTES = 20;
/** QUIT, LOGOUT, MySQL's COM_QUIT of 5 bytes. */
const GOODBYE_BYTES = 20;
/** More is a transfer, which need not be answered. */
const MAX_QUESTION_BYTES = 16_384;
/** Of the connection's time. */
const MUCH = 0.1;

/**
 * What one end sent without a noticeable pause, and without the other's data in between.
 * @typedef {{ direction: number, first: number, last: number }} Burst
 */

/** @param {Packets} packets @returns {Burst[]} */
function burstsOf({ count, direction, length, timeNs, verdict }) {
  /** @type {Burst[]} */
  const bursts = [];
  for (let i = 0; i < count; i++) {
    if (length[i] === 0 || verdict[i] !== VERDICT.ORIGINAL) continue;
    const before = bursts.at(-1);
    if (before?.direction === direction[i] && timeNs[i] - timeNs[before.last] < NOTICEABLE_NS) before.last = i;
    else bursts.push({ direction: direction[i], first: i, last: i });
  }
  return bursts;
}

/**
 * Nothing is known of what was said, neither the protocol nor that it is encrypted; but the handshake shows who asked.
 * @param {Context} context
 */
function isUnknown({ messages, options: { synOptions } }) {
  if (synOptions.every((options) => options === 0)) return false;
  return messages === null || (messages.protocol === null && messages.tls === null && messages.exchanges.length === 0);
}

/**
 * When an end acknowledged data without data of its own; Infinity: never.
 * @param {Packets} packets @param {number} i
 */
function ackedNs({ count, direction, length, ackOffset, endOffset, timeNs }, i) {
  for (let k = i + 1; k < count; k++) {
    if (direction[k] !== direction[i] && length[k] === 0 && ackOffset[k] >= endOffset[i]) return timeNs[k];
  }
  return Infinity;
}

/**
 * Whether it is plain who asks and who answers: each burst of the server follows one of the client, but for a greeting,
 * and none of the client follows another one.
 * @param {Burst[]} bursts
 */
const areTurns = (bursts) => bursts.every(({ direction }, k) => k === 0 || direction !== bursts[k - 1].direction);

/**
 * The few answers of an unknown protocol that came late: the server's host had acknowledged the question, so its
 * program took the time. Refuted by a server that speaks unasked, a client that does not wait, and by the same few
 * bytes both ways, which are keep-alives by clocks.
 */
export const fewSlowAnswers = detector([SERVER_THINK_TIME], (context) => {
  if (!isUnknown(context) || context.ways.length < 2 || context.ways.some(({ episodes }) => episodes.length > 0)) {
    return [];
  }
  const { packets, durationNs } = context;
  const { timeNs, frame } = packets;
  const bursts = burstsOf(packets);
  if (bursts.length > 2 * MANY_TURNS || !areTurns(bursts)) return [];
  const turns = bursts.filter(({ direction }, k) => direction === 1 && k > 0);
  if (turns.length >= MANY_TURNS) return [];
  const slow = turns
    .map((answer) => ({ answer: answer.first, asked: bursts[bursts.indexOf(answer) - 1].last }))
    .filter((turn) => !areKeepAlives(packets, turn))
    .map((turn) => ({ ...turn, waitNs: timeNs[turn.answer] - ackedNs(packets, turn.asked) }))
    .filter(({ waitNs }) => waitNs >= NOTICEABLE_NS);
  if (slow.length === 0) return [];
  const costNs = slow.reduce((sum, { waitNs }) => sum + waitNs, 0);
  const mostNs = slow.reduce((most, { waitNs }) => Math.max(most, waitNs), 0);
  return finding(
    {
      kind: SERVER_THINK_TIME,
      severity: costNs >= durationNs * MUCH ? 'warning' : 'note',
      direction: 1,
      startNs: timeNs[slow[0].asked],
      endNs: timeNs[slow[slow.length - 1].answer],
      costNs,
      message: `The server had acknowledged what the client sent, and answered it ${timeText(mostNs)} later${turns.length === 1 ? '' : ` at most, in ${slow.length} of ${counted(turns.length, 'turn')}, ${timeText(costNs)} in all`}. The protocol is not known; if it waits for events, this is none of the server's doing.`,
      advice: 'Check what the server did meanwhile (its log): the network did not delay the answer.',
    },
    {
      answers: slow.length,
      of: turns.length,
      frames: slow.flatMap(({ asked, answer }) => [frame[asked], frame[answer]]).slice(0, MAX_EVIDENCE_FRAMES),
    },
  );
});

/** @param {Packets} packets @param {{ asked: number, answer: number }} turn */
const areKeepAlives = ({ length }, { asked, answer }) =>
  length[asked] === length[answer] && length[asked] <= MAX_KEEP_ALIVE_BYTES;

/**
 * How long nothing must have come. A server that closes may have been told to, in few bytes, and does so at once;
 * a reset speaks for itself.
 * @param {Burst[]} bursts @param {number} bytes of the last
 * @param {import('../../evidence/evidence.js').Ending | null} ending of the connection
 */
function leastSilence(bursts, bytes, ending) {
  if (ending?.direction !== 1) return HUNG_NS;
  if (bursts.length === 1) return 0;
  return ending.verb === 'closed' && bytes > GOODBYE_BYTES ? NOTICEABLE_NS : HUNG_NS;
}

/**
 * The last thing the client said in an unknown protocol was acknowledged, and never answered. Refuted by a protocol of
 * one way: more was said before without an answer, or very much at once; and by an end, of the connection or the
 * capture, that comes soon, unless it is the server's: a goodbye is short, and obeyed within 100 ms.
 */
export const dataUnanswered = detector([DATA_UNANSWERED], (context) => {
  if (!isUnknown(context)) return [];
  const { packets, capturedUntilNs } = context;
  const bursts = burstsOf(packets);
  const asked = bursts.at(-1);
  if (asked === undefined || asked.direction !== 0 || !areTurns(bursts)) return [];
  const sinceNs = ackedNs(packets, asked.last);
  const bytes = packets.endOffset[asked.last] - packets.seqOffset[asked.first];
  if (sinceNs === Infinity || bytes > MAX_QUESTION_BYTES) return [];
  const ending = endingOf(packets);
  const untilNs = ending?.timeNs ?? capturedUntilNs;
  const costNs = untilNs - sinceNs;
  if (costNs < leastSilence(bursts, bytes, ending)) return [];
  return finding(
    {
      kind: DATA_UNANSWERED,
      severity: 'warning',
      direction: 1,
      startNs: sinceNs,
      endNs: untilNs,
      costNs,
      message: `The server acknowledged what the client sent, and sent no answer: ${ending === null ? `nothing for ${timeText(costNs)}, until the capture ended` : `the ${senderName(ending.direction)} ${ending.verb} the connection ${timeText(costNs)} later`}. The protocol is not known; it may be one without answers.`,
      advice: "Check what the server's program did with it (its log): its host received it.",
    },
    { frames: [packets.frame[asked.last], ...(ending === null ? [] : [ending.frame])] },
  );
});
