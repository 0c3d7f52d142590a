import { closeSync, openSync, writeFileSync } from 'node:fs';

/**
 * Files written in parallel, for a connection's graphs.
 * @param {(name: string) => string} pathOf where to write the file of a name; its folder is there
 * @returns {(name: string) => import('../xplot/plot.js').Write} opens one
 */
export const filesAt = (pathOf) => (name) => {
  const file = openSync(pathOf(name), 'w');
  return (text, last) => {
    writeFileSync(file, text);
    if (last) closeSync(file);
  };
};
