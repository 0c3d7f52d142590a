import { filesIn } from '../../../lib/export/file/files-in.js';
import { makeFolder, writing } from '../output-error.js';

/**
 * Writes the connection's xplot files into a directory, created if missing, or into the current one, as tcptrace does.
 * @param {import('./export.js').Export} what
 */
export async function exportGraphs({ analysis, flow, output = '.' }) {
  await makeFolder(output);
  await writing(output, () => analysis.opened.drawGraphs(flow, filesIn(output)));
}
