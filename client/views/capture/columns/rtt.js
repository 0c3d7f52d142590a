import { formatRttRange } from '../../../base/format.js';
import { textCell } from '../text-cell.js';

/** @type {import('./registry.js').Column} */
export const column = {
  id: 'rtt',
  words: 'RTT',
  isUsual: true,
  cells: [
    {
      key: 'rtt',
      head: 'RTT min – max',
      sort: 'rtt',
      first: 'desc',
      figures: true,
      create: textCell(({ rttMin, rttMax }) => formatRttRange(rttMin, rttMax)),
    },
  ],
};
