import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Temporary files written in parallel, for a connection's graphs.
 * @param {string} folder that there is
 * @returns {(name: string) => import('../xplot/plot.js').Write} opens one
 */
export const filesIn = (folder) => (name) => {
  const file = openSync(join(folder, name), 'w');
  return (text, last) => {
    writeFileSync(file, text);
    if (last) closeSync(file);
  };
};
