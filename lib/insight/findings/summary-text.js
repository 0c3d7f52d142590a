import { UNFINISHED } from '../verdict/outcome.js';
import { defineKind } from './define-kind.js';
import { finding } from './finding.js';

export const ALL_WELL = defineKind('all_well', 'Nothing wrong', 'idle', [], { yieldsTo: UNFINISHED });
export const NOT_EXAMINED = defineKind('not_examined', 'Not analysed yet', 'capture', []);

/** @typedef {import('./finding.js').Finding} Finding */

/** Findings that a summary names after the verdict. */
const MAX_IN_SUMMARY = 3;
/** Instead of "Nothing wrong" where something above a note might not have shown. */
export const WELL_AS_SEEN = 'Nothing wrong seen';

/**
 * The verdict's sentence, then the findings, worst first; with notes alone, what took the time.
 * @param {Pick<import('../verdict/verdict.js').Verdict, 'sentence' | 'code'>} verdict
 * @param {readonly Pick<Finding, 'severity' | 'code' | 'message' | 'costSeconds' | 'evidence'>[]} findings worst first
 */
export function summaryOf({ sentence, code: leading }, findings) {
  const bad = findings.filter(({ severity }) => severity !== 'note');
  const named =
    bad.length > 0
      ? bad
      : findings.filter(({ code, costSeconds, evidence }) =>
          code === 'all_well' ? evidence.untold !== undefined : code === leading || (costSeconds ?? 0) > 0,
        );
  return [`${sentence}.`, ...named.slice(0, MAX_IN_SUMMARY).map(({ message }) => message)].join(' ');
}

/**
 * The sentence where nothing above a note was found; it does not contradict the notes.
 * @param {{ startNs: number, endNs: number, of: string, hasNotes: boolean, evidence: Finding['evidence'] }} what of:
 *   "this connection"
 * @param {string | null} doubt what is not observable
 * @returns {Finding}
 */
export function wellFinding({ startNs, endNs, of, hasNotes, evidence }, doubt) {
  const reserve = doubt === null ? '' : `, as far as this capture shows: ${doubt}`;
  const message = `Nothing is ${hasNotes ? 'seriously ' : ''}wrong with ${of}${reserve}.`;
  const one = finding(
    { kind: ALL_WELL, severity: 'note', direction: null, startNs, endNs, costNs: null, message, advice: '' },
    doubt === null ? evidence : { ...evidence, untold: doubt },
  );
  return doubt === null ? one : { ...one, title: WELL_AS_SEEN };
}
