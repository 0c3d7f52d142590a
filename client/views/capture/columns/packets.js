import { formatNumber } from '../../../base/format.js';
import { textCell } from '../text-cell.js';

/** @type {import('./registry.js').Column} */
export const column = {
  id: 'packets',
  words: 'Packets',
  isUsual: true,
  cells: [
    {
      key: 'packetsOut',
      head: 'Packets →',
      label: 'Packets of both directions',
      sort: 'packets',
      first: 'desc',
      figures: true,
      create: textCell(({ packets }) => formatNumber(packets[0])),
    },
    {
      key: 'packetsBack',
      head: '←',
      label: 'Packets server → client',
      figures: true,
      create: textCell(({ packets }) => formatNumber(packets[1])),
    },
  ],
};
