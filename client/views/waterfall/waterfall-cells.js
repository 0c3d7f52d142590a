/** The cells of a waterfall's table. */
import { el, setAttribute, setText } from '../../base/dom.js';
import { COLUMNS, nameOf } from './waterfall-columns.js';
import { cellsOf } from './waterfall-words.js';

/** @typedef {import('./waterfall-rows.js').WaterfallRow} WaterfallRow */

/** @param {import('./waterfall-columns.js').Column} column @param {import('../../base/dom.js').Properties} properties
 * @param {...Node} children */
const cell = ({ key, figures, isOfTable }, properties, ...children) =>
  el(
    'div',
    { class: `grid-cell in-${key}${figures ? ' column-figure' : ''}${isOfTable ? ' only-table' : ''}`, ...properties },
    ...children,
  );

/**
 * The heads of the columns, which sort, and the grip that makes the names wider.
 * @param {{ onSort: (key: string) => void, grip: HTMLElement }} given
 */
export function requestHeads({ onSort, grip }) {
  const heads = COLUMNS.map((column) => {
    const { key, head, title } = column;
    const button = el('button', {
      type: 'button',
      class: 'sort-button',
      title: title ?? `Sort by ${head.toLowerCase()}`,
      'aria-label': nameOf(column),
      text: head,
      on: { click: () => onSort(key) },
    });
    return {
      key,
      element: cell(
        column,
        { role: 'columnheader', 'data-figure': nameOf(column) },
        button,
        ...(key === 'name' ? [grip] : []),
      ),
    };
  });
  return {
    element: el(
      'div',
      { class: 'waterfall-row waterfall-heads', role: 'row', 'aria-rowindex': 1 },
      ...heads.map(({ element }) => element),
    ),
    /** @param {import('./waterfall-columns.js').Sorting} sorting */
    set(sorting) {
      const order = sorting?.isDescending ? 'descending' : 'ascending';
      for (const { key, element } of heads) setAttribute(element, 'aria-sort', sorting?.key === key ? order : null);
    },
  };
}

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
      cells.name.title = row.under ? row.method : `${row.method} ${row.host}${row.target}`;
      setAttribute(
        element,
        'aria-description',
        row.critical ? `Critical path: ${row.critical.words.join(', ')}` : null,
      );
      element.classList.toggle('is-message', row.under !== undefined);
      element.classList.toggle('has-failed', row.hasFailed);
      element.classList.toggle('is-chosen', isChosen(row));
    },
  };
}
