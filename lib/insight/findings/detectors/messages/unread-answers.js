import { protocolNamed } from '../../../../protocols/registry.js';
import { knownSlowAnswers, SERVER_THINK_TIME, unreadThinkNs } from '../../evidence/think-time.js';
import { detector, finding, MAX_EVIDENCE_FRAMES, timeText } from '../../finding.js';
import { NOTICEABLE_SHARE } from '../../times.js';

/** @typedef {import('../../context.js').Context} Context */

/**
 * The server was slow with some answers, where requests cannot be read. Where the protocol is known to answer each
 * command, `slowAnswers` is more exact.
 */
export const unreadAnswers = detector([SERVER_THINK_TIME], (context) => {
  if (protocolNamed(context.messages?.protocol ?? null)?.isTurnBased) return [];
  const slow = knownSlowAnswers(context);
  if (slow.length === 0) return [];
  const costNs = unreadThinkNs(context);
  const mostNs = slow.reduce((most, { waitNs }) => Math.max(most, waitNs), 0);
  const longest = slow.length === 1 ? '' : `, ${timeText(mostNs)} at most`;
  return finding(
    {
      kind: SERVER_THINK_TIME,
      severity: costNs >= context.durationNs * NOTICEABLE_SHARE ? 'warning' : 'note',
      direction: 1,
      startNs: slow[0].askedNs,
      endNs: slow[slow.length - 1].answerNs,
      costNs,
      message: `The client waited long for ${slow.length} of ${slow[0].of} answers of the server: ${timeText(costNs)} of ${timeText(context.durationNs)}${longest}. The requests cannot be read; the server answered the others at once.`,
      advice: "Check the server's log for slow queries or commands: the network did not delay them.",
    },
    { answers: slow.length, of: slow[0].of, frames: slow.slice(0, MAX_EVIDENCE_FRAMES).map(({ frame }) => frame) },
  );
});
