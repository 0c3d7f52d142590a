import { inSteps } from './in-steps.js';

/**
 * Whose the time was in which any connection waited.
 * @param {import('../analysis/opened-analysis.js').OpenedAnalysis} analysis
 * @param {() => Promise<void>} turn settled after other work has run
 */
export async function timeInSteps({ opened, connections }, turn) {
  const sum = opened.sumOfWaits();
  await inSteps(connections.count, (index) => sum.add(index), turn);
  return sum.waits();
}
