import { explainCaptureVerdict } from '../analysis/explain-verdict.js';
import { inSteps } from './in-steps.js';

/** @typedef {import('../shared/captures/capture-record.js').CaptureVerdict} CaptureVerdict */

/**
 * The capture's worst finding, for its row in the list. Connections are examined in steps, so that other requests need
 * not wait for all.
 * @param {{ connections: { count: number }, findings:
 *   Pick<import('../analysis/finding-queries.js').FindingQueries, 'ofConnection'|'captureVerdict'> }} analysis
 * @param {() => Promise<void>} turn settled after other work has run
 * @returns {Promise<CaptureVerdict|null>} null where there is no connection
 */
export async function captureVerdict(analysis, turn) {
  await examineAll(analysis, turn);
  return analysis.findings.captureVerdict();
}

/**
 * Why the capture's sentence leads.
 * @param {import('../analysis/opened-analysis.js').OpenedAnalysis} analysis
 * @param {() => Promise<void>} turn settled after other work has run
 */
export async function explainedCaptureVerdict(analysis, turn) {
  await examineAll(analysis, turn);
  return explainCaptureVerdict(analysis);
}

/** @param {Parameters<typeof captureVerdict>[0]} analysis @param {() => Promise<void>} turn */
const examineAll = ({ connections, findings }, turn) =>
  inSteps(connections.count, (index) => findings.ofConnection(index), turn);
