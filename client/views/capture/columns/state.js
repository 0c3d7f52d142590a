import { textCell } from '../text-cell.js';

/** @type {import('./registry.js').Column} */
export const column = {
  id: 'state',
  words: 'State',
  isUsual: true,
  cells: [
    {
      key: 'state',
      head: 'State',
      sort: 'state',
      first: 'asc',
      create: textCell(({ state }) => state.replaceAll('_', ' ').toLowerCase()),
    },
  ],
};
