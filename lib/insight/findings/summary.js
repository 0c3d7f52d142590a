import { finding } from './finding.js';

/** @typedef {import('./finding.js').Finding} Finding */

/** Sentences of a summary. */
const MOST_SENTENCES = 3;
/** In place of "Nothing wrong" where something above a note might not have shown. */
const WELL_AS_SEEN = 'Nothing wrong seen';

/**
 * What is ill in at most three sentences, worst first. Where nothing is, that, and what took the time.
 * @param {{ severity: string, code: string, message: string, costSeconds: number | null }[]} findings worst first
 */
export function summaryOf(findings) {
  const bad = findings.filter(({ severity }) => severity !== 'note');
  const well = findings.filter(({ code }) => code === 'all_well');
  const said =
    bad.length > 0 ? bad : [...well, ...findings.filter(({ costSeconds }) => costSeconds !== null && costSeconds > 0)];
  return said
    .slice(0, MOST_SENTENCES)
    .map(({ message }) => message)
    .join(' ');
}

/**
 * What is found where nothing above a note was; beside notes it does not deny them.
 * @param {{ startNs: number, endNs: number, of: string, hasNotes: boolean, evidence: Finding['evidence'] }} what of:
 *   "this connection"
 * @param {string | null} untold what does not show
 * @returns {Finding}
 */
export function wellFinding({ startNs, endNs, of, hasNotes, evidence }, untold) {
  const doubt = untold === null ? '' : `, as far as this capture shows: ${untold}`;
  const message = `Nothing is ${hasNotes ? 'seriously ' : ''}wrong with ${of}${doubt}.`;
  const one = finding(
    { code: 'all_well', severity: 'note', direction: null, startNs, endNs, costNs: null, message, advice: '' },
    untold === null ? evidence : { ...evidence, untold },
  );
  return untold === null ? one : { ...one, title: WELL_AS_SEEN };
}
