import { explain } from '../analysis/explain-verdict.js';
import { inSteps } from './in-steps.js';

/** @typedef {import('../shared/captures/capture-record.js').CaptureVerdict} CaptureVerdict */
/** @typedef {import('../analysis/quic/quic-rows.js').QuicRows} QuicRows */

/**
 * The capture's worst finding, for its row in the list. Connections are examined in steps, so that other requests need
 * not wait for all.
 * @param {{ connections: { count: number }, findings: import('../analysis/finding-queries.js').FindingQueries }}
 *   analysis
 * @param {() => Promise<void>} turn settled after other work has run
 * @param {QuicRows|null} [quic] null: there is none
 * @returns {Promise<CaptureVerdict|null>} null where there is no connection
 */
export async function captureVerdict(analysis, turn, quic = null) {
  await examineAll(analysis, turn, quic);
  if (quic === null) return analysis.findings.captureVerdict();
  const { verdict, findings } = quic.overall(analysis.findings);
  return { ...verdict, message: findings[0]?.message ?? '' };
}

/**
 * Why the capture's sentence leads.
 * @param {import('../analysis/opened-analysis.js').OpenedAnalysis} analysis
 * @param {() => Promise<void>} turn settled after other work has run
 * @param {import('../analysis/quic/all-connections.js').AllConnections} all
 */
export async function explainedCaptureVerdict(analysis, turn, all) {
  await examineAll(analysis, turn, all.quic);
  return explain(analysis, all, null);
}

/**
 * @param {Parameters<typeof captureVerdict>[0]} analysis @param {() => Promise<void>} turn @param {QuicRows|null} quic
 */
async function examineAll({ connections, findings }, turn, quic) {
  await inSteps(connections.count, (index) => void findings.ofConnection(index), turn);
  await inSteps(quic?.count ?? 0, (index) => void quic?.verdict(index), turn);
}
