import { join } from 'node:path';

import { filesAt } from '../../../lib/export/file/files-at.js';
import { wholeFiles } from '../../../lib/files/whole-files.js';
import { makeFolder, writing } from '../output-error.js';
import { connectionsOfQuic } from './quic.js';

/**
 * Writes the connection's xplot files into a directory, created if missing, or into the current one, as tcptrace does.
 * @param {import('./export.js').Export} what
 */
export async function exportGraphs({ analysis, flow, quicFlow, output = '.' }) {
  const draw = await drawerOf(analysis, flow, quicFlow);
  await makeFolder(output);
  await writing(output, () => wholeFiles((place) => draw(filesAt((name) => place(join(output, name))))));
}

/**
 * @param {import('./export.js').Export['analysis']} analysis @param {number} flow @param {number} quicFlow
 * @returns {Promise<(open: (fileName: string) => import('../../../lib/export/xplot/plot.js').Write) => void>}
 */
async function drawerOf(analysis, flow, quicFlow) {
  if (quicFlow < 0) return (open) => analysis.opened.drawGraphs(flow, open);
  const { drawQuic } = await import('../../../lib/export/quic/graphs.js');
  const data = (await connectionsOfQuic(analysis)).dataOf(quicFlow);
  return (open) => drawQuic(data, analysis.ingest.reader.startEpochNs ?? 0n, open);
}
