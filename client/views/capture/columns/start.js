import { formatSeconds } from '../../../base/format.js';
import { textCell } from '../text-cell.js';

/** @type {import('./registry.js').Column} */
export const column = {
  id: 'start',
  words: 'Start',
  isUsual: true,
  cells: [
    {
      key: 'start',
      head: 'Start',
      sort: 'start',
      first: 'asc',
      figures: true,
      create: textCell((row) => formatSeconds(row.start)),
    },
  ],
};
