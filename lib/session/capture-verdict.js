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
  await inSteps(analysis.connections.count, (index) => analysis.findings.ofConnection(index), turn);
  return analysis.findings.captureVerdict();
}
