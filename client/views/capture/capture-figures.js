import { el, fill } from '../../base/dom.js';
import { throttle } from '../../base/frame.js';
import { button } from '../../components/button.js';
import { isAbort } from '../../state/api-error.js';
import { download } from '../connection/head/exports.js';
import { figureRows, figuresCsv, TALKERS } from './figure-rows.js';

/** While the capture grows they are fetched this often at most. */
export const AGAIN_MS = 5000;

/**
 * Figures of the whole capture in a small table: a row with a filter leads to the connections behind it.
 * @param {object} given
 * @param {import('../../state/api.js').Api} given.api
 * @param {string} given.captureId
 * @param {() => string} given.name of the capture
 * @param {(text: string) => void} given.onFilter
 */
export function captureFigures({ api, captureId, name, onFilter }) {
  const abort = new AbortController();
  /** @type {import('./figure-rows.js').FigureRow[]} */
  let rows = [];
  const body = el('div', { class: 'figure-groups' });
  const csv = button('CSV', {
    kind: 'quiet',
    onClick: () => download(`${name()}-figures.csv`, new Blob([figuresCsv(rows)], { type: 'text/csv' })),
  });
  csv.setAttribute('aria-label', 'Figures as CSV');
  const element = el(
    'section',
    { class: 'capture-figures', 'aria-label': 'Whole capture', 'data-figures': 'capture', hidden: true },
    el('div', { class: 'figures-head' }, el('h2', { class: 'side-title', text: 'Whole capture' }), csv),
    body,
  );

  /** @param {import('./figure-rows.js').FigureRow} row */
  function rowElement({ group, label, words, note, filter }) {
    const head = el('th', { scope: 'row', 'data-figure': group === TALKERS ? group : null });
    fill(
      head,
      filter === null
        ? label
        : el('button', {
            type: 'button',
            class: 'figure-link',
            title: `Filter: ${filter}`,
            text: label,
            on: { click: () => onFilter(filter) },
          }),
    );
    return el(
      'tr',
      {},
      head,
      el(
        'td',
        {},
        el('span', { class: 'figure-words', text: words }),
        note && el('span', { class: 'figure-note', text: note }),
      ),
    );
  }

  function show() {
    const groups = [...new Set(rows.map(({ group }) => group))];
    element.hidden = rows.length === 0;
    fill(
      body,
      ...groups.map((group) =>
        el(
          'table',
          { class: 'figure-table' },
          el('caption', { text: group }),
          el('tbody', {}, ...rows.filter((row) => row.group === group).map(rowElement)),
        ),
      ),
    );
  }

  async function fetchFigures() {
    try {
      const figures = await api.figures(captureId, abort.signal);
      if (abort.signal.aborted) return;
      rows = figures.connections === 0 ? [] : figureRows(figures);
      show();
    } catch (error) {
      if (!isAbort(error)) element.hidden = true;
    }
  }

  const again = throttle(AGAIN_MS, () => void fetchFigures());
  return {
    element,
    fetch: () => void fetchFigures(),
    grow: again.call,
    destroy() {
      again.cancel();
      abort.abort();
    },
  };
}
