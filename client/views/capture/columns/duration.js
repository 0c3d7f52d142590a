import { formatSeconds } from '../../../base/format.js';
import { textCell } from '../text-cell.js';

/** @type {import('./registry.js').Column} */
export const column = {
  id: 'duration',
  words: 'Duration',
  isUsual: true,
  cells: [
    {
      key: 'length',
      head: 'Duration',
      sort: 'duration',
      first: 'desc',
      figures: true,
      create: textCell((row) => formatSeconds(row.end - row.start)),
    },
  ],
};
