import { FigureSums } from '../overview/capture-figures.js';
import { inSteps } from './in-steps.js';

/**
 * Figures of the capture as a whole.
 * @param {import('../analysis/opened-analysis.js').OpenedAnalysis} analysis
 * @param {() => Promise<void>} turn settled after other work has run
 */
export async function figuresInSteps(analysis, turn) {
  const sums = new FigureSums(analysis.ingest);
  await inSteps(analysis.connections.count, (index) => sums.add(index), turn);
  return sums.figures();
}
