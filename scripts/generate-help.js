/**
 * Writes what the page says of its figures, from their tables in docs/metrics.md. Runs with `npm run build:help`; a
 * test compares.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { format, resolveConfig } from 'prettier';

const DOCUMENT = fileURLToPath(new URL('../docs/metrics.md', import.meta.url));
const MODULE = fileURLToPath(new URL('../client/help/figures.js', import.meta.url));
const TITLE = '## Figures on the page\n';
const TABLE = '### ';

/** @param {string} markdown @returns {string[]} the name of each table, then its rows: label, how, source, how sure */
function linesOf(markdown) {
  const [, section] = markdown.split(TITLE);
  return section
    .slice(0, section.indexOf('\n## '))
    .split('\n')
    .filter((line) => line.startsWith(TABLE) || /^\| (?!figure \|)/.test(line))
    .map((line) => (line.startsWith(TABLE) ? line.slice(TABLE.length) : rowOf(line)));
}

/** @param {string} line of Markdown */
const rowOf = (line) =>
  line
    .slice(2, -2)
    .split(/ ?\| ?/)
    .map((cell) => cell.replaceAll('`', '').trim())
    .join('|');

/** @returns {Promise<string>} the module */
export async function figuresHelp() {
  const lines = linesOf(await readFile(DOCUMENT, 'utf8'));
  const text = `/** Written by scripts/generate-help.js from docs/metrics.md; not edited by hand. */
/* eslint max-lines: off */

/** Tables of figures by their names; of each figure its label, how it comes about, its source, how sure it is. */
export const FIGURES = \`
${lines.join('\n')}
\`;
`;
  return format(text, { ...(await resolveConfig(MODULE)), filepath: MODULE });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(MODULE, await figuresHelp());
