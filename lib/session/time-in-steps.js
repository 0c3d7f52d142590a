import { inSteps } from './in-steps.js';

/**
 * Whose the time was in which any connection waited.
 * @param {import('../analysis/opened-analysis.js').OpenedAnalysis} analysis
 * @param {() => Promise<void>} turn settled after other work has run
 * @param {import('../analysis/quic/quic-rows.js').QuicRows|null} quic null: there is none
 */
export async function timeInSteps({ opened, connections }, turn, quic) {
  const sum = opened.sumOfWaits();
  await inSteps(connections.count, (index) => sum.add(index), turn);
  const ofQuic = quic?.connections;
  await inSteps(quic?.count ?? 0, (index) => ofQuic?.addTo(sum, index), turn);
  return sum.waits();
}
