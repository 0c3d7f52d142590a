import { finding } from './finding.js';
import { defineKind } from './kind.js';

export const ALL_WELL = defineKind('all_well', 'Nothing wrong', 'idle', []);
export const NOT_EXAMINED = defineKind('not_examined', 'Not analysed yet', 'capture', []);

/** @typedef {import('./finding.js').Finding} Finding */

/** Findings that a summary names after the verdict. */
const MAX_TOLD = 3;
/**
 * Notes with which "nothing wrong" would be misleading: a client that gave up was waiting.
 * @type {readonly string[]}
 */
export const UNFINISHED = ['request_unanswered', 'response_lost', 'response_cut'];
/** In place of "Nothing wrong" where something above a note might not have shown. */
const WELL_AS_SEEN = 'Nothing wrong seen';

/**
 * The verdict's sentence, then the findings, worst first; with notes alone, what took the time.
 * @param {Pick<import('../summary/verdict.js').Verdict, 'sentence' | 'code'>} verdict
 * @param {readonly Pick<Finding, 'severity' | 'code' | 'message' | 'costSeconds' | 'evidence'>[]} findings worst first
 */
export function summaryOf({ sentence, code: told }, findings) {
  const bad = findings.filter(({ severity }) => severity !== 'note');
  const said =
    bad.length > 0
      ? bad
      : findings.filter(({ code, costSeconds, evidence }) =>
          code === 'all_well' ? evidence.untold !== undefined : code === told || (costSeconds ?? 0) > 0,
        );
  return [`${sentence}.`, ...said.slice(0, MAX_TOLD).map(({ message }) => message)].join(' ');
}

/**
 * The sentence where nothing above a note was found; it does not contradict the notes.
 * @param {{ startNs: number, endNs: number, of: string, hasNotes: boolean, evidence: Finding['evidence'] }} what of:
 *   "this connection"
 * @param {string | null} untold what is not observable
 * @returns {Finding}
 */
export function wellFinding({ startNs, endNs, of, hasNotes, evidence }, untold) {
  const doubt = untold === null ? '' : `, as far as this capture shows: ${untold}`;
  const message = `Nothing is ${hasNotes ? 'seriously ' : ''}wrong with ${of}${doubt}.`;
  const one = finding(
    { kind: ALL_WELL, severity: 'note', direction: null, startNs, endNs, costNs: null, message, advice: '' },
    untold === null ? evidence : { ...evidence, untold },
  );
  return untold === null ? one : { ...one, title: WELL_AS_SEEN };
}
