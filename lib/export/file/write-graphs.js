import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes a connection's graphs as files.
 * @param {{ drawGraphs: (index: number, open: (fileName: string) => import('../xplot/plot.js').Write) => void }}
 *   analysis
 * @param {number} flow index
 * @param {string} folder that there is
 */
export function writeGraphs(analysis, flow, folder) {
  analysis.drawGraphs(flow, (name) => {
    const file = openSync(join(folder, name), 'w');
    return (text, last) => {
      writeFileSync(file, text);
      if (last) closeSync(file);
    };
  });
}
