/** Sentences of a summary. */
const MOST_SENTENCES = 3;

/**
 * What is ill in at most three sentences, worst first. Where nothing is, that, and what took the time.
 * @param {{ severity: string, code: string, message: string, costSeconds: number | null }[]} findings worst first
 */
export function summaryOf(findings) {
  const bad = findings.filter(({ severity }) => severity !== 'note'), well = findings.filter(({ code }) => code === 'all_well');
  const said = bad.length > 0 ? bad : [...well, ...findings.filter(({ costSeconds }) => costSeconds !== null && costSeconds > 0)];
  return said.slice(0, MOST_SENTENCES).map(({ message }) => message).join(' ');
}

/** What is said where nothing above a note was found; beside notes it does not deny them. @param {string} of "this connection" @param {boolean} hasNotes */
export const wellWords = (of, hasNotes) => `Nothing is ${hasNotes ? 'seriously ' : ''}wrong with ${of}.`;
