import { textCell } from '../text-cell.js';

/** Of a capture with QUIC only: in all others it says nothing. @type {import('./registry.js').Column} */
export const column = {
  id: 'transport',
  words: 'Transport',
  isUsual: true,
  cells: [
    {
      key: 'transport',
      head: 'Transport',
      sort: 'transport',
      first: 'asc',
      create: textCell(({ transport }) => transport.toUpperCase()),
    },
  ],
};
