/** Sentences of a summary. */
const MOST_SENTENCES = 3;

/** What is ill in at most three sentences, worst first; where nothing is, that. @param {{ severity: string, code: string, message: string }[]} findings worst first */
export function summaryOf(findings) {
  const bad = findings.filter(({ severity }) => severity !== 'note'), said = bad.length > 0 ? bad : findings.filter(({ code }) => code === 'all_well');
  return said.slice(0, MOST_SENTENCES).map(({ message }) => message).join(' ');
}
