import { join } from 'node:path';

import { filesAt } from '../../../lib/export/file/files-at.js';
import { wholeFiles } from '../../../lib/files/whole-files.js';
import { makeFolder, writing } from '../output-error.js';

/**
 * Writes the connection's xplot files into a directory, created if missing, or into the current one, as tcptrace does.
 * @param {import('./export.js').Export} what
 */
export async function exportGraphs({ analysis, flow, output = '.' }) {
  await makeFolder(output);
  await writing(output, () =>
    wholeFiles((place) =>
      analysis.opened.drawGraphs(
        flow,
        filesAt((name) => place(join(output, name))),
      ),
    ),
  );
}
