/** What sorts the statements: heads of the columns, or a choice on a phone. */
import { el, setAttribute } from '../../base/dom.js';
import { button } from '../../components/button.js';
import { COLUMNS } from './columns.js';

/** @typedef {{ sort: string, order: 'asc' | 'desc' }} Order */
/** @typedef {{ element: HTMLElement, set: (order: Order) => void }} SortControl */

/** @param {(order: Order) => void} onSort @returns {SortControl} */
export function columnHeads(onSort) {
  /** @type {Order} */
  let now = { sort: '', order: 'desc' };
  const heads = COLUMNS.map(({ key, head, first, isText }) => {
    const other = first === 'asc' ? 'desc' : 'asc';
    const choose = () => onSort({ sort: key, order: now.sort === key && now.order === first ? other : first });
    return el(
      'div',
      { class: `grid-cell column-${key}${isText ? '' : ' column-figure'}`, role: 'columnheader', 'data-figure': head },
      el('button', {
        type: 'button',
        class: 'sort-button',
        title: `Sort by ${head.toLowerCase()}`,
        text: head,
        on: { click: choose },
      }),
    );
  });
  return {
    element: el('div', { class: 'connection-row connection-heads statement-row', role: 'row' }, ...heads),
    set(order) {
      now = order;
      const direction = order.order === 'asc' ? 'ascending' : 'descending';
      COLUMNS.forEach(({ key }, k) => setAttribute(heads[k], 'aria-sort', key === order.sort ? direction : null));
    },
  };
}

/** @param {(order: Order) => void} onSort @returns {SortControl} */
export function sortSelect(onSort) {
  /** @type {Order} */
  let now = { sort: '', order: 'desc' };
  const select = el(
    'select',
    {
      class: 'field',
      'aria-label': 'Sort by',
      on: {
        change: () =>
          onSort({ sort: select.value, order: COLUMNS.find(({ key }) => key === select.value)?.first ?? 'desc' }),
      },
    },
    ...COLUMNS.map(({ key, head }) => el('option', { value: key, text: head })),
  );
  const turn = button('', { onClick: () => onSort({ ...now, order: now.order === 'asc' ? 'desc' : 'asc' }) });
  return {
    element: el('div', { class: 'sort-select' }, select, turn),
    set(order) {
      now = order;
      select.value = order.sort;
      turn.textContent = order.order === 'asc' ? 'Lowest first' : 'Highest first';
    },
  };
}
