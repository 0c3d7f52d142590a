import { protocolNamed } from '../../../../protocols/registry.js';
import { VERDICT } from '../../../../transport/verdict.js';
import { defineKind, SHOWS } from '../../define-kind.js';
import { counted, detector, finding, MAX_EVIDENCE_FRAMES, timeText } from '../../finding.js';
import { NOTICEABLE_NS, NOTICEABLE_SHARE } from '../../times.js';

export const SLOW_ANSWERS = defineKind(
  'slow_answers',
  'Slow answers',
  'application',
  ['W3C Resource Timing, responseStart'],
  {
    needs: SHOWS.BOTH_WAYS,
    mayOccur: ({ messages }) => protocolNamed(messages?.protocol ?? null)?.isTurnBased === true,
  },
);

/** @typedef {import('../../context.js').Context} Context */

/**
 * The client's data, and from then on the server's silence up to its first data: a command and its wait, whatever the
 * protocol. Where a part was retransmitted, it is unknown what the server waited for.
 * @typedef {{ startNs: number, endNs: number, waitNs: number, askedFrame: number, answerFrame: number }} Turn
 */

/** @param {Context} context @param {number} wayNs to the server and back @returns {Turn[]} */
function turnsOf({ packets }, wayNs) {
  const { count, length, direction, verdict, timeNs, frame } = packets;
  /** @type {Turn[]} */
  const turns = [];
  let asked = -1;
  let isRepeated = false;
  for (let i = 0; i < count; i++) {
    if (length[i] === 0) continue;
    if (verdict[i] !== VERDICT.ORIGINAL) {
      isRepeated = true;
      continue;
    }
    if (direction[i] === 0) {
      asked = i;
      continue;
    }
    if (asked >= 0 && !isRepeated) {
      const startNs = timeNs[asked];
      const waitNs = Math.max(0, timeNs[i] - startNs - wayNs);
      turns.push({ startNs, endNs: timeNs[i], waitNs, askedFrame: frame[asked], answerFrame: frame[i] });
    }
    asked = -1;
    isRepeated = false;
  }
  return turns;
}

/**
 * Commands with a noticeable wait, of a protocol that is not dissected but answers each command. Unidentified protocols
 * are left to `unreadAnswers`.
 */
export const slowAnswers = detector([SLOW_ANSWERS], (context) => {
  const { messages, durationNs, vantages } = context;
  const protocol = messages?.protocol ?? null;
  if (messages === null || !protocolNamed(protocol)?.isTurnBased || messages.exchanges.length > 0) {
    return [];
  }
  const turns = turnsOf(context, vantages?.[0].receiverNs ?? 0);
  const slow = turns.filter(({ waitNs }) => waitNs >= NOTICEABLE_NS);
  if (slow.length === 0) return [];
  const costNs = slow.reduce((sum, { waitNs }) => sum + waitNs, 0);
  const mostNs = slow.reduce((most, { waitNs }) => Math.max(most, waitNs), 0);
  return finding(
    {
      kind: SLOW_ANSWERS,
      severity: costNs >= durationNs * NOTICEABLE_SHARE ? 'warning' : 'note',
      direction: 1,
      startNs: slow[0].startNs,
      endNs: slow[slow.length - 1].endNs,
      costNs,
      message: `For ${timeText(costNs)} of ${timeText(durationNs)}, ${slow.length} of ${counted(turns.length, 'command')} (${protocol}) waited for the server's first byte; the longest wait was ${timeText(mostNs)}.`,
      advice: "Check the commands in those frames, and the server's slow log: the network did not delay them.",
    },
    {
      commands: slow.length,
      longestSeconds: mostNs / 1e9,
      frames: slow.flatMap(({ askedFrame, answerFrame }) => [askedFrame, answerFrame]).slice(0, MAX_EVIDENCE_FRAMES),
    },
  );
});
