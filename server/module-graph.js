import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * The modules that a module of the page imports. The browser discovers them import by import, one round trip for each
 * level; with `rel=modulepreload` it requests all of them at once.
 */

const COMMENT = /\/\*[\s\S]*?\*\//g;
/**
 * What is at the beginning of a line: all static imports of the page's modules are. An `import()` in the middle of
 * code is fetched when it is called.
 */
const IMPORT = /^(?:import|export)\b[^'";()]*?['"](\.[^'"]+)['"]/gm;

/**
 * @param {string} source of a module
 * @returns {string[]} relative addresses that it imports or passes on, without those that it imports later
 */
export const importsOf = (source) => [...source.replace(COMMENT, '').matchAll(IMPORT)].map(([, from]) => from);

/**
 * @param {string} root folder
 * @param {readonly string[]} entries paths below it
 * @returns {Promise<string[]>} these and all that come with them, from the root, those first that the browser would
 *   find first; a file that
 *   cannot be read has none
 */
export async function withImports(root, entries) {
  const found = new Set(entries);
  for (const file of found) {
    const source = await readFile(join(root, file), 'utf8').catch(() => '');
    for (const from of importsOf(source)) found.add(join(dirname(file), from));
  }
  return [...found];
}

/**
 * Hints with low priority: what the page requests itself goes first.
 * @param {readonly string[]} files from the root
 * @returns {string} of HTML
 */
export const preloadHints = (files) =>
  files.map((file) => `<link rel="modulepreload" href="/${file}" fetchpriority="low">`).join('\n    ');
