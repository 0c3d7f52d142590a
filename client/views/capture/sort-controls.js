import { el, fill, setAttribute } from '../../base/dom.js';
import { button } from '../../components/button.js';
import { SORTABLE } from './columns/registry.js';

/** @typedef {import('./connection-source.js').Order} Order */

/**
 * The column heads of the wide table; those with a sort key are buttons.
 * @param {ReturnType<typeof import('./columns/registry.js').cellsOf>} cells
 * @param {(sort: string, order: 'asc' | 'desc') => void} onSort
 */
export function columnHeads(cells, onSort) {
  /** @type {Order} */
  let order = { sort: 'flow', order: 'asc', text: '' };
  const element = el('div', { class: 'connection-row connection-heads', role: 'row', 'aria-rowindex': 1 });
  const heads = cells.map(({ key, head, label, words, sort, first, figures }) => {
    const cell = el('div', {
      class: `grid-cell column-${key}${figures ? ' column-figure' : ''}`,
      role: 'columnheader',
      'data-figure': words,
    });
    if (!sort || !first) {
      fill(cell, label ? el('span', { 'aria-label': label, role: 'img', text: head }) : head);
      return { cell, sort: null };
    }
    const other = first === 'asc' ? 'desc' : 'asc';
    fill(
      cell,
      el('button', {
        type: 'button',
        class: 'sort-button',
        'aria-label': label,
        title: `Sort by ${(label ?? head).toLowerCase()}`,
        text: head,
        on: { click: () => onSort(sort, order.sort === sort && order.order === first ? other : first) },
      }),
    );
    return { cell, sort };
  });
  element.append(...heads.map(({ cell }) => cell));
  return {
    element,
    /** @param {Order} next */
    set(next) {
      order = next;
      for (const { cell, sort } of heads) {
        const direction = order.order === 'asc' ? 'ascending' : 'descending';
        setAttribute(cell, 'aria-sort', sort === order.sort ? direction : null);
      }
    },
  };
}

/**
 * The same choice on a phone, where there are no heads.
 * @param {(sort: string, order: 'asc' | 'desc') => void} onSort
 */
export function sortSelect(onSort) {
  /** @type {Order} */
  let order = { sort: 'flow', order: 'asc', text: '' };
  const select = el(
    'select',
    {
      class: 'field',
      'aria-label': 'Sort by',
      on: { change: () => onSort(select.value, SORTABLE.find(({ sort }) => sort === select.value)?.first ?? 'asc') },
    },
    ...SORTABLE.map(({ sort, label, head }) => el('option', { value: sort, text: label ?? head })),
  );
  const turn = button('', { onClick: () => onSort(order.sort, order.order === 'asc' ? 'desc' : 'asc') });
  return {
    element: el('div', { class: 'sort-select' }, select, turn),
    /** @param {Order} next */
    set(next) {
      order = next;
      select.value = order.sort;
      turn.textContent = order.order === 'asc' ? 'Lowest first' : 'Highest first';
    },
  };
}
