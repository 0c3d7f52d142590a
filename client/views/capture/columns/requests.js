import { formatNumber } from '../../../base/format.js';
import { textCell } from '../text-cell.js';

/** @type {import('./registry.js').Column} */
export const column = {
  id: 'requests',
  words: 'Requests',
  isUsual: true,
  cells: [
    {
      key: 'requests',
      head: 'Requests',
      sort: 'requests',
      first: 'desc',
      figures: true,
      create: textCell(({ requests, isLocked }) => (requests === 0 && isLocked ? 'no keys' : formatNumber(requests))),
    },
  ],
};
