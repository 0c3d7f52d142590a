/** The cells of a waterfall's table. */
import { el, setText } from '../../base/dom.js';
import { cellsOf, COLUMNS } from './waterfall-words.js';

/** @typedef {import('./waterfall-rows.js').WaterfallRow} WaterfallRow */

/** @param {typeof COLUMNS[number]} column @param {import('../../base/dom.js').Properties} properties */
const cell = ({ key, figures, table: only }, properties) =>
  el('div', {
    class: `grid-cell in-${key}${figures ? ' column-figure' : ''}${only ? ' only-table' : ''}`,
    ...properties,
  });

/** The heads of the columns. */
export const requestHeads = () =>
  el(
    'div',
    { class: 'waterfall-row waterfall-heads', role: 'row', 'aria-rowindex': 1 },
    ...COLUMNS.map((column) => cell(column, { role: 'columnheader', title: column.title, text: column.head })),
  );

/**
 * @param {(row: WaterfallRow) => boolean} isChosen
 * @returns {import('../../components/virtual-table.js').RowView<WaterfallRow>}
 */
export function requestRow(isChosen) {
  const cells = Object.fromEntries(COLUMNS.map((column) => [column.key, cell(column, { role: 'gridcell' })]));
  const element = el('div', { class: 'vt-row waterfall-row', role: 'row' }, ...Object.values(cells));
  return {
    element,
    update(row) {
      if (!row) return;
      const texts = cellsOf(row);
      for (const { key } of COLUMNS) setText(cells[key], texts[key]);
      cells.status.title = texts.status;
      cells.name.title = `${row.method} ${row.host}${row.target}`;
      element.classList.toggle('has-failed', row.failed);
      element.classList.toggle('is-chosen', isChosen(row));
    },
  };
}
