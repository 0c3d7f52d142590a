import { defineKind } from '../../define-kind.js';
import { coveredNs } from '../../evidence/spans.js';
import { counted, detector, finding, MAX_EVIDENCE_FRAMES, timeText } from '../../finding.js';
import { NOTICEABLE_NS } from '../../times.js';

export const REDIRECTS = defineKind('redirects', 'Redirects', 'application', [
  'RFC 9110 section 15.4',
  'W3C Resource Timing, redirectStart',
]);

/** Status codes that send the client elsewhere; 304 is an answer from its cache. */
const ELSEWHERE = [301, 302, 303, 307, 308];

/** Requests whose answer was where to ask instead: each costs a round trip, and mostly a connection. */
export const redirects = detector([REDIRECTS], ({ messages, durationNs }) => {
  const exchanges = messages?.exchanges ?? [];
  const found = exchanges.filter(({ status }) => ELSEWHERE.includes(status));
  const spans = found.map(({ startNs, endNs }) => ({ startNs, endNs }));
  const costNs = coveredNs(spans);
  if (costNs < NOTICEABLE_NS) return [];
  return finding(
    {
      kind: REDIRECTS,
      severity: 'note',
      direction: 1,
      startNs: spans[0].startNs,
      endNs: spans[spans.length - 1].endNs,
      costNs,
      message: `${counted(found.length, 'request')} of ${exchanges.length} ${found.length === 1 ? 'was' : 'were'} redirected, which took ${timeText(costNs)} of ${timeText(durationNs)}.`,
      advice: 'Link to the final URL, avoid chains of redirects, and let clients cache permanent ones (301, 308).',
    },
    { redirects: found.length, frames: found.slice(0, MAX_EVIDENCE_FRAMES).map(({ requestFrame }) => requestFrame) },
  );
});
