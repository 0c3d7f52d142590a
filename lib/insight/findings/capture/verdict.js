/** @typedef {import('../finding.js').Finding} Finding */

/**
 * The worst finding in a few words, for a table of connections.
 * @typedef {Pick<Finding, 'code' | 'title' | 'cause' | 'severity' | 'costSeconds'>} Verdict
 */

/** @param {Finding[]} findings worst first @returns {Verdict | null} null: not looked at */
export function verdictOf(findings) {
  if (findings.length === 0) return null;
  const [{ code, title, cause, severity, costSeconds }] = findings;
  return { code, title, cause, severity, costSeconds };
}

const WEIGHT = Object.freeze({ error: 3, warning: 2, note: 1 });
/** More seconds than any finding costs: what is worse by severity is worse. */
const SEVERITY_STEP = 1e9;

/** By which verdicts are sorted: the worse, the more. @param {Verdict | null} verdict */
export function verdictRank(verdict) {
  if (verdict === null) return -1;
  if (verdict.code === 'all_well') return 0;
  return WEIGHT[verdict.severity] * SEVERITY_STEP + (verdict.costSeconds ?? 0);
}
