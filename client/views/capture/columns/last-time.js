import { clockWords } from '../clock-words.js';
import { textCell } from '../text-cell.js';

/** @type {import('./registry.js').Column} */
export const column = {
  id: 'lastTime',
  words: 'Last packet, UTC',
  isUsual: false,
  cells: [
    {
      key: 'lastTime',
      head: 'Last packet',
      label: 'Last packet, UTC',
      sort: 'end',
      first: 'desc',
      figures: true,
      create: textCell(({ end }, { startEpoch }) => clockWords(startEpoch, end)),
    },
  ],
};
