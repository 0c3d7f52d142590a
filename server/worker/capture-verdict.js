import { inSteps } from './in-steps.js';

/**
 * The capture's worst finding, for its row in the list. Connections are examined in steps, so that whoever opens the
 * capture meanwhile does not wait for all.
 * @param {{ connections: { count: number }, findings:
 *   Pick<import('../../lib/analysis/finding-queries.js').FindingQueries, 'ofConnection'|'captureVerdict'> }} analysis
 * @returns {Promise<import('../capture-record.js').CaptureVerdict|null>} null where there is no connection
 */
export async function captureVerdict(analysis) {
  await inSteps(analysis.connections.count, (index) => analysis.findings.ofConnection(index));
  return analysis.findings.captureVerdict();
}
