/** A browser's HAR over a waterfall: its summary, and its table of differences. Loaded with the first HAR. */
import { el } from '../../../base/dom.js';
import { button } from '../../../components/button.js';
import { messageBar } from '../../../components/message-bar.js';
import { openSheet } from '../../../components/sheet.js';
import { entriesOf, HarError } from './har-file.js';
import { layOver } from './har-match.js';
import { differenceTable, laidSentence, seenLines } from './har-words.js';

/** Rows of the table of differences that the page shows. */
const MAX_ROWS = 500;

/** @param {File} file @returns {Promise<import('./har-file.js').BrowserEntry[]|HTMLElement>} a bar where it is none */
export async function readHar(file) {
  try {
    return await entriesOf(file);
  } catch (error) {
    if (!(error instanceof HarError)) throw error;
    return messageBar({
      kind: 'failure',
      title: `${file.name} cannot be overlaid on the waterfall`,
      text: error.message,
    });
  }
}

/**
 * @param {import('../waterfall-rows.js').Waterfall} waterfall its rows get what the browser saw of each
 * @param {{ name: string, entries: import('./har-file.js').BrowserEntry[], startEpochMs: number, onRemove: () =>
 *   void }} har
 * @returns {HTMLElement} what is said of it
 */
export function layHar({ rows }, { name, entries, startEpochMs, onRemove }) {
  const laid = layOver(rows, entries, startEpochMs);
  for (const row of rows) {
    const seen = laid.seen.get(row);
    row.browser = seen && { fromNs: seen.fromNs, toNs: seen.toNs, lines: seenLines(row, seen) };
  }
  return el(
    'div',
    { class: 'har-bar' },
    el('p', { role: 'status', text: laidSentence(name, laid) }),
    button('Differences', { kind: 'quiet', onClick: () => openDifferences(name, laid) }),
    button('Remove', { kind: 'quiet', 'aria-label': 'Remove the HAR', onClick: onRemove }),
  );
}

/** @param {string} name @param {import('./har-match.js').Laid} laid */
function openDifferences(name, laid) {
  const { heads, rows } = differenceTable(laid);
  const body = el(
    'div',
    { class: 'values-scroller', tabindex: 0, role: 'group', 'aria-label': 'Differences' },
    el(
      'table',
      { class: 'values-table har-table', 'data-figures': 'requests' },
      el('thead', {}, el('tr', {}, ...heads.map((text) => el('th', { scope: 'col', text })))),
      el(
        'tbody',
        {},
        ...rows.slice(0, MAX_ROWS).map((cells) => el('tr', {}, ...cells.map((text) => el('td', { text })))),
      ),
    ),
  );
  openSheet({ title: `${name}: browser and wire`, body, class: 'har-sheet' });
}
