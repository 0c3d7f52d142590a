import { setAttribute, setText } from '../../../base/dom.js';
import { carriesWords } from '../connection-words.js';

/** @type {import('./registry.js').Column} */
export const column = {
  id: 'carries',
  words: 'First request',
  isUsual: true,
  cells: [
    {
      key: 'carries',
      head: 'First request',
      create: (cell) => (row) => {
        setText(cell, row ? carriesWords(row) : '');
        setAttribute(cell, 'title', row?.firstTarget ? `${row.firstHost ?? ''}${carriesWords(row)}` : null);
        cell.classList.toggle('is-protocol', row !== null && row.firstTarget === null);
      },
    },
  ],
};
