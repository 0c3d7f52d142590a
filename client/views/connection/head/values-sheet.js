/**
 * Each pane as a table: the values that are in view, as rows.
 */
import { el, fill, setText } from '../../../base/dom.js';
import { count, formatNumber, missing } from '../../../base/format.js';
import { openSheet } from '../../../components/sheet.js';
import { relativeSeconds, spanWords } from '../../timeline/times.js';
import { PANES_WITH_VALUES } from '../panes/pane-values.js';

/** Rows shown at a time. */
const PAGE = 500;

/**
 * @param {object} given
 * @param {import('../data/model.js').Model} given.model
 * @param {(id: import('../panes/layout.js').PaneId) => ReturnType<typeof import('../panes/pane-values.js').paneValues>}
 *   given.valuesOf in view
 * @param {(id: import('../panes/layout.js').PaneId) => void} given.onCsv
 */
export function openValuesSheet({ model, valuesOf, onCsv }) {
  const pane = el(
    'select',
    { class: 'popover-select', 'aria-label': 'Pane', on: { change: () => show(0) } },
    ...PANES_WITH_VALUES.map(([id, words]) => el('option', { value: id, text: words })),
  );
  const status = el('p', { class: 'second', role: 'status' });
  const body = el('tbody', {});
  const earlier = el(
    'button',
    { type: 'button', class: 'button', on: { click: () => show(first - PAGE) } },
    'Earlier rows',
  );
  const later = el(
    'button',
    { type: 'button', class: 'button', on: { click: () => show(first + PAGE) } },
    'Later rows',
  );
  const csv = el(
    'button',
    { type: 'button', class: 'button', on: { click: () => onCsv(chosen()) } },
    'All rows as CSV',
  );
  const table = el(
    'table',
    { class: 'values-table' },
    el(
      'thead',
      {},
      el('tr', {}, ...['Time, s', 'What', 'Value', 'Up to'].map((text) => el('th', { scope: 'col', text }))),
    ),
    body,
  );
  const chosen = () => /** @type {import('../panes/layout.js').PaneId} */ (pane.value);
  let first = 0;

  /** @param {number} from */
  function show(from) {
    const values = valuesOf(chosen());
    first = Math.max(0, Math.min(from, values.total - 1));
    const rows = values.rows(first, first + PAGE);
    table.setAttribute('aria-label', PANES_WITH_VALUES.find(([id]) => id === chosen())?.[1] ?? '');
    fill(
      body,
      ...rows.map(({ timeNs, what, value, end, unit }) =>
        el(
          'tr',
          {},
          el('td', { text: relativeSeconds(model, timeNs) }),
          el('td', { text: what }),
          el('td', { text: valueWords(value, unit) }),
          el('td', { text: end === null ? missing : formatNumber(end) }),
        ),
      ),
    );
    setText(
      status,
      values.total === 0
        ? 'No values in view.'
        : `${count(values.total, 'value')} in view; rows ${formatNumber(first + 1)} – ${formatNumber(first + rows.length)}.`,
    );
    earlier.disabled = first === 0;
    later.disabled = first + PAGE >= values.total;
  }

  show(0);
  openSheet({
    title: 'Values in view',
    body: el(
      'div',
      { class: 'values' },
      el('div', { class: 'values-line' }, pane, earlier, later, csv),
      status,
      el('div', { class: 'values-scroller', tabindex: 0, role: 'group', 'aria-label': 'Values' }, table),
    ),
    class: 'values-sheet',
  });
}

/** @param {number} value @param {string} unit */
function valueWords(value, unit) {
  if (unit === 'ns') return spanWords(value);
  if (unit === 'bit/s') return `${formatNumber(value / 1000, 1)} kbit/s`;
  return unit === 'sequence' ? formatNumber(value) : `${formatNumber(value)} B`;
}
