import { clockWords } from '../clock-words.js';
import { textCell } from '../text-cell.js';

/** @type {import('./registry.js').Column} */
export const column = {
  id: 'firstTime',
  words: 'First packet, UTC',
  isUsual: false,
  cells: [
    {
      key: 'firstTime',
      head: 'First packet',
      label: 'First packet, UTC',
      sort: 'start',
      first: 'asc',
      figures: true,
      create: textCell(({ start }, { startEpoch }) => clockWords(startEpoch, start)),
    },
  ],
};
