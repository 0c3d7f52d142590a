import { FigureSums } from '../../lib/overview/capture-figures.js';
import { inSteps } from './in-steps.js';

/**
 * Figures of the capture as a whole.
 * @param {import('../../lib/analysis/opened-analysis.js').OpenedAnalysis} analysis
 */
export async function figuresInSteps(analysis) {
  const sums = new FigureSums(analysis.ingest);
  await inSteps(analysis.connections.count, (index) => sums.add(index));
  return sums.figures();
}
