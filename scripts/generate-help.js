/**
 * Writes what the page says of the figures beside a connection's diagrams, from their table in docs/metrics.md. Runs
 * with `npm run build:help`; a test compares.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { format, resolveConfig } from 'prettier';

const DOCUMENT = fileURLToPath(new URL('../docs/metrics.md', import.meta.url));
const MODULE = fileURLToPath(new URL('../client/views/connection/help/figures.js', import.meta.url));
const TITLE = "## Figures beside a connection's diagrams\n";

/** @param {string} markdown @returns {[label: string, how: string, source: string, sure: string][]} */
function rowsOf(markdown) {
  const [, section] = markdown.split(TITLE);
  const lines = section.slice(0, section.indexOf('\n## ')).split('\n');
  const rows = lines.filter((line) => line.startsWith('| ')).slice(1);
  return rows.map(
    (line) =>
      /** @type {any} */ (
        line
          .slice(2, -2)
          .split(/ ?\| /)
          .map((cell) => cell.replaceAll('`', '').trim())
      ),
  );
}

/** @returns {Promise<string>} the module */
export async function figuresHelp() {
  const rows = rowsOf(await readFile(DOCUMENT, 'utf8'));
  const entries = rows.map(
    ([label, how, source, sure]) =>
      `[${[label, { how, source, sure }].map((part) => JSON.stringify(part)).join(', ')}]`,
  );
  const text = `/** Written by scripts/generate-help.js from docs/metrics.md; not edited by hand. */

/**
 * What each figure is, by its label.
 * @type {ReadonlyMap<string, { how: string, source: string, sure: string }>}
 */
export const FIGURES = new Map([${entries.join(',\n')}]);
`;
  return format(text, { ...(await resolveConfig(MODULE)), filepath: MODULE });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(MODULE, await figuresHelp());
