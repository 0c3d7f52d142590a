import { carriesWords, cellTexts } from './connection-words.js';

/** @typedef {import('../../state/types.js').ConnectionRow} ConnectionRow */

/**
 * @param {ConnectionRow} row
 * @returns {Record<string, number>} letters of the longest line in each of the columns that are as wide as they have to
 *   be
 */
export function lettersOf(row) {
  const { flow, client, server } = cellTexts(row);
  const most = (/** @type {string[]} */ ...lines) => Math.max(...lines.map(({ length }) => length));
  return {
    number: most(flow),
    client: most(row.clientName ?? '', client),
    server: most(row.serverName ?? '', server),
    verdict: most(row.verdict.sentence),
    carries: most(carriesWords(row)),
  };
}

/**
 * Sets the length of the longest text shown in each column, as `--client-letters` and so on, so that columns share the
 * width.
 * @param {HTMLElement} table
 */
export function columnRoom(table) {
  /** @type {Record<string, number>} */
  const longest = {};
  /** @type {WeakSet<ConnectionRow>} */
  const seen = new WeakSet();
  return {
    /** @param {ConnectionRow} row that is about to be shown */
    see(row) {
      if (seen.has(row)) return;
      seen.add(row);
      for (const [column, letters] of Object.entries(lettersOf(row))) {
        if (letters <= (longest[column] ?? 0)) continue;
        longest[column] = letters;
        table.style.setProperty(`--${column}-letters`, String(letters));
      }
    },
  };
}
