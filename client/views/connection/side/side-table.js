import { el } from '../../../base/dom.js';
import { figureLabel } from './figure-label.js';

/**
 * Figures side by side, each with its explanation.
 * @param {readonly string[]} heads of the columns
 * @param {readonly { label: string, cells: Element[] }[]} rows
 */
export const sideTable = (heads, rows) =>
  el(
    'table',
    { class: 'side-table' },
    el('thead', {}, el('tr', {}, el('td', {}), ...heads.map((text) => el('th', { scope: 'col', text })))),
    el(
      'tbody',
      {},
      ...rows.map(({ label, cells }) => el('tr', {}, el('th', { scope: 'row' }, figureLabel(label)), ...cells)),
    ),
  );
