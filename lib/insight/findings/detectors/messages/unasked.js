import { defineKind, SHOWS } from '../../define-kind.js';
import { counted, detector, finding, MAX_EVIDENCE_FRAMES } from '../../finding.js';
import { hasShown } from '../../shows.js';

export const UNASKED_ANSWERS = defineKind(
  'unasked_answers',
  'Answers nobody asked for',
  'application',
  ['RFC 9112 section 9.2', 'RFC 9112 section 11.2'],
  { needs: SHOWS.WHOLE | SHOWS.HANDSHAKE },
);

/**
 * Complete responses of HTTP/1 while no request was open: whoever sent the next request on that connection takes them
 * for its answer. All other requests have theirs, so that none is missing here.
 */
export const unaskedAnswers = detector([UNASKED_ANSWERS], (context) => {
  const { messages } = context;
  const unasked = messages?.unaskedAnswers ?? [];
  if (messages === null || unasked.length === 0 || !messages.isAllKnown) return [];
  if (!hasShown(context, SHOWS.WHOLE) || !hasShown(context, SHOWS.HANDSHAKE)) return [];
  const [first] = messages.exchanges;
  if (first === undefined || messages.exchanges.some(({ isAnswered }) => !isAnswered)) return [];
  const found = unasked.filter(({ startNs }) => startNs >= first.answerNs);
  if (found.length === 0) return [];
  return finding(
    {
      kind: UNASKED_ANSWERS,
      severity: 'warning',
      direction: 1,
      startNs: found[0].startNs,
      endNs: found[found.length - 1].endNs,
      message: `The server sent ${counted(found.length, 'answer')} that no request had asked for, besides its answers to ${counted(messages.exchanges.length, 'request')}.`,
      advice:
        'A proxy or client that keeps the connection takes such an answer for that to its next request. Check whether the server, or a proxy before it, reads one request as several (request smuggling), or sends more than Content-Length says.',
    },
    { answers: found.length, frames: found.slice(0, MAX_EVIDENCE_FRAMES).map(({ frame }) => frame) },
  );
});
