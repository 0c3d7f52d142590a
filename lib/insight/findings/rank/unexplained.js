import { defineKind, SHOWS } from '../define-kind.js';
import { finding, MAX_EVIDENCE_FRAMES, timeText } from '../finding.js';
import { hasShown } from '../shows.js';
import { NOTICEABLE_NS } from '../times.js';

export const UNEXPLAINED = defineKind('unexplained', 'Silence of unknown cause', 'idle', [], {
  needs: SHOWS.BOTH_WAYS,
});

/** @typedef {import('../context.js').Context} Context */

/** Less of the wait is not worth a sentence. */
const MUCH = 1 / 5;

/**
 * Much time that nothing explains, where no detector found a fault: said plainly, with what would have shown more.
 * @param {Context} context @returns {import('../finding.js').Finding[]}
 */
export function unexplained(context) {
  const ledger = context.ledger?.() ?? null;
  if (ledger === null || !hasShown(context, SHOWS.BOTH_WAYS)) return [];
  const { intervals, waitedNs } = ledger;
  const unknown = intervals.filter(({ owner, rule }) => owner === 'unknown' && rule !== 'unanswered');
  const costNs = unknown.reduce((sum, one) => sum + lengthOf(one), 0);
  if (costNs < Math.max(NOTICEABLE_NS, waitedNs * MUCH)) return [];
  const longest = unknown.reduce((most, one) => (lengthOf(one) > lengthOf(most) ? one : most));
  const { would = 'another capture', frames } = longest;
  return [
    finding(
      {
        kind: UNEXPLAINED,
        severity: 'note',
        direction: null,
        startNs: unknown[0].startNs,
        endNs: unknown[unknown.length - 1].endNs,
        costNs,
        message: `For ${timeText(costNs)} of ${timeText(waitedNs)} that was waited, nothing in this capture shows who was to act; ${would} would.`,
        advice: `Take ${would} at the same time.`,
      },
      { would, frames: [...frames].slice(0, MAX_EVIDENCE_FRAMES) },
    ),
  ];
}

/** @param {{ startNs: number, endNs: number }} interval */
const lengthOf = ({ startNs, endNs }) => endNs - startNs;
