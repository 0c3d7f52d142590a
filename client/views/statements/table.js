/** A table of statements, sorted by a head or, on a phone, by choice. */
import { VirtualTable } from '../../components/virtual-table.js';
import { columnOf, sorted } from './columns.js';
import { columnHeads, sortSelect } from './heads.js';
import { cardRow, tableRow } from './rows.js';

/** @typedef {import('./columns.js').Statement} Statement */
/** @typedef {import('./heads.js').Order} Order */

const ROW_HEIGHT = 34;
const CARD_HEIGHT = 64;
const phone = matchMedia('(max-width: 599px)');

/** @param {import('../../state/types.js').Query} query @returns {Order} */
export function orderOf({ sort, order }) {
  const { key, first } = columnOf(sort);
  return { sort: key, order: order === 'asc' || order === 'desc' ? order : first };
}

/**
 * @param {object} given
 * @param {string} given.label
 * @param {(statement: Statement) => string} given.hrefOf where its slowest request is
 * @param {(path: string) => void} given.navigate
 * @param {(order: Order) => void} given.onSort
 */
export function statementsTable({ label, hrefOf, navigate, onSort }) {
  const isPhone = phone.matches;
  const heads = isPhone ? null : columnHeads(onSort);
  const select = isPhone ? sortSelect(onSort) : null;
  /** @type {Statement[]} */
  let rows = [];
  const table = new VirtualTable({
    label,
    idPrefix: 'statement',
    rowHeight: isPhone ? CARD_HEIGHT : ROW_HEIGHT,
    head: heads?.element ?? null,
    createRow: () => (isPhone ? cardRow(hrefOf) : tableRow(hrefOf)),
    rowAt: (index) => /** @type {Statement|undefined} */ (rows[index]) ?? null,
    onRange: () => undefined,
    onOpen: (index) => navigate(hrefOf(rows[index])),
  });
  return {
    /** What sorts it on a phone. */
    select: select?.element ?? null,
    element: table.element,
    /** @param {readonly Statement[]} all @param {Order} order */
    show(all, order) {
      rows = sorted(all, columnOf(order.sort), order.order);
      heads?.set(order);
      select?.set(order);
      table.setTotal(rows.length);
      table.refresh();
    },
    toTop: () => table.scrollTo(0),
    destroy: () => table.destroy(),
  };
}
