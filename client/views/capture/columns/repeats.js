import { setText } from '../../../base/dom.js';
import { repeatsOf, repeatsText } from '../connection-words.js';

/** @type {import('./registry.js').Column} */
export const column = {
  id: 'repeats',
  words: 'Retransmitted',
  isUsual: true,
  cells: [
    {
      key: 'repeats',
      head: 'Retransmitted',
      label: 'Retransmitted packets with data',
      sort: 'retransmissions',
      first: 'desc',
      figures: true,
      create: (cell) => (row) => {
        setText(cell, row ? repeatsText(row) : '');
        cell.classList.toggle('has-repeats', row !== null && (repeatsOf(row) ?? 0) > 0);
      },
    },
  ],
};
